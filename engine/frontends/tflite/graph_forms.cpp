// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tflite/graph_forms.h"

#include <algorithm>

namespace ng::tflite {

namespace {

bool is_activated(const Operator& op) {
  const onnx::Attribute* activation = op.find("activation");
  return activation && !activation->s.empty() && activation->s != "NONE";
}

}  // namespace

GraphForms::GraphForms(const Model& model, const Graph& graph) : model_(model), graph_(graph) {
  for (const Operator& op : graph_.operators) {
    for (const std::int64_t index : op.outputs) made_by_[index] = &op;
  }
}

const Operator* GraphForms::maker(std::int64_t index, std::string_view name) const {
  const auto at = made_by_.find(index);
  return at == made_by_.end() || at->second->name != name ? nullptr : at->second;
}

bool GraphForms::counts(std::int64_t next, std::int64_t counter) const {
  const Operator* add = maker(next, "ADD");
  if (!add || add->inputs.size() != 2 || is_activated(*add)) return false;
  for (const std::size_t i : {0, 1}) {
    if (add->inputs[i] != counter) continue;
    const auto one = integers_of(add->inputs[1 - i]);
    if (one == std::vector<std::int64_t>{1} &&
        tensor(add->inputs[1 - i]).shape == tensor(counter).shape)
      return true;
  }
  return false;
}

// The elements of a small constant of integers.
std::optional<std::vector<std::int64_t>> GraphForms::integers_of(std::int64_t index) const {
  if (index < 0 || std::count(graph_.inputs.begin(), graph_.inputs.end(), index) > 0)
    return std::nullopt;
  const Tensor& given = tensor(index);
  const auto dtype = given.type.dtype();
  if (!given.is_constant() || !given.fault.empty() || given.bytes > 64 || !model_.file ||
      (dtype != DType::i32 && dtype != DType::i64))
    return std::nullopt;
  ng::Tensor values(*dtype, given.shape);
  const std::span<std::byte> bytes(values.bytes.data(), values.bytes.size());
  if (model_.file->read(given.offset, bytes) != bytes.size()) return std::nullopt;
  std::vector<std::int64_t> all;
  for (std::int64_t i = 0; i < values.size(); ++i)
    all.push_back(static_cast<std::int64_t>(values.at(i)));
  return all;
}

// CONCATENATION(SLICE(list, 0, [i, -1, …]), element, SLICE(list, [i + 1, 0, …], -1)), which sets an
// element of a list of TensorFlow.
std::optional<ListWrite> GraphForms::list_write(const Operator& op) const {
  const onnx::Attribute* axis = op.find("axis");
  if (op.name != "CONCATENATION" || op.inputs.size() != 3 || op.outputs.size() != 1 ||
      (axis && axis->i != 0) || is_activated(op))
    return std::nullopt;
  const Operator *before = maker(op.inputs[0], "SLICE"), *after = maker(op.inputs[2], "SLICE");
  if (!before || !after || before->inputs.size() != 3 || after->inputs.size() != 3 ||
      before->inputs[0] != after->inputs[0] || before->inputs[0] < 0 || op.inputs[1] < 0)
    return std::nullopt;
  const auto all = [&](std::int64_t index, std::int64_t value) {
    const auto found = integers_of(index);
    return found && std::all_of(found->begin(), found->end(),
                                [&](std::int64_t each) { return each == value; });
  };
  // The first element of a list of indices of which the others are constants.
  const auto first_of = [&](std::int64_t index, std::int64_t rest) -> std::optional<std::int64_t> {
    const Operator* joined = maker(index, "CONCATENATION");
    if (!joined || joined->inputs.size() != 2 || is_activated(*joined) ||
        !all(joined->inputs[1], rest))
      return std::nullopt;
    const Operator* scalar = maker(joined->inputs[0], "RESHAPE");
    if (!scalar || scalar->inputs.empty() || scalar->inputs[0] < 0 ||
        !tensor(scalar->inputs[0]).shape.empty())
      return std::nullopt;
    return scalar->inputs[0];
  };
  const auto size = first_of(before->inputs[2], -1), start = first_of(after->inputs[1], 0);
  const Shape list = tensor(before->inputs[0]).shape, element = tensor(op.inputs[1]).shape;
  const bool fits = !list.empty() && !element.empty() && list[0] > 0 && element[0] == 1 &&
                    std::equal(list.begin() + 1, list.end(), element.begin() + 1, element.end());
  if (!size || !start || !fits || !all(before->inputs[1], 0) || !all(after->inputs[2], -1) ||
      !counts(*start, *size))
    return std::nullopt;
  return ListWrite{before->inputs[0], *size, op.inputs[1]};
}

}  // namespace ng::tflite
