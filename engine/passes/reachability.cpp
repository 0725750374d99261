// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/reachability.h"

namespace ng {

int Reachability::add() {
  rows_.emplace_back();
  led_to_.push_back(false);
  return static_cast<int>(rows_.size()) - 1;
}

bool Reachability::bit(const Row& row, int thing) {
  const auto word = static_cast<std::size_t>(thing) / 64;
  return word < row.size() && (row[word] >> (thing % 64) & 1);
}

// Adds the bits of `other` and the bit of `thing` to `row`.
void Reachability::unite(Row& row, const Row& other, int thing) {
  const auto word = static_cast<std::size_t>(thing) / 64;
  if (row.size() < std::max(other.size(), word + 1)) row.resize(std::max(other.size(), word + 1));
  for (std::size_t i = 0; i < other.size(); ++i) row[i] |= other[i];
  row[word] |= std::uint64_t{1} << (thing % 64);
}

bool Reachability::leads(int from, int to) const {
  if (from == to || rows_.size() > most) return true;
  return bit(rows_[static_cast<std::size_t>(from)], to);
}

void Reachability::link(int from, int to) {
  if (rows_.size() > most || bit(rows_[static_cast<std::size_t>(from)], to)) return;
  led_to_[static_cast<std::size_t>(to)] = true;
  const Row target = rows_[static_cast<std::size_t>(to)];
  unite(rows_[static_cast<std::size_t>(from)], target, to);
  if (!led_to_[static_cast<std::size_t>(from)]) return;
  for (Row& row : rows_) {
    if (bit(row, from)) unite(row, target, to);
  }
}

void Reachability::merge(int into, int from) {
  if (rows_.size() > most) return;
  const Row target = rows_[static_cast<std::size_t>(from)];
  for (std::size_t i = 0; i < target.size() * 64; ++i) {
    if (bit(target, static_cast<int>(i))) link(into, static_cast<int>(i));
  }
  if (led_to_[static_cast<std::size_t>(from)]) led_to_[static_cast<std::size_t>(into)] = true;
  const Row all = rows_[static_cast<std::size_t>(into)];
  for (Row& row : rows_) {
    if (bit(row, from)) unite(row, all, into);
  }
}

}  // namespace ng
