#include "assay/verbs/render.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"
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

Picture picture_of(const Task& task, const Example& row, Reveal reveal) {
  const Illustrator* illustrator = task.abilities().illustrator;
  if (illustrator == nullptr) {
    fail(ErrorKind::kUnsupported, "task {} has no pictures; assay show tells its rows in words",
         task.info().name);
  }
  return illustrator->picture(row, reveal);
}

std::string name_of_picture(const Task& task, const Example& row, const std::string& format) {
  std::string name = id_of(task.info().name, row);
  std::replace(name.begin(), name.end(), ':', '-');
  return name + '.' + format;
}

// Draws on several threads and writes in order, a handful of rows at a time.
class Writer {
 public:
  Writer(const RenderRequest& request, const Task& task, const Control& control)
      : request_(request), task_(task), control_(control) {}

  void add(const Example& row) {
    constexpr std::size_t kAtOnce = 64;
    if (rows_.empty() && names_.empty()) {  // no folder for a task without pictures
      picture_of(task_, row, request_.style.reveal);
    }
    // A split may repeat a row.
    if (names_.insert(name_of(row)).second) rows_.push_back(row);
    if (rows_.size() == kAtOnce) flush();
  }

  void flush() {
    if (rows_.empty()) return;
    if (!folder_) make_folder();
    ordered_parallel<std::string>(
        0, rows_.size(), control_,
        [&](std::uint64_t i, std::string& bytes) {
          bytes = picture_file(task_, rows_[i], request_.style);
        },
        [&](std::uint64_t i, const std::string& bytes) {
          folder_->write(name_of(rows_[i]), bytes);
          control_.report({"render " + task_.info().name, ++written_, 0, bytes.size()});
        });
    rows_.clear();
  }

  std::uint64_t written() const { return written_; }

 private:
  void make_folder() {
    folder_ = Folder::create(request_.out);
    if (!folder_->list().empty()) {
      fail(ErrorKind::kUsage, "{}: is not empty; choose another folder",
           printable(folder_->path()));
    }
  }

  std::string name_of(const Example& row) const {
    return name_of_picture(task_, row, request_.style.format);
  }

  const RenderRequest& request_;
  const Task& task_;
  const Control& control_;
  std::optional<Folder> folder_;
  std::vector<Example> rows_;
  std::set<std::string> names_;
  std::uint64_t written_ = 0;
};

}  // namespace

std::string picture_file(const Task& task, const Example& row, const PictureStyle& style) {
  const Picture picture = picture_of(task, row, style.reveal);
  return style.format == "png" ? picture_png(picture, style.scale)
                               : picture_svg(picture, style.scale);
}

RenderResult render(const RenderRequest& request, const Workplace& workplace) {
  check(request);
  RowFeed feed(request.rows, workplace);
  Writer writer(request, feed.task(), workplace.control);
  Example row;
  while (feed.next(row)) writer.add(row);
  writer.flush();
  return {writer.written()};
}

}  // namespace assay::verbs
