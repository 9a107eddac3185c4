#include "assay/learners/text/examples.h"

#include <algorithm>
#include <iterator>

#include "assay/base/error.h"
#include "assay/core/example.h"
#include "assay/learners/text/action_words.h"
#include "assay/store/row_pass.h"

namespace assay::learners {

namespace {

void append(TextRows& all, TextRows& some) {
  const auto move_all = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  move_all(all.ids, some.ids);
  move_all(all.inputs, some.inputs);
  move_all(all.targets, some.targets);
  move_all(all.worlds, some.worlds);
}

std::size_t column_of(const DataSet& data, const Schema& schema, const char* name, ValueType type) {
  const auto found = std::ranges::find(schema.fields, name, &Field::name);
  if (found != schema.fields.end() && found->type == type)
    return static_cast<std::size_t>(found - schema.fields.begin());
  fail(ErrorKind::kInput,
       "{}: has no column \"{}\"; learners of worlds need rows of gscan or reascan, with command "
       "and "
       "world",
       data.folder().path(), name);
}

CellWorld world_of(const Example& row, const std::string& id, std::size_t column,
                   std::uint32_t grid) {
  CellWorld world;
  if (!read_cell_world(numbers_at(row, column), world))
    fail(ErrorKind::kInput, "{}: the column \"world\" holds no world", id);
  if (world.grid != grid) {
    fail(
        ErrorKind::kInput,
        "{}: its grid is {} cells wide, and the recipe's is {}; set grid={}, with data of one grid",
        id, world.grid, grid, world.grid);
  }
  return world;
}

}  // namespace

TextRows read_texts(const DataSet& data, std::span<const std::uint64_t> rows,
                    const Control& control) {
  TextRows texts;
  const std::string& task = data.manifest().recipe.task;
  const RowIndex index(data);
  for_rows<TextRows>(
      index, rows,
      {.shape = row_shape(data.manifest()), .want = {.rules = false}, .control = control},
      [&](Example& row, std::string_view, TextRows& out) {
        out.ids.push_back(id_of(task, row));
        out.inputs.push_back(row.input());
        out.targets.push_back(row.target());
      },
      [&](TextRows& some) { append(texts, some); });
  return texts;
}

TextRows read_grounded_texts(const DataSet& data, std::span<const std::uint64_t> rows,
                             std::uint32_t grid, const Control& control) {
  TextRows texts;
  const RowShape shape = row_shape(data.manifest());
  const std::size_t command = column_of(data, shape.schema, "command", ValueType::kText);
  const std::size_t world = column_of(data, shape.schema, "world", ValueType::kIntegers);
  const RowIndex index(data);
  for_rows<TextRows>(
      index, rows, {.shape = shape, .want = {.rules = false}, .control = control},
      [&](Example& row, std::string_view, TextRows& out) {
        out.ids.push_back(id_of(shape.task, row));
        out.inputs.push_back(text_at(row, command));
        out.targets.push_back(actions_as_words(row.target()));
        out.worlds.push_back(world_of(row, out.ids.back(), world, grid));
      },
      [&](TextRows& some) { append(texts, some); });
  return texts;
}

Examples::Examples(const TextRows& texts, const Vocabulary& vocabulary) {
  std::vector<Token> source;
  std::vector<Token> target;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    source.clear();
    target.clear();
    vocabulary.append_tokens(texts.inputs[i], source);
    vocabulary.append_tokens(texts.targets[i], target);
    texts.worlds.empty() ? add(source, target) : add(source, target, texts.worlds[i]);
  }
}

void Examples::add(std::span<const Token> source, std::span<const Token> target) {
  for (const std::span<const Token> piece : {source, target}) {
    starts_.push_back(tokens_.size());
    tokens_.insert(tokens_.end(), piece.begin(), piece.end());
  }
}

void Examples::add(std::span<const Token> source, std::span<const Token> target,
                   const CellWorld& world) {
  add(source, target);
  add_world(world.grid, {.target = world.target, .entries = world.entries});
}

void Examples::add_from(const Examples& others, std::size_t number) {
  add(others.source(number), others.target(number));
  if (others.grid() != 0) add_world(others.grid(), others.world(number));
}

void Examples::add_world(std::uint32_t grid, const WorldView& world) {
  ASSAY_CHECK(world_targets_.size() + 1 == size() && (grid_ == 0 || grid_ == grid));
  grid_ = grid;
  entries_.insert(entries_.end(), world.entries.begin(), world.entries.end());
  world_ends_.push_back(entries_.size());
  world_targets_.push_back(static_cast<std::uint8_t>(world.target));
}

WorldView Examples::world(std::size_t example) const {
  const std::size_t begin = example == 0 ? 0 : world_ends_[example - 1];
  return {.target = world_targets_[example],
          .entries = std::span(entries_).subspan(begin, world_ends_[example] - begin)};
}

std::span<const Token> Examples::piece(std::size_t number) const {
  const std::size_t end = number + 1 < starts_.size() ? starts_[number + 1] : tokens_.size();
  return std::span(tokens_).subspan(starts_[number], end - starts_[number]);
}

}  // namespace assay::learners
