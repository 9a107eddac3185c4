#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/render/picture_png.h"
#include "assay/render/picture_svg.h"
#include "commands.h"
#include "row_choice.h"

namespace assay {

namespace {

struct Options {
  RowChoice rows;
  std::string format = "svg";
  std::optional<double> scale;
  bool question = false;
  std::string out;
};

void check(const Options& options) {
  if (options.out.empty()) fail(ErrorKind::kUsage, "render: give --out, a folder for the pictures");
  if (options.format != "svg" && options.format != "png") {
    fail(ErrorKind::kUsage, "render: --format takes svg or png, not \"{}\"",
         printable(options.format));
  }
  const double scale = options.scale.value_or(1);
  if (!(scale >= 0.1 && scale <= 20)) {
    fail(ErrorKind::kUsage, "render: --scale takes a number from 0.1 to 20");
  }
}

Picture picture_of(const Task& task, const Example& row, bool question) {
  const Illustrator* illustrator = task.abilities().illustrator;
  if (illustrator == nullptr) {
    fail(ErrorKind::kUnsupported, "task {} has no pictures; assay show tells its rows in words",
         task.info().name);
  }
  return illustrator->picture(row, question ? Reveal::kQuestion : Reveal::kAnswer);
}

std::string file_of(const Task& task, const Example& row, const std::string& format) {
  std::string name = id_of(task.info().name, row);
  std::replace(name.begin(), name.end(), ':', '-');
  return name + '.' + format;
}

// Draws on several threads and writes in order, a handful of rows at a time.
class Writer {
 public:
  Writer(const Options& options, const Task& task, const Control& control)
      : options_(options), task_(task), control_(control) {}

  void add(const Example& row) {
    constexpr std::size_t kAtOnce = 64;
    if (rows_.empty() && names_.empty()) {  // no folder for a task without pictures
      picture_of(task_, row, options_.question);
    }
    // A split may repeat a row.
    if (names_.insert(file_of(task_, row, options_.format)).second) rows_.push_back(row);
    if (rows_.size() == kAtOnce) flush();
  }

  void flush() {
    if (rows_.empty()) return;
    if (!folder_) make_folder();
    ordered_parallel<std::string>(
        0, rows_.size(), control_,
        [&](std::uint64_t i, std::string& bytes) { bytes = bytes_of(rows_[i]); },
        [&](std::uint64_t i, const std::string& bytes) {
          folder_->write(file_of(task_, rows_[i], options_.format), bytes);
          control_.report({"render " + task_.info().name, ++written_, 0, bytes.size()});
        });
    rows_.clear();
  }

  std::uint64_t written() const { return written_; }

 private:
  void make_folder() {
    folder_ = Folder::create(options_.out);
    if (!folder_->list().empty()) {
      fail(ErrorKind::kUsage, "{}: is not empty; choose another folder",
           printable(folder_->path()));
    }
  }

  std::string bytes_of(const Example& row) const {
    const Picture picture = picture_of(task_, row, options_.question);
    const double scale = options_.scale.value_or(1);
    return options_.format == "png" ? picture_png(picture, scale) : picture_svg(picture, scale);
  }

  const Options& options_;
  const Task& task_;
  const Control& control_;
  std::optional<Folder> folder_;
  std::vector<Example> rows_;
  std::set<std::string> names_;
  std::uint64_t written_ = 0;
};

}  // namespace

int render_command(Words words) {
  constexpr std::uint64_t kDefaultRows = 10;
  Options options;
  Arguments arguments("render", "Examples as pictures, one file each.", std::move(words));
  arguments.example("assay render gscan -n 5 --seed 7 --out pictures", "five worlds as SVG");
  arguments.example("assay render ./gscan --row 3 --format png --scale 2 --out pictures",
                    "a row of a folder as a large PNG");
  arguments.example("assay render ./gscan --question --out pictures", "to be solved by people");
  declare_row_choice(arguments, options.rows, kDefaultRows);
  arguments.text("--format", "NAME", "svg or png (svg)", options.format);
  arguments.real("--scale", "X", "pixels a point, from 0.1 to 20 (1)", options.scale);
  arguments.flag("--question", "leave the answer out", options.question);
  arguments.text("-o,--out", "FOLDER", "new or empty; files are named by their id", options.out);
  arguments.work();
  if (!arguments.parse()) return 0;

  check(options);
  const Workplace workplace = arguments.workplace();
  RowFeed feed(options.rows, kDefaultRows, workplace);
  Writer writer(options, feed.task(), workplace.control);
  Example example;
  while (feed.next(example)) writer.add(example);
  writer.flush();
  if (!arguments.quiet()) {
    fmt::print("{}: {}\n", printable(options.out), counted(writer.written(), "picture"));
  }
  return 0;
}

}  // namespace assay
