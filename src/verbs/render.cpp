#include "assay/verbs/render.h"

#include <algorithm>
#include <set>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/pipeline/work_folder.h"
#include "assay/render/picture_png.h"
#include "assay/render/picture_svg.h"

namespace assay::verbs {

namespace {

void check(const RenderRequest& request) {
  if (request.out.empty()) fail(ErrorKind::kUsage, "render: give --out, a folder for the pictures");
  const PictureStyle& style = request.style;
  if (style.format != "svg" && style.format != "png") {
    fail(ErrorKind::kUsage, "render: --format takes svg or png, not \"{}\"",
         printable(style.format));
  }
  if (!(style.scale >= 0.1 && style.scale <= 20)) {
    fail(ErrorKind::kUsage, "render: --scale takes a number from 0.1 to 20");
  }
}

const Illustrator& illustrator_of(const Task& task) {
  const Illustrator* illustrator = task.abilities().illustrator;
  if (illustrator == nullptr) {
    fail(ErrorKind::kUnsupported, "task {} has no pictures; use assay show instead",
         task.info().name);
  }
  return *illustrator;
}

std::string name_of_picture(const Task& task, const Example& row, const std::string& format) {
  std::string name = id_of(task.info().name, row);
  std::replace(name.begin(), name.end(), ':', '-');
  return name + '.' + format;
}

// The same pictures of the same rows.
std::string name_of_work(const RowFeed& feed, const PictureStyle& style) {
  const std::string what = fmt::format("{} {} {} {}", style.format, style.scale,
                                       static_cast<int>(style.reveal), feed.identity());
  return fmt::format("{{\"render\":\"{}\"}}", sha256_hex(what));
}

// Draws on several threads and writes in order, a handful of rows at a time.
class Writer {
 public:
  Writer(const PictureStyle& style, const Task& task, const Folder& folder, const Control& control)
      : style_(style), task_(task), folder_(folder), control_(control) {}

  void add(const Example& row) {
    constexpr std::size_t kAtOnce = 64;
    // A split may repeat a row, and a run that was stopped has drawn some.
    const std::string name = name_of(row);
    if (names_.insert(name).second && !folder_.exists(name)) rows_.push_back(row);
    if (rows_.size() == kAtOnce) flush();
  }

  void flush() {
    ordered_parallel<std::string>(
        0, rows_.size(), control_,
        [&](std::uint64_t i, std::string& bytes) { bytes = picture_file(task_, rows_[i], style_); },
        [&](std::uint64_t i, const std::string& bytes) {
          folder_.write(name_of(rows_[i]), bytes);
          control_.report({"render " + task_.info().name, ++drawn_, 0, bytes.size()});
        });
    rows_.clear();
  }

  std::uint64_t pictures() const { return names_.size(); }

 private:
  std::string name_of(const Example& row) const {
    return name_of_picture(task_, row, style_.format);
  }

  const PictureStyle& style_;
  const Task& task_;
  const Folder& folder_;
  const Control& control_;
  std::vector<Example> rows_;
  std::set<std::string> names_;
  std::uint64_t drawn_ = 0;
};

}  // namespace

std::string picture_file(const Task& task, const Example& row, const PictureStyle& style) {
  const Picture picture = illustrator_of(task).picture(row, style.reveal);
  return style.format == "png" ? picture_png(picture, style.scale)
                               : picture_svg(picture, style.scale);
}

RenderResult render(const RenderRequest& request, const Workplace& workplace) {
  check(request);
  RowFeed feed(request.rows, workplace);
  illustrator_of(feed.task());  // no folder for a task without pictures
  const WorkFolder place(request.out, name_of_work(feed, request.style));
  if (place.was_complete()) return {0, true};
  Writer writer(request.style, feed.task(), place.folder(), workplace.control);
  Example row;
  while (feed.next(row)) writer.add(row);
  writer.flush();
  place.finish();
  return {writer.pictures(), false};
}

}  // namespace assay::verbs
