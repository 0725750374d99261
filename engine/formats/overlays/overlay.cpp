// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/overlays/overlay.h"

#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include "engine/base/quote.h"
#include "engine/formats/overlays/csv_rows.h"
#include "engine/parsing/json_field.h"
#include "engine/parsing/plain_text.h"
#include "engine/records/graph_record.h"

namespace ng {
namespace {

constexpr std::string_view spaces = " \t\r\n";

void check_rows(const Reader& reader, std::size_t rows) {
  reader.check_limit("the number of values of an overlay", rows, most_overlay_rows);
}

Overlay read_json(Reader& reader) {
  const JsonTree tree = parse_json(reader);
  const JsonField root(tree, reader);
  const std::optional<JsonField> wrapped = root.find("values");
  const bool flat = !wrapped || !wrapped->is_object();
  Overlay overlay;
  overlay.title = std::filesystem::path(reader.path()).stem().string();
  if (!flat) {
    for (const auto& [key, field] : root.members()) {
      if (key == "title") overlay.title = field.name();
      if (key != "title" && key != "values")
        field.fail("an unknown field", quote(key), "only title and values",
                   "remove it, or move it into values");
    }
  }
  const auto members = (flat ? root : *wrapped).members();
  check_rows(reader, members.size());
  for (const auto& [op, field] : members) {
    if (op.empty()) field.fail("an op has no name", "an empty name", "the name of an op");
    const double value = field.number();
    if (!std::isfinite(value)) field.fail("a value is not finite", "an infinity", "a number");
    overlay.rows.push_back({op, value});
  }
  return overlay;
}

Overlay read_csv(Reader& reader) {
  CsvRows rows(reader);
  Overlay overlay;
  std::vector<std::string> cells;
  if (!rows.next(cells) || cells.size() != 2 || cells[0] != "op" || cells[1].empty())
    rows.fail("the header is missing", cells.empty() ? "an empty file" : quote(cells[0]),
              "a first line op,TITLE, such as op,error");
  overlay.title = cells[1];
  std::unordered_map<std::string, int> lines;
  while (rows.next(cells)) {
    if (cells.size() != 2)
      rows.fail("a line needs two cells", std::to_string(cells.size()), "the op's name, a number");
    if (cells[0].empty()) rows.fail("an op has no name", "an empty cell", "the name of an op");
    const auto [known, added] = lines.emplace(cells[0], rows.line());
    if (!added)
      rows.fail("an op has two values",
                quote(cells[0]) + ", also in line " + std::to_string(known->second),
                "one line per op");
    check_rows(reader, lines.size());
    overlay.rows.push_back({cells[0], rows.number(cells[1])});
  }
  return overlay;
}

}  // namespace

Overlay read_overlay(Reader& reader) {
  reader.seek(0);
  reader.check_limit("the size of an overlay", reader.size(), most_overlay_bytes);
  const std::string first = reader.first_bytes(512);
  const bool json = trimmed(without_byte_order_mark(first)).starts_with('{');
  Overlay overlay = json ? read_json(reader) : read_csv(reader);
  overlay.path = reader.path();
  return overlay;
}

bool looks_like_overlay(std::string_view first) {
  first = without_byte_order_mark(first);
  const std::size_t brace = first.find_first_not_of(spaces);
  if (brace == first.npos || first[brace] != '{') return false;
  const std::size_t quoted = first.find_first_not_of(spaces, brace + 1);
  if (quoted == first.npos || first[quoted] != '"') return false;
  const std::size_t end = first.find('"', quoted + 1);
  if (end == first.npos) return false;
  const std::string_view key = first.substr(quoted + 1, end - quoted - 1);
  if (key == "title" || key == "values") return true;
  const std::size_t colon = first.find_first_not_of(spaces, end + 1);
  const std::size_t value = colon == first.npos || first[colon] != ':'
                                ? first.npos
                                : first.find_first_not_of(spaces, colon + 1);
  return value != first.npos && std::string_view("-0123456789").find(first[value]) != first.npos;
}

OverlayMatch match_overlay(const Overlay& overlay, const GraphRecord& graph) {
  std::unordered_map<std::string, OpId> full;
  std::unordered_map<std::string_view, std::optional<OpId>> last;  // none: several ops
  for (const OpRecord& op : graph.ops) {
    full.emplace(op.name, op.id);
    if (!op.scope.empty()) full.emplace(op.scope + "/" + op.name, op.id);
    const std::string_view name = std::string_view(op.name).substr(op.name.find_last_of('/') + 1);
    if (const auto [known, added] = last.emplace(name, op.id); !added) known->second.reset();
  }
  OverlayMatch match;
  for (const OverlayRow& row : overlay.rows) {
    const auto exact = full.find(row.op);
    const auto shortened = last.find(row.op);
    std::optional<OpId> op;
    if (exact != full.end()) {
      op = exact->second;
    } else if (shortened != last.end()) {
      op = shortened->second;
    }
    const bool found = op && match.values.emplace(*op, row.value).second;
    if (!found) match.unmatched.push_back(row.op);
  }
  return match;
}

}  // namespace ng
