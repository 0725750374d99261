// SPDX-License-Identifier: Apache-2.0
// An op of a graph.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/dtype.h"
#include "engine/base/enum_names.h"
#include "engine/base/op_id.h"
#include "engine/graph/family.h"
#include "engine/graph/op_traits.h"
#include "engine/records/axis_record.h"

namespace ng {

// The part of a training step that an op belongs to: input: a source of the user's; loss: a cost
// and its users; gradient: a derivative; update: effects, and ops between gradients and effects.
enum class OpRole { input, forward, loss, gradient, update };
constexpr auto names_of(OpRole) {
  return std::to_array<std::string_view>({"input", "forward", "loss", "gradient", "update"});
}

struct ResultRecord {
  std::vector<AxisRecord> axes;
  DType dtype = DType::f32;
};

struct OperandRecord {
  OpId op = 0;
  int result = 0;    // which of the producer's results
  std::string name;  // the operand's name in the op's record: "x", "y", "error" …
};

struct OpRecord {
  OpId id = 0;
  std::string op;     // the op's record name: "dot", "add", "fused" …
  std::string name;   // unique within the document: "W", "add_3"
  std::string glyph;  // one or two characters: "+", "⊗", "σ", "Σ"
  Family family = Family::elementwise;
  Traits traits;                  // what the op's record says about it
  std::string scope;              // "layer1/gate", empty at top level
  OpRole role = OpRole::forward;  // group on the canvas
  std::vector<OperandRecord> operands;
  std::vector<ResultRecord> results;
  std::vector<std::pair<std::string, std::string>> attributes;  // as text, in a fixed order
  std::vector<std::pair<std::string, std::string>> metadata;
  std::vector<OpId> origins;  // the user's ops that this op comes from; for a user's op, itself
  std::string made_by;        // the pass or rule that made it; empty for a user's op
  std::string file;           // source file and line that created it (or its first origin)
  int line = 0;
  std::int64_t flops = 0;   // per run
  std::int64_t bytes = 0;   // read + written per run, without fusion
  OpId kernel = 0;          // the fused op that contains it, a hull on the canvas; 0: none
  std::string kernel_name;  // "k0"; empty before fusion
};

}  // namespace ng
