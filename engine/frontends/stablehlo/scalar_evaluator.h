// SPDX-License-Identifier: Apache-2.0
// Evaluates scalars of a block for given arguments, also through calls of functions: conditions of
// loops, comparators of sorts.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/formats/stablehlo/stablehlo_module.h"

namespace ng::stablehlo {

// A block, and the call whose function it is.
struct Frame {
  const Block* block = nullptr;
  const Operation* call = nullptr;  // null: the outermost block
  const Frame* caller = nullptr;
  // Of each value that the block defines: its op, and which result it is.
  std::unordered_map<std::string_view, std::pair<const Operation*, std::size_t>> definitions = {};
};

// Where a value comes from: an op and which result of it, an argument of the outermost block, or
// neither if it is defined outside.
struct Definition {
  const Operation* op = nullptr;
  std::size_t result = 0;
  const Frame* frame = nullptr;
  std::optional<std::size_t> argument = {};
  std::string name = {};  // of the value in that frame
};

class ScalarEvaluator {
 public:
  using Arguments = std::vector<std::optional<double>>;
  // Values that are defined outside of the block.
  using Outside = std::function<std::optional<double>(const std::string& name)>;

  // `block` and `module` must outlive the evaluator.
  ScalarEvaluator(const Module& module, const Block& block, Outside outside = {})
      : module_(module), outside_(std::move(outside)) {
    add_frame(block, nullptr, nullptr);
  }

  const Frame& root() const { return frames_.front(); }
  Definition definition(const std::string& name) { return definition(name, root()); }
  Definition definition(const std::string& name, const Frame& frame);
  // Nothing if it depends on more than scalars that are given. Absent arguments have no value.
  std::optional<double> value(const std::string& name, const Arguments& arguments) {
    return value(name, root(), arguments);
  }
  std::optional<double> value(const std::string& name, const Frame& frame,
                              const Arguments& arguments);
  // The operands of the op that ends the block.
  static const std::vector<std::string>& returned(const Block& block);

 private:
  const Frame& add_frame(const Block& block, const Operation* call, const Frame* caller);
  const Frame& frame_of(const Operation& call, const Function& callee, const Frame& caller);
  std::optional<double> value_of(const Definition& from, const Arguments& arguments);

  const Module& module_;
  const Outside outside_;
  std::deque<Frame> frames_;  // whose addresses stay
  std::map<std::pair<const Operation*, const Frame*>, const Frame*> callees_;  // by call, caller
  int steps_ = 0;
};

// The callee of a call; null: none.
const Function* callee_of(const Module& module, const Operation& op);

}  // namespace ng::stablehlo
