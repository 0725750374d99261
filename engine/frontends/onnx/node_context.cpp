// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/node_context.h"

#include <algorithm>
#include <cmath>

#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/padding/padding.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/state.h"

namespace ng::onnx {

namespace {

const char* name_of(AttributeKind kind) {
  static constexpr const char* names[] = {"untyped",
                                          "a number",
                                          "an integer",
                                          "text",
                                          "a tensor",
                                          "a graph",
                                          "a list of numbers",
                                          "a list of integers",
                                          "a list of texts",
                                          "a list of tensors",
                                          "a list of graphs",
                                          "a sparse tensor",
                                          "a list of sparse tensors",
                                          "a type",
                                          "a list of types"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace

const Item& NodeContext::item(std::size_t i) const {
  if (!has(i)) refuse("its input " + std::to_string(i) + " is absent");
  return *inputs_[i];
}

const ItemPtr& NodeContext::shared(std::size_t i) const {
  item(i);
  return inputs_[i];
}

Op NodeContext::op(std::size_t i) const {
  item(i);
  const Op made = op_of(*inputs_[i], dims);
  return widened_ ? of_type(made, computed_in(made.dtype())) : made;
}

DType NodeContext::widened() {
  widened_ = true;
  return computed_in(dtype());
}

const ng::Tensor* NodeContext::known(std::size_t i) const {
  return has(i) && inputs_[i]->known ? &*inputs_[i]->known : nullptr;
}

const ng::Tensor& NodeContext::need_known(std::size_t i, const char* what) const {
  if (const ng::Tensor* tensor = known(i)) return *tensor;
  refuse(std::string(what) + " must be a constant of the model");
}

std::vector<std::int64_t> NodeContext::integers(std::size_t i, const char* what) const {
  const ng::Tensor& tensor = need_known(i, what);
  std::vector<std::int64_t> values;
  for (std::int64_t k = 0; k < tensor.size(); ++k) {
    if (is_float(tensor.dtype) && tensor.at(k) != std::floor(tensor.at(k))) {  // also NaN
      refuse(std::string(what) + " must be integers");
    }
    values.push_back(tensor.dtype == DType::i64 ? tensor.as<std::int64_t>()[k]
                                                : std::llround(tensor.at(k)));
  }
  return values;
}

const Attribute* NodeContext::find(std::string_view attribute, AttributeKind kind) const {
  const Attribute* found = node.find(attribute);
  if (!found || found->kind == kind || found->kind == AttributeKind::undefined) return found;
  refuse("its attribute '" + std::string(attribute) + "' is " + name_of(found->kind) +
         ", expected " + name_of(kind));
}

std::int64_t NodeContext::integer(std::string_view attribute, std::int64_t otherwise) const {
  const Attribute* found = find(attribute, AttributeKind::integer);
  return found ? found->i : otherwise;
}

double NodeContext::number(std::string_view attribute, double otherwise) const {
  const Attribute* found = find(attribute, AttributeKind::number);
  return found ? found->f : otherwise;
}

std::string NodeContext::text(std::string_view attribute, const std::string& otherwise) const {
  const Attribute* found = find(attribute, AttributeKind::text);
  return found ? found->s : otherwise;
}

std::vector<std::int64_t> NodeContext::list(std::string_view attribute) const {
  const Attribute* found = find(attribute, AttributeKind::integers);
  return found ? found->ints : std::vector<std::int64_t>{};
}

std::string NodeContext::choice(std::string_view attribute, const std::string& otherwise,
                                std::initializer_list<std::string_view> known) const {
  std::string chosen = text(attribute, otherwise), all;
  for (const std::string_view each : known) {
    if (chosen == each) return chosen;
    all += (all.empty() ? "" : ", ") + std::string(each);
  }
  refuse("its attribute '" + std::string(attribute) + "' is " + quote(chosen) +
         ", expected one of: " + all);
}

Op NodeContext::indices(std::size_t i) const {
  if (is_float(dtype(i)) || dtype(i) == DType::bool_) {
    refuse("its indices are of type " + std::string(name(dtype(i))) + ", expected integers");
  }
  return op(i);
}

std::int64_t NodeContext::position(std::int64_t axis, std::int64_t rank) const {
  if (axis < -rank || axis >= rank) {
    refuse("its axis " + std::to_string(axis) + " is not among " + std::to_string(rank) +
           " dimensions");
  }
  return axis < 0 ? axis + rank : axis;
}

void NodeContext::need_count(const char* what, std::size_t found, std::size_t expected) {
  if (found == expected) return;
  refuse(std::string(what) + " has " + counted(found, "element") + ", expected " +
         std::to_string(expected));
}

void NodeContext::need_shape(const char* what, const Shape& found, const Shape& expected) {
  if (found == expected) return;
  refuse(std::string(what) + " has the shape " + to_string(found) + ", expected " +
         to_string(expected));
}

void NodeContext::result(const Op& op, std::size_t i) {
  if (!wants(i)) return;
  results[i] = std::make_shared<Item>();
  results[i]->op = widened_ && i == 0 ? of_type(op, dtype()) : op;
  keep_narrow(*results[i]);
}

void NodeContext::result(ng::Tensor known, std::size_t i) {
  if (!wants(i)) return;
  results[i] = std::make_shared<Item>();
  results[i]->known = std::move(known);
  keep_narrow(*results[i]);
}

void NodeContext::result_up_to(const Op& op, const Op& count, std::size_t at, std::size_t i) {
  if (!wants(i)) return;
  const bool constant = std::all_of(inputs_.begin(), inputs_.end(), [](const ItemPtr& input) {
    return !input || (input->known && !input->weight);
  });
  if (constant) {
    if (const auto known = evaluate_now(count)) {
      return result(part(*this, op, at, 0, static_cast<std::int64_t>(known->item())), i);
    }
  }
  result(op, i);
  results[i]->count = count;
  results[i]->at = at;
  results[i]->unknown = length_text(node.outputs[i], op, at);
}

void NodeContext::keep_untrained(std::size_t i) const {
  if (has(i)) inputs_[i]->statistic = true;
}

void NodeContext::set_narrow(ElementType type, std::size_t i) {
  if (wants(i)) results[i]->narrow = is_narrow(type) ? type : ElementType::undefined;
}

void NodeContext::keep_narrow(Item& made) const {
  if (has(0) && inputs_[0]->unknown.empty() && inputs_[0]->narrow != ElementType::undefined &&
      made.dtype() == inputs_[0]->dtype()) {
    made.narrow = inputs_[0]->narrow;
  }
}

bool is_true(const ng::Tensor& condition) {
  if (condition.size() != 1) NodeContext::refuse("its condition is not one value");
  return condition.at(0) != 0;
}

Op op_of(Item& item, Dimensions& dims) {
  if (!item.op && item.known) {
    const Axes axes(dims.fresh_of(item.known->shape));
    if (item.weight && item.statistic)
      item.op = persistent_tensor(axes, *item.known, item.known->dtype);
    else if (item.weight)
      item.op = variable(axes, *item.known, item.known->dtype);
    else
      item.op = constant(*item.known, axes);
  }
  if (!item.op) throw NotImported{"an input has an unknown shape: " + item.unknown};
  return item.op;
}

}  // namespace ng::onnx
