// SPDX-License-Identifier: Apache-2.0
#include "engine/provenance/loop_steps.h"

#include <algorithm>
#include <utility>

#include "engine/base/error.h"
#include "engine/graph/evaluate.h"
#include "engine/graph/graph.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

// Converts an axis position to an execution ordinal, or back (an involution).
std::int64_t ordinal(const ScanParts& parts, std::int64_t step) {
  return parts.reverse ? parts.steps - 1 - step : step;
}

Tensor full(const Tensor& tensor, const Value& value) {
  return broadcast_to(tensor, value.dtype(), value.axes().lengths(), describe(value));
}

// One element of a sequence along the loop's axis.
Tensor part_of(const Tensor& sequence, std::int64_t step, const TensorType& type) {
  Tensor part(type.dtype, type.axes.lengths());
  const auto bytes = static_cast<std::ptrdiff_t>(part.bytes.size());
  std::copy_n(sequence.bytes.begin() + step * bytes, bytes, part.bytes.begin());
  return part;
}

// The operand of the innermost loop of a place.
LoopPlace outside(const LoopPlace& place, std::size_t operand, std::int64_t element) {
  const NodePtr loop = place.loops.back();
  LoopPlace at{loop->operands[operand], element, place.loops, 0};
  at.loops.pop_back();
  if (!at.loops.empty()) at.step = place.step / scan_parts(*loop).steps;
  return at;
}

// A loop result, as the body value in the step that computed it.
LoopPlace into(const LoopPlace& place) {
  const NodePtr& loop = place.value.node;
  const ScanParts parts = scan_parts(*loop);
  const auto result = static_cast<std::size_t>(place.value.result);
  const auto inside = [&](std::size_t given, std::int64_t element, std::int64_t step) {
    LoopPlace at{loop->loop->results[given], element, place.loops, step};
    if (!place.loops.empty()) at.step += place.step * parts.steps;
    at.loops.push_back(loop);
    return at;
  };
  if (result < parts.states) return inside(result, place.element, ordinal(parts, parts.steps - 1));
  const std::int64_t each =
      std::max<std::int64_t>(1, place.value.axes().element_count() / parts.steps);
  const std::int64_t step = place.element / each, element = place.element % each;
  if (result < parts.saved()) return inside(result, element, step);
  const std::size_t state = result - parts.saved();
  const std::int64_t made = ordinal(parts, step);
  if (made == 0) return {loop->operands[state], element, place.loops, place.step};
  return inside(state, element, ordinal(parts, made - 1));
}

// A body parameter, as the value that it was read from.
LoopPlace before(const LoopPlace& place, std::size_t parameter) {
  const NodePtr& loop = place.loops.back();
  const ScanParts parts = scan_parts(*loop);
  const std::int64_t step = place.step % parts.steps;
  if (parameter < parts.states) {
    const std::int64_t made = ordinal(parts, step);
    if (made == 0) return outside(place, parameter, place.element);
    return {loop->loop->results[parameter], place.element, place.loops,
            place.step - step + ordinal(parts, made - 1)};
  }
  if (parameter < parts.states + parts.sequences)
    return outside(place, parameter, step * place.value.axes().element_count() + place.element);
  return outside(place, parameter, place.element);
}

std::size_t parameter_of(const LoopPlace& place) {
  if (place.loops.empty()) return 0;
  const auto& parameters = place.loops.back()->loop->parameters;
  return static_cast<std::size_t>(
      std::find(parameters.begin(), parameters.end(), place.value.node) - parameters.begin());
}

}  // namespace

std::int64_t steps_of(const Loops& loops) {
  std::int64_t steps = 1;
  for (const NodePtr& loop : loops) steps *= scan_parts(*loop).steps;
  return steps;
}

std::string text(const Loops& loops) {
  std::string all;
  for (const NodePtr& loop : loops)
    all += (all.empty() ? "" : " × ") + scan_parts(*loop).axis.label();
  return all;
}

LoopPlace made_at(LoopPlace place) {
  for (;;) {
    const std::size_t parameter = parameter_of(place);
    if (!place.loops.empty() && parameter < place.loops.back()->loop->parameters.size()) {
      place = before(place, parameter);
      continue;
    }
    if (!place.value.node->loop || scan_parts(*place.value.node).steps == 0) return place;
    LoopPlace next = into(place);
    if (!next.value) return place;  // an unused result
    place = std::move(next);
  }
}

LoopSteps::LoopSteps(NodePtr loop, std::vector<Tensor> operands)
    : loop_(std::move(loop)), operands_(std::move(operands)) {
  const ScanParts parts = scan_parts(*loop_);
  const auto states = static_cast<std::ptrdiff_t>(parts.states);
  before_.emplace_back(operands_.begin(), operands_.begin() + states);
}

