#include "assay/verbs/show.h"

namespace assay::verbs {

namespace {

ShownRow shown(const Task& task, const Example& row, Reveal reveal) {
  ShownRow out{id_of(task.info().name, row), row.input(), {}, {}};
  if (reveal == Reveal::kAnswer) out.target = row.target();
  if (const Illustrator* illustrator = task.abilities().illustrator) {
    out.sketch = illustrator->sketch(row, reveal);
  }
  return out;
}

}  // namespace

void show(const ShowRequest& request, const Workplace& workplace,
          const std::function<void(const ShownRow&)>& take) {
  RowFeed feed(request.rows, workplace);
  Example row;
  while (feed.next(row)) take(shown(feed.task(), row, request.reveal));
}

void show_lines(const RowChoice& rows, const Workplace& workplace,
                const std::function<void(std::string_view)>& write) {
  RowFeed feed(rows, workplace);
  Example row;
  std::string line;
  while (feed.next(row)) {
    line.clear();
    RowWriter(feed.shape(), !row.rules.empty()).append(line, row);
    write(line);
  }
}

}  // namespace assay::verbs
