// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/lookup.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/make_op.h"
#include "engine/runtime/window_steps.h"

namespace ng {
namespace {

void require_rank(const Value& value, std::size_t rank, const char* what) {
  if (value.axes().size() == rank) return;
  Diagnostic diagnostic;
  diagnostic.what = std::string(what) + " of a lookup must have " + std::to_string(rank) +
                    (rank == 1 ? " axis" : " axes");
  diagnostic.found = describe(value);
  refuse(ErrorKind::value, std::move(diagnostic));
}

// Position in `table` of the lookup axis: the one that `rows` lacks.
std::size_t looked_up(const Axes& table, const Axes& index, const Axes& rows) {
  for (std::size_t i = 0; i < 2; ++i) {
    if (rows.size() == 2 && rows[i] == index[0] && rows[1 - i] == table[1 - i]) return i;
  }
  Diagnostic diagnostic;
  diagnostic.what =
      "the result axes of a lookup must be the table's, with the lookup axis replaced by "
      "the indices' axis";
  diagnostic.found = "(" + rows.text() + ")";
  diagnostic.expected = "(" + index[0].text() + ", " + table[1].text() + ") or (" +
                        table[0].text() + ", " + index[0].text() + ")";
  diagnostic.action = "reorder the result with axes_with_order";
  refuse(ErrorKind::value, std::move(diagnostic));
}

void require_row(const Attributes& attributes, const Axis& rows) {
  if (!attributes.has("pad_idx") || !rows.has_length()) return;
  const auto row = attributes.get<std::int64_t>("pad_idx");
  if (row >= 0 && row < rows.length()) return;
  Diagnostic diagnostic;
  diagnostic.what = "pad_idx is out of range";
  diagnostic.found = std::to_string(row);
  diagnostic.expected = "0 to " + std::to_string(rows.length() - 1) + ", along " + rows.text();
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<TensorType> infer_lookup(std::span<const Value> operands,
                                     const Attributes& attributes) {
  require_values(lookuptable_op, operands, 2);
  require_rank(operands[0], 2, "the table");
  require_rank(operands[1], 1, "the indices");
  const Axes axes = attributes.get<Axes>("axes");
  const Axes& table = operands[0].axes();
  require_row(attributes, table[looked_up(table, operands[1].axes(), axes)]);
  return {{axes, operands[0].dtype()}};
}

std::vector<TensorType> infer_gradient(std::span<const Value> operands,
                                       const Attributes& attributes) {
  require_values(lookuptable_gradient_op, operands, 2);
  require_rank(operands[0], 2, "the rows");
  require_rank(operands[1], 1, "the indices");
  const Axes axes = attributes.get<Axes>("axes");
  if (axes.size() != 2) refuse(ErrorKind::value, "a table must have 2 axes");
  require_row(attributes, axes[looked_up(axes, operands[1].axes(), operands[0].axes())]);
  return {{axes, operands[0].dtype()}};
}

std::int64_t row_of(const Lookup& s, double index) {
  if (index > -1 && index < static_cast<double>(s.rows)) return static_cast<std::int64_t>(index);
  refuse_index(s, index);
}

template <class T>
void evaluate(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const Lookup s = lookup_of(node);
  std::fill(out[0].values.begin(), out[0].values.end(), T());
  for (std::int64_t i = 0; i < s.count; ++i) {
    const std::int64_t row =
        row_of(s, static_cast<double>(in[1].values[static_cast<std::size_t>(i)]));
    if (s.gradient && row == s.skipped) continue;
    for (std::int64_t o = 0; o < s.outer; ++o) {
      for (std::int64_t k = 0; k < s.inner; ++k) {
        const auto table = static_cast<std::size_t>((o * s.rows + row) * s.inner + k);
        const auto taken = static_cast<std::size_t>((o * s.count + i) * s.inner + k);
        if (s.gradient) {
          out[0].values[table] += in[0].values[taken];
        } else {
          out[0].values[taken] = in[0].values[table];
        }
      }
    }
  }
}

Attributes with_axes(const Attributes& attributes, const Axes& axes) {
  Attributes result = attributes;
  result.set("axes", axes);
  return result;
}

void adjoint_lookup(AdjointContext& c) {
  if (!c.node->attributes.get<bool>("update", true)) return;
  const Value table = c.operand(0);
  c.add(0, make_op(lookuptable_gradient_op, {c.delta, c.operand(1)},
                   with_axes(c.node->attributes, table.axes()))
               .value());
}

// The rows of d, without the row that the gradient skips.
void adjoint_gradient(AdjointContext& c) {
  const Value index = c.operand(1);
  Op rows =
      make_op(lookuptable_op, {c.delta, index}, with_axes(c.node->attributes, c.operand(0).axes()));
  if (c.node->attributes.has("pad_idx")) {
    const auto skipped = static_cast<double>(c.node->attributes.get<std::int64_t>("pad_idx"));
    rows = where(not_equal(index, skipped), rows, 0);
  }
  c.add(0, rows.value());
}

std::int64_t flops(const Node& node) {
  const Lookup s = lookup_of(node);
  return s.gradient ? s.outer * s.count * s.inner : 0;
}

// The table axis that the index selects from.
std::optional<Axis> selected_axis(const Node& node, std::size_t operand) {
  if (operand != 1) return std::nullopt;
  const Axes made = node.attributes.get<Axes>("axes");
  for (const Axis& axis : node.operands[0].axes()) {
    if (!made.contains(axis)) return axis;
  }
  return std::nullopt;
}

// The indices, and the table's other axis.
std::vector<OpLoop> loops_of_rows(const Node& node) {
  const Axes &table = node.operands[0].axes(), &rows = node.results[0].axes;
  const Axis& index = node.operands[1].axes()[0];
  const Axis& other = table[1 - looked_up(table, Axes(index), rows)];
  return {{{std::nullopt, index}, index}, {{other, std::nullopt}, other}};
}

std::vector<OpLoop> loops_of_gradient(const Node& node) {
  const Axes &table = node.results[0].axes, &rows = node.operands[0].axes();
  const Axis& index = node.operands[1].axes()[0];
  const Axis& other = table[1 - looked_up(table, Axes(index), rows)];
  return {{{index, index}, std::nullopt, kernel::Combine::add}, {{other, std::nullopt}, other}};
}

}  // namespace

Lookup lookup_of(const Node& node) {
  const bool gradient = node.def == &lookuptable_gradient_op;
  const Axes made = node.attributes.get<Axes>("axes");
  const Axes& index = node.operands[1].axes();
  const Axes& table = gradient ? made : node.operands[0].axes();
  const Axes& rows = gradient ? node.operands[0].axes() : made;
  const std::size_t at = looked_up(table, index, rows);
  Lookup s;
  s.gradient = gradient;
  s.outer = at == 1 ? table[0].length() : 1;
  s.rows = table[at].length();
  s.inner = at == 0 ? table[1].length() : 1;
  s.count = index[0].length();
  s.skipped = node.attributes.get<std::int64_t>("pad_idx", -1);
  s.where = describe(node);
  return s;
}

const OpDef lookuptable_op = {
    .name = "lookuptable",
    .class_name = "LookupTableOp",
    .glyph = "☰",
    .family = Family::view,
    .doc =
        "The rows of lut at the indices idx, truncated to integers; an index out of range fails "
        "the run. Gradient by lut, unless update is false: rows of d summed per index, except the "
        "row pad_idx.",
    .operands = {"lut", "idx"},
    .attributes = {"axes", "pad_idx", "update"},
    .functions = {{{{"lut"},
                    {"idx"},
                    {"axes", ParameterKind::axes},
                    {"update", ParameterKind::flag, "True", {}, true},
                    {"pad_idx", ParameterKind::integer, "None", {}, true}},
                   [](const OpArguments& a) {
                     const auto skipped =
                         a.has("pad_idx") ? std::optional(a.integer("pad_idx")) : std::nullopt;
                     return lookuptable(a.operand("lut"), a.operand("idx"), a.axes("axes"),
                                        {a.flag("update"), skipped});
                   }}},
    .traits = {.window = WindowKind::lookup, .exact = true},
    .infer = infer_lookup,
    .evaluate = evaluate<double>,
    .evaluate_integers = evaluate<Integer>,
    .selector = 1,
    .adjoint = adjoint_lookup,
    .flops = flops,
    .loops = loops_of_rows,
    .indexed_axis = selected_axis,
};

const OpDef lookuptable_gradient_op = {
    .name = "lookuptable_gradient",
    .class_name = "update_lut",
    .glyph = "☰ᵀ",
    .family = Family::reduction,
    .doc =
        "The gradient of lookuptable by its table: each row is the sum of the rows of delta with "
        "its index; the row pad_idx is zero. Gradient by delta: the rows of d.",
    .operands = {"delta", "idx"},
    .attributes = {"axes", "pad_idx", "update"},
    .traits = {.window = WindowKind::lookup_gradient},
    .infer = infer_gradient,
    .evaluate = evaluate<double>,
    .evaluate_integers = evaluate<Integer>,
    .selector = 1,
    .adjoint = adjoint_gradient,
    .flops = flops,
    .loops = loops_of_gradient,
};

Op lookuptable(const Operand& lut, const Operand& idx, const Axes& axes,
               const LookupOptions& options) {
  Attributes attributes{{"axes", axes}, {"update", options.update}};
  if (options.pad_idx) attributes.set("pad_idx", *options.pad_idx);
  return make_op_at(lookuptable_op, {lut, idx}, std::move(attributes), lut.where());
}

}  // namespace ng
