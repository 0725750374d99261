// SPDX-License-Identifier: Apache-2.0
// The three columns of the canvas, and the column of each op.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "engine/records/records.h"
#include "views/layout/op_table.h"

namespace ng::views {

// Forward computation, derivatives, changes of state.
enum class Band { forward, gradient, update };

// The column given by the op's own role.
Band ownBand(const OpRecord& op);

class Bands {
 public:
  Bands() = default;
  explicit Bands(const std::vector<GraphRecordPtr>& graphs);

  Band of(OpId op) const { return bands_.of(op); }
  // True for an outermost scope that only changes state, such as an optimizer's.
  bool updates(const std::string& scope) const { return updating_.count(scope) != 0; }

 private:
  Band bandOf(const OpRecord& op) const;

  OpTable<Band> bands_;
  std::unordered_set<std::string> updating_;
};

}  // namespace ng::views
