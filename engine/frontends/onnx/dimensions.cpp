// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/dimensions.h"

#include <cctype>

namespace ng::onnx {
namespace {

constexpr int most_borrowed = 64;

}  // namespace

Axis Dimensions::fresh(std::int64_t length, const std::string& hint) {
  if (unified_) return make_axis(length, distinct(hint));
  const std::size_t row = rows_.size();
  const auto like = row_named_.find(hint);
  const std::string own = "#" + std::to_string(row);
  rows_.push_back({length, hint, 0, row, {}, make_axis(length, own)});
  if (like != row_named_.end()) rows_.back().like = like->second;
  row_named_[own] = row;
  apart_.emplace_back();
  row_of_[rows_.back().axis.identity()] = row;
  return rows_.back().axis;
}

std::vector<Axis> Dimensions::fresh_of(const std::vector<std::int64_t>& lengths) {
  std::vector<Axis> axes;
  for (const std::int64_t length : lengths) {
    const bool first = axes.empty();
    axes.push_back(fresh(length, lengths.size() == 1  ? "element"
                                 : lengths.size() > 2 ? "dim"
                                 : first              ? "row"
                                                      : "column"));
  }
  keep_apart(axes);
  return axes;
}

Axis Dimensions::named_axis(std::size_t row) {
  AxisOptions options;
  const std::string name = name_of(row);
  options.batch = name == "batch" || name == "batch_size" || name == "N";
  return make_axis(rows_[row].length, distinct(name), options);
}

Axis Dimensions::axis_of(const Axis& axis) const {
  if (const auto row = row_of_.find(axis.identity()); row != row_of_.end())
    return rows_[rows_[row->second].parent].unified;
  const auto row = row_named_.find(axis.name());
  if (row == row_named_.end()) return axis;
  const Axis& unified = rows_[rows_[row->second].parent].unified;
  AxisOptions options;
  options.batch = unified.is_batch();
  options.roles = {axis.roles().begin(), axis.roles().end()};
  return make_axis(axis.length(), unified.name(), std::move(options));
}

// Merged rows may borrow from each other; then none has a name.
std::string Dimensions::name_of(std::size_t row) {
  for (int steps = 0; steps < most_borrowed; ++steps) {
    const Row& top = rows_[root(row)];
    if (top.rank > 0 || !top.like) return top.name;
    row = *top.like;
  }
  return "dim";
}

void Dimensions::prefer(const Axis& axis, const std::string& name, int rank) {
  const auto at = row_of_.find(axis.identity());
  if (unified_ || at == row_of_.end() || rows_[at->second].rank >= rank) return;
  rows_[at->second].name = name;
  rows_[at->second].rank = rank;
}

void Dimensions::resemble(const Axis& axis, const Axis& other) {
  const auto at = row_of_.find(axis.identity()), like = row_of_.find(other.identity());
  if (unified_ || at == row_of_.end() || like == row_of_.end() || rows_[at->second].like) return;
  rows_[at->second].like = like->second;
}

void Dimensions::equate(const Axis& a, const Axis& b) {
  if (unified_ || a == b) return;
  const auto x = row_of_.find(a.identity()), y = row_of_.find(b.identity());
  if (x != row_of_.end() && y != row_of_.end()) equal_.emplace_back(x->second, y->second);
}

void Dimensions::keep_apart(const std::vector<Axis>& axes) {
  if (unified_) return;
  for (const Axis& a : axes) {
    for (const Axis& b : axes) {
      const auto x = row_of_.find(a.identity()), y = row_of_.find(b.identity());
      if (x == row_of_.end() || y == row_of_.end() || x == y) continue;
      apart_[x->second].insert(y->second);
    }
  }
}

std::size_t Dimensions::root(std::size_t i) {
  while (rows_[i].parent != i) i = rows_[i].parent = rows_[rows_[i].parent].parent;
  return i;
}

void Dimensions::merge(std::size_t a, std::size_t b) {
  a = root(a);
  b = root(b);
  if (a == b || rows_[a].length != rows_[b].length || apart_[a].contains(b)) return;
  if (apart_[a].size() < apart_[b].size()) std::swap(a, b);
  for (const std::size_t other : apart_[b]) {
    apart_[a].insert(other);
    apart_[other].erase(b);
    apart_[other].insert(a);
  }
  apart_[b].clear();
  const bool better = rows_[b].rank > rows_[a].rank || (rows_[b].rank == rows_[a].rank && b < a);
  if (better) {
    rows_[a].name = rows_[b].name;
    rows_[a].rank = rows_[b].rank;
    rows_[a].like = rows_[b].like;
  }
  rows_[b].parent = a;
}

void Dimensions::unify() {
  for (const auto& [a, b] : equal_) merge(a, b);
  equal_.clear();
  apart_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Axis& unified = rows_[root(i)].unified;
    if (!unified) unified = named_axis(i);
    rows_[i].parent = root(i);
    for (const std::string& role : rows_[i].axis.roles()) unified.add_role(role);
  }
  unified_ = true;
}

// Documents write dual levels and flattened axes with punctuation.
std::string Dimensions::distinct(const std::string& symbol) {
  std::string name = symbol;
  for (char& each : name) {
    const auto byte = static_cast<unsigned char>(each);
    if (byte < 0x80 && !std::isalnum(byte) && each != '_' && each != '.') each = '_';
  }
  const int count = ++taken_[name];
  if (count == 1) return name;
  const std::string numbered = name + "_" + std::to_string(count);
  return taken_.contains(numbered) ? distinct(name) : (taken_[numbered] = 1, numbered);
}

std::string Dimensions::readable(const std::string& text) const {
  std::string named;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (text[i] == '#' && end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    const std::string part = text.substr(i, end - i);
    const auto row = row_named_.find(part);
    named += row == row_named_.end() ? part : rows_[rows_[row->second].parent].unified.name();
    i = end;
  }
  return named;
}

}  // namespace ng::onnx
