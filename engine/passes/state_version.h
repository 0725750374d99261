// SPDX-License-Identifier: Apache-2.0
// What a variable holds at a point of a computation, and the writes that made it.
#pragma once

#include <vector>

#include "engine/graph/op.h"

namespace ng {

struct PartWrite {
  NodePtr by;   // a set_item
  Value value;  // what it writes
};

struct StateVersion {
  Value value;
  NodePtr by = nullptr;               // the op that wrote last; null: none
  NodePtr whole = nullptr;            // the op that wrote all elements last; null: none
  std::vector<PartWrite> parts = {};  // the writes to parts after that
};

// A tensor after the write to a part of it.
Value with_part(const Value& whole, const PartWrite& part);

struct JoinedVersion {
  StateVersion version;
  bool depends_on_order = false;  // a write covers elements of another one
};

// The version after the writes of two computations that begin with `start` and are not ordered:
// each computed its values on its own, and the writes take effect in the order of their creation.
JoinedVersion joined(const StateVersion& start, const StateVersion& a, const StateVersion& b);

}  // namespace ng
