// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/difference/value_changes.h"

#include <algorithm>

#include "engine/analysis/compare/precision/compare_precisions.h"
#include "engine/analysis/compare/tensor_difference.h"
#include "engine/base/epsilon.h"
#include "engine/base/transposed.h"
#include "engine/records/graph_record.h"
#include "engine/records/tensor_record.h"

namespace ng {
namespace {

// As of comparisons of transformers and of precisions; integers must be equal.
double tolerance(DType a, DType b) {
  const double coarser = std::max(epsilon(a), epsilon(b));
  return coarser == 0 ? 0 : std::max(CompareRequest().rtol, precision_tolerance * coarser);
}

// The axes of `a` in the order of those of `b`; null if they are not the same ones.
std::optional<std::vector<std::size_t>> order_of(const TensorRecord& a, const TensorRecord& b,
                                                 const AxisRenames& renames) {
  std::vector<std::string> names;
  for (const AxisRecord& axis : a.axes) {
    const auto renamed = renames.find(axis.name);
    names.push_back(renamed == renames.end() ? axis.name : renamed->second);
  }
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < b.axes.size(); ++i) {
    const auto at = std::find(names.begin(), names.end(), b.axes[i].name);
    const auto place = static_cast<std::size_t>(at - names.begin());
    if (at == names.end() || place >= a.value.shape.size()) return std::nullopt;
    if (a.value.shape[place] != b.value.shape.at(i)) return std::nullopt;
    order.push_back(place);
    at->clear();
  }
  if (order.size() != names.size()) return std::nullopt;
  if (std::is_sorted(order.begin(), order.end())) order.clear();
  return order;
}

std::string type_text(const TensorRecord& value) {
  return std::string(name(value.value.dtype)) + to_string(value.value.shape) +
         (value.iteration > 0 ? ", iteration " + std::to_string(value.iteration) : "");
}

std::shared_ptr<const Tensor> tensor_of(const TensorRecordPtr& value) {
  return {value, &value->value};
}

}  // namespace

void add_values(const ComparedDocument& first, const ComparedDocument& second,
                const OpMatches& matches, const AxisRenames& axes, DocumentDifference& difference) {
  std::map<OpId, TensorRecordPtr> before;  // by the ids of the second
  for (const auto& [op, value] : first.values)
    if (const auto match = matches.find(op); match != matches.end()) before[match->second] = value;
  for (const OpRecord& op : difference.after->ops) {
    const auto a = before.find(op.id);
    const auto b = second.values.find(op.id);
    if (a == before.end() || b == second.values.end()) continue;
    const auto order = order_of(*a->second, *b->second, axes);
    if (!order) continue;
    ++difference.values;
    const Tensor left = transposed(a->second->value, *order);
    const Tensor& right = b->second->value;
    const TensorDifference elements = element_difference(left, right);
    if (elements.differing() == 0) continue;
    if (ng::difference(left, right, tolerance(left.dtype, right.dtype), 0).agrees) {
      ++difference.rounded_values;
      continue;
    }
    Change change{ChangeOf::value,       ChangeKind::changed,   op.name, op.id, compared_value,
                  type_text(*a->second), type_text(*b->second), {}};
    change.scope = op.scope;
    change.elements = elements;
    change.order = *order;
    difference.changes.push_back(std::move(change));
    difference.differing_values.push_back(op.id);
    difference.tensors_before[{op.id, compared_value}] = tensor_of(a->second);
    difference.tensors_after[{op.id, compared_value}] = tensor_of(b->second);
  }
}

}  // namespace ng
