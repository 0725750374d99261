// SPDX-License-Identifier: Apache-2.0
#include "engine/session/loop_steps.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/scan.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

// The other way too: from how many steps were made to the place on the axis.
std::int64_t ordinal(const ScanParts& parts, std::int64_t step) {
  return parts.reverse ? parts.steps - 1 - step : step;
}

HostArray array_of(const Tensor& tensor, const Value& value) {
  HostArray array{value.axes(), {}};
  const Tensor full = broadcast_to(tensor, value.dtype(), value.axes().lengths(), describe(value));
  array.values.resize(static_cast<std::size_t>(full.size()));
  for (std::int64_t i = 0; i < full.size(); ++i)
    array.values[static_cast<std::size_t>(i)] = full.at(i);
  return array;
}

// One element of a sequence.
Tensor part_of(const Tensor& sequence, std::int64_t step, const TensorType& type) {
  Tensor part(type.dtype, type.axes.lengths());
  const auto bytes = static_cast<std::ptrdiff_t>(part.bytes.size());
  std::copy_n(sequence.bytes.begin() + step * bytes, bytes, part.bytes.begin());
  return part;
}

LoopPlace outside(const LoopPlace& place, std::size_t operand, std::int64_t element) {
  return {place.loop->operands[operand], element, nullptr, -1};
}

// A result of a loop, in the step that gave it.
LoopPlace into(const LoopPlace& place) {
  const NodePtr& loop = place.value.node;
  const ScanParts parts = scan_parts(*loop);
  const auto result = static_cast<std::size_t>(place.value.result);
  if (parts.steps == 0) return place;
  if (result < parts.states)
    return {loop->loop->results[result], place.element, loop, ordinal(parts, parts.steps - 1)};
  const std::int64_t each =
      std::max<std::int64_t>(1, place.value.axes().element_count() / parts.steps);
  const std::int64_t step = place.element / each, element = place.element % each;
  if (result < parts.saved()) return {loop->loop->results[result], element, loop, step};
  const std::size_t state = result - parts.saved();
  const std::int64_t made = ordinal(parts, step);
  if (made == 0) return {loop->operands[state], element, nullptr, -1};
  return {loop->loop->results[state], element, loop, ordinal(parts, made - 1)};
}

// A parameter of a step, where it came from.
LoopPlace before(const LoopPlace& place, std::size_t parameter) {
  const ScanParts parts = scan_parts(*place.loop);
  if (parameter < parts.states) {
    const std::int64_t made = ordinal(parts, place.step);
    if (made == 0) return outside(place, parameter, place.element);
    return {place.loop->loop->results[parameter], place.element, place.loop,
            ordinal(parts, made - 1)};
  }
  if (parameter < parts.states + parts.sequences)
    return outside(place, parameter,
                   place.step * place.value.axes().element_count() + place.element);
  return outside(place, parameter, place.element);
}

std::size_t parameter_of(const LoopPlace& place) {
  const auto& parameters = place.loop->loop->parameters;
  return static_cast<std::size_t>(
      std::find(parameters.begin(), parameters.end(), place.value.node) - parameters.begin());
}

}  // namespace

LoopPlace made_at(LoopPlace place) {
  for (;;) {
    if (place.loop) {
      const std::size_t parameter = parameter_of(place);
      if (parameter == place.loop->loop->parameters.size()) return place;
      place = before(place, parameter);
    } else {
      if (!place.value.node->loop || scan_parts(*place.value.node).steps == 0) return place;
      const LoopPlace next = into(place);
      if (!next.value) return place;  // a result that nobody asks for
      place = next;
    }
  }
}

LoopSteps::LoopSteps(NodePtr loop, std::vector<Tensor> operands, std::function<bool()> go_on)
    : loop_(std::move(loop)), operands_(std::move(operands)), go_on_(std::move(go_on)) {
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

const Tensor& LoopSteps::at(std::int64_t step, const Value& value) {
  const std::int64_t wanted = ordinal(scan_parts(*loop_), step);
  while (std::ssize(before_) <= wanted) {  // states of the steps before it
    enter(ordinal(scan_parts(*loop_), std::ssize(before_) - 1));
    run();
    std::vector<Tensor> next;
    for (std::size_t i = 0; i < before_[0].size(); ++i)
      next.push_back(result_of(loop_->loop->results[i]));
    before_.push_back(std::move(next));
  }
  if (step_ != step) enter(step);
  const auto key = std::pair(value.node.get(), value.result);
  if (!values_.count(key) && !ran_) run();
  return values_.at(key);
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

void LoopSteps::run() {
  if (go_on_ && !go_on_()) refuse(ErrorKind::cancelled, "looking back was cancelled");
  for (const NodePtr& node : loop_->loop->order) {
    if (!node->def->evaluate)
      refuse(ErrorKind::key, "a step with '" + std::string(node->def->name) +
                                 "' is not looked into: " + describe(*node));
    std::vector<HostArray> in, out;
    for (const Value& operand : node->operands) in.push_back(array_of(result_of(operand), operand));
    for (const TensorType& type : node->results)
      out.push_back(
          {type.axes, std::vector<double>(static_cast<std::size_t>(type.axes.element_count()))});
    node->def->evaluate(*node, in, out);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const TensorType& type = node->results[i];
      Tensor made(type.dtype, type.axes.lengths());
      for (std::int64_t k = 0; k < made.size(); ++k)
        made.set(k, out[i].values[static_cast<std::size_t>(k)]);
      values_[{node.get(), static_cast<int>(i)}] = std::move(made);
    }
  }
  ran_ = true;
}

Tensor LoopSteps::result_of(const Value& value) const {
  if (!value) return {};
  if (const auto found = values_.find({value.node.get(), value.result}); found != values_.end())
    return found->second;
  if (const TensorPtr constant = constant_value(value)) return *constant;
  refuse(ErrorKind::key, "a step reads what it does not have: " + describe(value));
}

}  // namespace ng
