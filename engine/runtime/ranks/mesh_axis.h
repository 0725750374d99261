// SPDX-License-Identifier: Apache-2.0
// One axis of an arrangement of ranks.
#pragma once

#include <string>

namespace ng {

// An axis along which ranks are arranged: the graph's axis that they divide, and their number.
struct MeshAxis {
  std::string name;
  int ranks = 1;
  bool operator==(const MeshAxis&) const = default;
};

}  // namespace ng