bool LoopSteps::has(const Value& value) const {
  const Body& body = *loop_->loop;
  const auto in = [&](const std::vector<NodePtr>& nodes) {
    return std::find(nodes.begin(), nodes.end(), value.node) != nodes.end();
  };
  return in(body.parameters) || in(body.order);
}

const Tensor& LoopSteps::at(std::int64_t step, const Value& value,
                            const MayContinue& may_continue) {
  go_to(step, may_continue);
  const auto key = std::pair(value.node.get(), value.result);
  if (!values_.count(key) && !ran_) run(may_continue);
  return values_.at(key);
}

Tensor LoopSteps::operand(std::int64_t step, const Value& value, const MayContinue& may_continue) {
  go_to(step, may_continue);
  if (!ran_) run(may_continue);
  return full(result_of(value), value);
}

std::vector<Tensor> LoopSteps::results(const MayContinue& may_continue) {
  const ScanParts parts = scan_parts(*loop_);
  std::vector<Tensor> made;
  for (const TensorType& type : loop_->results) made.emplace_back(type.dtype, type.axes.lengths());
  for (std::size_t i = 0; i < parts.states; ++i) made[i] = operands_[i];  // for loops without steps
  const auto put = [&](std::size_t result, std::int64_t step, const Tensor& part) {
    std::copy(part.bytes.begin(), part.bytes.end(),
              made[result].bytes.begin() + step * static_cast<std::ptrdiff_t>(part.bytes.size()));
  };
  const auto& asked = loop_->loop->results;
  for (std::int64_t nth = 0; nth < parts.steps; ++nth) {
    const std::int64_t step = ordinal(parts, nth);
    go_to(step, may_continue);
    if (!ran_) run(may_continue);
    for (std::size_t i = 0; i < parts.states; ++i)
      if (nth + 1 == parts.steps && asked[i]) made[i] = full(result_of(asked[i]), asked[i]);
    for (std::size_t i = parts.states; i < parts.saved(); ++i)
      if (asked[i]) put(i, step, full(result_of(asked[i]), asked[i]));
    for (std::size_t i = parts.saved(); i < made.size(); ++i)
      put(i, step, before_[static_cast<std::size_t>(nth)][i - parts.saved()]);
  }
  return made;
}

void LoopSteps::go_to(std::int64_t step, const MayContinue& may_continue) {
  const std::int64_t wanted = ordinal(scan_parts(*loop_), step);
  while (std::ssize(before_) <= wanted) {  // computes the states of the steps before it
    enter(ordinal(scan_parts(*loop_), std::ssize(before_) - 1));
    run(may_continue);
    std::vector<Tensor> next;
    for (std::size_t i = 0; i < before_[0].size(); ++i)
      next.push_back(result_of(loop_->loop->results[i]));
    before_.push_back(std::move(next));
  }
  if (step_ != step) enter(step);
}

void LoopSteps::enter(std::int64_t step) {
  const ScanParts parts = scan_parts(*loop_);
  const Body& body = *loop_->loop;
  step_ = step, ran_ = false;
  values_.clear();
  for (std::size_t i = 0; i < body.parameters.size(); ++i) {
    const Value parameter{body.parameters[i], 0};
    const bool element = i >= parts.states && i < parts.states + parts.sequences;
    values_[{parameter.node.get(), 0}] =
        i < parts.states ? before_[static_cast<std::size_t>(ordinal(parts, step))][i]
        : element        ? part_of(operands_[i], step, parameter.type())
                         : operands_[i];
  }
}

void LoopSteps::run(const MayContinue& may_continue) {
  if (!may_continue()) refuse(ErrorKind::cancelled, "replaying a loop was cancelled");
  for (const NodePtr& node : loop_->loop->order) {
    std::vector<Tensor> made = made_by(node, may_continue);
    for (std::size_t i = 0; i < made.size(); ++i)
      values_[{node.get(), static_cast<int>(i)}] = std::move(made[i]);
  }
  ran_ = true;
}

std::vector<Tensor> LoopSteps::made_by(const NodePtr& node, const MayContinue& may_continue) const {
  if (node->loop) {
    std::vector<Tensor> operands;
    for (const Value& operand : node->operands)
      operands.push_back(full(result_of(operand), operand));
    return LoopSteps(node, std::move(operands)).results(may_continue);
  }
  if (!node->def->evaluate)
    refuse(ErrorKind::key,
           "cannot replay a step with '" + std::string(node->def->name) + "': " + describe(*node));
  std::vector<Tensor> in;
  for (const Value& operand : node->operands) in.push_back(full(result_of(operand), operand));
  return evaluate(*node, in);
}

Tensor LoopSteps::result_of(const Value& value) const {
  if (!value) return {};
  if (const auto found = values_.find({value.node.get(), value.result}); found != values_.end())
    return found->second;
  if (const TensorPtr constant = constant_value(value)) return *constant;
  refuse(ErrorKind::key, "a loop step reads a value outside of the loop: " + describe(value));
}

}  // namespace ng
