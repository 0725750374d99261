// SPDX-License-Identifier: Apache-2.0
// Which of a growing set of things lead to which. The answer is kept complete as links are added,
// so that a question costs one look.
#pragma once

#include <cstdint>
#include <vector>

namespace ng {

class Reachability {
 public:
  // More things than this, and every answer is yes: the table would grow with their square.
  static constexpr std::size_t most = 1 << 15;

  int add();  // a new thing, linked to nothing; its number, from 0
  // True for a thing and itself.
  bool leads(int from, int to) const;
  // `from` leads to `to` and to all that `to` leads to. `to` must not lead to `from`.
  void link(int from, int to);
  // What led to either leads to `into` now, which leads where both led. Neither may lead to the
  // other; `from` is not to be used any more.
  void merge(int into, int from);

 private:
  using Row = std::vector<std::uint64_t>;  // a bit for each thing that is led to
  static bool bit(const Row& row, int thing);
  static void unite(Row& row, const Row& other, int thing);

  std::vector<Row> rows_;
  std::vector<bool> led_to_;  // by anything
};

}  // namespace ng
