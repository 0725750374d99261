// SPDX-License-Identifier: Apache-2.0
// What an order of passes is beside the usual one, as moves.
#pragma once

#include <string>
#include <vector>

namespace ng {

// A pass that stands elsewhere than usual, and the one that it was moved in front of (`up`) or
// behind.
struct PassMove {
  std::string name, beside;
  bool up = true;
};

// As few as tell it. None for the usual order, and for names that are not those of passes.
std::vector<PassMove> pass_moves(const std::vector<std::string>& order);

}  // namespace ng
