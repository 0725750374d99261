// SPDX-License-Identifier: Apache-2.0
// Describes a pass order as moves relative to the default order.
#pragma once

#include <string>
#include <vector>

namespace ng {

// A pass that was moved in front of (`up`) or behind another pass.
struct PassMove {
  std::string name, beside;
  bool up = true;
};

// The smallest set of moves. Empty for the default order and for unknown pass names.
std::vector<PassMove> pass_moves(const std::vector<std::string>& order);

}  // namespace ng
