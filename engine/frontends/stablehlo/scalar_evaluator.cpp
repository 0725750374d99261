// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/stablehlo/scalar_evaluator.h"

#include <algorithm>
#include <cmath>

namespace ng::stablehlo {
namespace {

constexpr int most_steps = 4096;  // of one value
constexpr int deepest = 64;       // calls within calls

using Values = std::vector<double>;

std::optional<double> compared(const std::string& direction, double a, double b) {
  if (direction == "EQ") return a == b;
  if (direction == "NE") return a != b;
  if (direction == "LT") return a < b;
  if (direction == "LE") return a <= b;
  if (direction == "GT") return a > b;
  if (direction == "GE") return a >= b;
  return std::nullopt;
}

bool is_boolean(const Operation& op) {
  return !op.result_types.empty() && op.result_types[0].element == "i1";
}

// The truth value that decides the result alone.
std::optional<bool> deciding_operand(const Operation& op) {
  if (!is_boolean(op) || op.operands.size() != 2) return std::nullopt;
  if (op.name == "stablehlo.and") return false;
  return op.name == "stablehlo.or" ? std::optional(true) : std::nullopt;
}

// The op of scalars with these operands.
std::optional<double> computed(const Operation& op, const Values& x) {
  const std::string& name = op.name;
  if (x.size() == 1) {
    if (name == "stablehlo.convert") return is_boolean(op) ? x[0] != 0 : x[0];
    for (const char* same : {"stablehlo.reshape", "stablehlo.broadcast_in_dim"})
      if (name == same) return x[0];
    if (name == "stablehlo.negate") return -x[0];
    if (name == "stablehlo.abs") return std::abs(x[0]);
    if (name == "stablehlo.not" && is_boolean(op)) return x[0] == 0;
  }
  if (x.size() == 2) {
    if (name == "stablehlo.add") return x[0] + x[1];
    if (name == "stablehlo.subtract") return x[0] - x[1];
    if (name == "stablehlo.multiply") return x[0] * x[1];
    if (name == "stablehlo.maximum") return std::max(x[0], x[1]);
    if (name == "stablehlo.minimum") return std::min(x[0], x[1]);
    if (name == "stablehlo.and" && is_boolean(op)) return x[0] != 0 && x[1] != 0;
    if (name == "stablehlo.or" && is_boolean(op)) return x[0] != 0 || x[1] != 0;
    const Attribute* direction = op.find("comparison_direction");
    if (name == "stablehlo.compare" && direction) return compared(direction->text, x[0], x[1]);
  }
  if (x.size() == 3) {
    if (name == "stablehlo.select") return x[0] != 0 ? x[1] : x[2];
    if (name == "stablehlo.clamp") return std::min(std::max(x[1], x[0]), x[2]);
  }
  return std::nullopt;
}

// In the type of the op's result, since computed() works in double. Nothing for integers that would
// wrap.
std::optional<double> as_result(const Operation& op, std::optional<double> value) {
  const auto dtype = op.result_types.empty() ? std::nullopt : dtype_of(op.result_types[0]);
  if (!value || !dtype || *dtype == DType::bool_) return value;
  const double typed = round_to(*dtype, *value);
  if (!is_float(*dtype) && typed != std::trunc(*value)) return std::nullopt;
  return typed;
}

std::optional<double> constant_of(const Operation& op) {
  const Attribute* value = op.find("value");
  if (!value || !value->elements || value->elements->values.size() != 1) return std::nullopt;
  return value->elements->values.item();
}

std::optional<std::size_t> position(const std::vector<std::string>& names,
                                    const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<std::size_t>(at - names.begin());
}

}  // namespace

const Function* callee_of(const Module& module, const Operation& op) {
  const bool calls = op.name == "func.call" || op.name == "call";
  const Attribute* callee = op.find(op.name == "stablehlo.composite" ? "decomposition" : "callee");
  return callee && (calls || op.name == "stablehlo.composite") ? module.find(callee->text)
                                                               : nullptr;
}

const std::vector<std::string>& ScalarEvaluator::returned(const Block& block) {
  static const std::vector<std::string> none;
  return block.operations.empty() ? none : block.operations.back().operands;
}

const Frame& ScalarEvaluator::add_frame(const Block& block, const Operation* call,
                                        const Frame* caller) {
  Frame& frame = frames_.emplace_back(Frame{&block, call, caller});
  for (const Operation& op : block.operations)
    for (std::size_t i = 0; i < op.results.size(); ++i)
      frame.definitions.emplace(op.results[i], std::pair(&op, i));
  return frame;
}

const Frame& ScalarEvaluator::frame_of(const Operation& call, const Function& callee,
                                       const Frame& caller) {
  const Frame*& known = callees_[{&call, &caller}];
  if (!known) known = &add_frame(callee.body, &call, &caller);
  return *known;
}

Definition ScalarEvaluator::definition(const std::string& name, const Frame& frame) {
  std::string now = name;
  const Frame* at = &frame;
  for (int depth = 0; depth < deepest;) {
    if (const auto argument = position(at->block->arguments, now)) {
      if (!at->call) return {nullptr, 0, at, *argument, now};
      if (*argument >= at->call->operands.size()) break;
      now = at->call->operands[*argument];
      at = at->caller;
      continue;
    }
    const auto own = at->definitions.find(now);
    if (own == at->definitions.end()) break;
    const auto [found, result] = own->second;
    const Function* callee = callee_of(module_, *found);
    if (!callee) return {found, result, at, {}, now};
    const std::vector<std::string>& results = returned(callee->body);
    if (result >= results.size()) break;
    at = &frame_of(*found, *callee, *at);
    now = results[result];
    ++depth;
  }
  return {nullptr, 0, at, {}, now};
}

std::optional<double> ScalarEvaluator::value(const std::string& name, const Frame& frame,
                                             const Arguments& arguments) {
  steps_ = 0;
  return value_of(definition(name, frame), arguments);
}

std::optional<double> ScalarEvaluator::value_of(const Definition& from,
                                                const Arguments& arguments) {
  if (++steps_ > most_steps) return std::nullopt;
  if (from.argument)
    return *from.argument < arguments.size() ? arguments[*from.argument] : std::nullopt;
  if (!from.op) return from.frame == &root() && outside_ ? outside_(from.name) : std::nullopt;
  if (from.op->name == "stablehlo.constant") return constant_of(*from.op);
  if (from.op->operands.empty() || from.op->operands.size() > 3) return std::nullopt;
  const std::optional<bool> decisive = deciding_operand(*from.op);
  Values operands;
  bool known = true;
  for (const std::string& name : from.op->operands) {
    const std::optional<double> operand = value_of(definition(name, *from.frame), arguments);
    if (operand && decisive && (*operand != 0) == *decisive) return *decisive;
    known = known && operand;
    operands.push_back(operand.value_or(0));
  }
  return known ? as_result(*from.op, computed(*from.op, operands)) : std::nullopt;
}

}  // namespace ng::stablehlo
