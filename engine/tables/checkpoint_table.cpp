// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/checkpoint_table.h"

#include <cmath>
#include <numeric>

#include "engine/documents/binding/tensor_rules.h"

namespace ng {
namespace {

std::string side(const std::optional<StoredType>& dtype, const Shape& shape) {
  return dtype ? std::string(dtype->name()) + " " + to_string(shape) : std::string();
}

// "float32 (2, 3)", or both sides if they differ.
std::string type_text(const TensorChange& change) {
  const std::string before = side(change.dtype_before, change.shape_before);
  const std::string after = side(change.dtype_after, change.shape_after);
  if (before.empty() || after.empty() || before == after) return before.empty() ? after : before;
  return before + " -> " + after;
}

std::string other_name(const TensorChange& change) {
  const bool both = change.dtype_before && change.dtype_after;
  return both && change.before_name != change.name ? change.before_name : std::string();
}

std::int64_t differing(const DifferenceHistogram& histogram) {
  return std::accumulate(histogram.decades.begin(), histogram.decades.end(), histogram.non_finite);
}

std::string dtype_name(const std::optional<StoredType>& dtype) {
  return dtype ? std::string(dtype->name()) : std::string();
}

std::string remark(const VariableBinding& variable) {
  if (variable.state == VariableBinding::State::bound)
    return variable.order.empty() ? "" : "transposed " + order_text(variable.order);
  if (variable.declined) return "no tensor";
  std::string text = variable.problem;
  if (!variable.suggestions.empty())
    text += (text.empty() ? "similar: " : "; similar: ") +
            suggestion_text(variable.suggestions.front());
  return text.empty() ? "no tensor of these lengths" : text;
}

}  // namespace

std::vector<AxisRecord> axes_of(const CheckpointEntry& entry) {
  std::vector<AxisRecord> axes(entry.shape.size());
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (i < entry.axes.size()) axes[i].name = entry.axes[i];
    axes[i].length = entry.shape[i];
  }
  return axes;
}

const Columns<CheckpointEntry>& tensor_columns() {
  using Row = CheckpointEntry;
  static const Columns<Row> columns = {
      {{.key = "name", .title = "Name"}, [](const Row& r) -> Cell { return r.name; }},
      {{.key = "kind", .title = "Kind"}, [](const Row& r) -> Cell { return r.kind; }},
      {{.key = "dtype", .title = "dtype"},
       [](const Row& r) -> Cell { return std::string(r.dtype.name()); }},
      {{.key = "axes", .title = "Axes"}, [](const Row& r) -> Cell { return axes_of(r); }},
      {{.key = "shape", .title = "Shape"}, [](const Row& r) -> Cell { return integers(r.shape); }},
      {{.key = "bytes", .title = "Bytes", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.bytes; }},
      {{.key = "fault", .title = "Fault"}, [](const Row& r) -> Cell { return r.fault; }},
  };
  return columns;
}

const Columns<TensorChange>& tensor_change_columns() {
  using Row = TensorChange;
  static const Columns<Row> columns = {
      {{.key = "name", .title = "Name"}, [](const Row& r) -> Cell { return r.name; }},
      {{.key = "name_before", .title = "Name in A"},
       [](const Row& r) -> Cell { return r.before_name; }},
      {{.key = "other_name",
        .title = "Name in A",
        .optional = true,
        .doc = "The name in the first file, if it is another one"},
       [](const Row& r) -> Cell { return other_name(r); }},
      {{.key = "paired_by",
        .title = "Paired by",
        .doc = "Why these two tensors are compared: name, spelling, rule, similar name or shape"},
       [](const Row& r) -> Cell { return std::string(name(r.by)); }},
      {{.key = "order",
        .title = "Axes of A",
        .optional = true,
        .doc = "The axes of the first tensor in the order of the second"},
       [](const Row& r) { return r.order.empty() ? Cell() : Cell(integers(r.order)); }},
      {{.key = "differing",
        .title = "Differing",
        .kind = CellKind::integer,
        .optional = true,
        .doc = "Number of elements that differ"},
       [](const Row& r) -> Cell {
         return r.has_difference() ? Cell(differing(r.histogram)) : Cell();
       }},
      {{.key = "largest_relative",
        .title = "Largest relative difference",
        .kind = CellKind::value,
        .doc = "The largest |B − A| / max(|A|, |B|) of an element"},
       [](const Row& r) -> Cell { return r.most_relative; }},
      {{.key = "kind", .title = "Change"},
       [](const Row& r) -> Cell { return std::string(name(r.kind)); }},
      {{.key = "type", .title = "Type"}, [](const Row& r) -> Cell { return type_text(r); }},
      {{.key = "dtype_before", .title = "dtype before"},
       [](const Row& r) -> Cell { return dtype_name(r.dtype_before); }},
      {{.key = "dtype_after", .title = "dtype after"},
       [](const Row& r) -> Cell { return dtype_name(r.dtype_after); }},
      {{.key = "shape_before", .title = "Shape before"},
       [](const Row& r) -> Cell { return integers(r.shape_before); }},
      {{.key = "shape_after", .title = "Shape after"},
       [](const Row& r) -> Cell { return integers(r.shape_after); }},
      {{.key = "cosine",
        .title = "Cosine",
        .kind = CellKind::value,
        .doc = "Cosine of the angle between the tensors before and after"},
       [](const Row& r) { return std::isnan(r.cosine) ? Cell() : Cell(r.cosine); }},
      {{.key = "norm_before", .title = "Norm before", .kind = CellKind::value},
       [](const Row& r) -> Cell { return r.before; }},
      {{.key = "norm_after", .title = "Norm after", .kind = CellKind::value},
       [](const Row& r) -> Cell { return r.after; }},
      {{.key = "norm_of_difference", .title = "Norm of the difference", .kind = CellKind::value},
       [](const Row& r) -> Cell { return r.difference; }},
      {{.key = "relative",
        .title = "Relative change",
        .kind = CellKind::value,
        .doc = "L2 norm of the difference, divided by the L2 norm before"},
       [](const Row& r) -> Cell { return r.relative(); }},
      {{.key = "largest_difference",
        .title = "Largest difference",
        .kind = CellKind::value,
        .doc = "The largest absolute difference of two elements"},
       [](const Row& r) -> Cell { return r.most; }},
  };
  return columns;
}

std::string tensor_text(const std::string& tensor, const std::vector<std::size_t>& order) {
  return order.empty() ? tensor : tensor + " transposed " + order_text(order);
}

std::string suggestion_text(const TensorSuggestion& suggestion) {
  return tensor_text(suggestion.tensor, suggestion.order) + " (" +
         std::to_string(std::lround(100 * suggestion.similarity)) + " %)";
}

const Columns<VariableBinding>& binding_columns() {
  using Row = VariableBinding;
  static const Columns<Row> columns = {
      {{.key = "variable", .title = "Variable"}, [](const Row& r) -> Cell { return r.variable; }},
      {{.key = "dtype", .title = "dtype"},
       [](const Row& r) -> Cell { return std::string(name(r.dtype)); }},
      {{.key = "axes", .title = "Axes"}, [](const Row& r) -> Cell { return r.axes; }},
      {{.key = "shape", .title = "Shape"}, [](const Row& r) -> Cell { return integers(r.shape); }},
      {{.key = "type", .title = "Type"},
       [](const Row& r) -> Cell { return side(StoredType(r.dtype), r.shape); }},
      {{.key = "state", .title = "State"},
       [](const Row& r) -> Cell { return std::string(name(r.state)); }},
      {{.key = "tensor", .title = "Tensor"}, [](const Row& r) -> Cell { return r.tensor; }},
      {{.key = "order", .title = "Order"}, [](const Row& r) -> Cell { return integers(r.order); }},
      {{.key = "problem", .title = "Problem"}, [](const Row& r) -> Cell { return r.problem; }},
      {{.key = "remark", .title = "Remark"}, [](const Row& r) -> Cell { return remark(r); }},
  };
  return columns;
}

}  // namespace ng
