// SPDX-License-Identifier: Apache-2.0
// Running sums, sorting, taking and scattering.
#include "engine/frontends/onnx_export/arithmetic.h"
#include "engine/frontends/onnx_export/export_rows.h"
#include "engine/ops/ordering/axis_argument.h"
#include "engine/ops/ordering/take.h"

namespace ng::onnx {
namespace {

Written cumulative_sum(ExportContext& c, std::string_view onnx) {
  const DType type = modular_type(c.node), wide = type == DType::i32 ? DType::i64 : type;
  const Written x = converted(c.graph, c.operands[0], wide);
  const auto at = static_cast<std::int64_t>(x.axes.index(axis_of(c.node.attributes)));
  const auto flag = [&](const char* name) {
    return integer_attribute(name, c.node.attributes.get<bool>(name) ? 1 : 0);
  };
  const std::string made =
      c.graph.add(std::string(onnx), {x.name, c.graph.number(at, c.name + ".axis")},
                  {flag("exclusive"), flag("reverse")}, c.name);
  return c.result({made, x.axes, wide});
}

// 1 where an element (second axis) is a factor of a running product (first axis).
ng::Tensor factors(std::int64_t length, bool exclusive, bool reverse) {
  ng::Tensor mask(DType::bool_, {length, length});
  for (std::int64_t i = 0; i < length * length; ++i) {
    const std::int64_t result = i / length, element = i % length;
    const bool counts = reverse ? element > result : element < result;
    mask.set(i, counts || (!exclusive && element == result) ? 1 : 0);
  }
  return mask;
}

// CumProd is newer than the version that is written: the product of each position's factors.
Written cumulative_product(ExportContext& c, std::string_view) {
  const DType type = modular_type(c.node), wide = type == DType::i32 ? DType::i64 : type;
  const Written x = converted(c.graph, c.operands[0], wide);
  const std::size_t at = x.axes.index(axis_of(c.node.attributes));
  const Axis element = x.axes[at], position = make_axis(element.length());
  const Axes both{position, element};
  std::vector<Axis> whole = x.axes.list();
  whole.insert(whole.begin() + static_cast<std::ptrdiff_t>(at), position);
  const ng::Tensor mask = factors(element.length(), c.node.attributes.get<bool>("exclusive"),
                                  c.node.attributes.get<bool>("reverse"));
  const Written counts{c.graph.initializer(mask, c.name + ".factors"), both, DType::bool_};
  const Written aligned = c.graph.aligned(x, Axes(whole));
  const Written chosen_factors =
      chosen(c.graph, c.graph.aligned(counts, Axes(whole)), aligned, number_like(c.graph, x, 1));
  const std::vector<std::int64_t> over{static_cast<std::int64_t>(at) + 1};
  const std::string made =
      c.graph.add("ReduceProd", {chosen_factors.name, c.graph.integers(over, c.name + ".axes")},
                  {integer_attribute("keepdims", 0)}, c.name);
  return c.result(c.graph.reshaped({made, x.axes, wide}, x.axes));
}

Written sorted_positions(ExportContext& c, std::string_view) {
  const Written& x = c.operands[0];
  const auto at = static_cast<std::int64_t>(x.axes.index(axis_of(c.node.attributes)));
  const std::int64_t count = axis_of(c.node.attributes, "ranks").length();
  const std::string values =
      c.graph.add("TopK", {x.name, c.graph.integers({count}, c.name + ".count")},
                  {integer_attribute("axis", at),
                   integer_attribute("largest", c.node.attributes.get<bool>("descending") ? 1 : 0)},
                  c.name + ".values");
  const std::string positions = c.graph.distinct(c.name);
  c.graph.graph.nodes.back().outputs = {values, positions};
  return {positions, c.axes(), DType::i64};
}

// The elements of `table` that `positions` find: its axes, with the new ones in place of `axis`,
// joined into one.
struct Along {
  Axes whole, joined;
  std::int64_t at = 0;
};
Along along(const Written& table, const Axis& axis, const Axes& added) {
  const std::size_t at = table.axes.index(axis);
  std::vector<Axis> whole, joined;
  for (std::size_t i = 0; i < table.axes.size(); ++i) {
    if (i != at) {
      whole.push_back(table.axes[i]);
      joined.push_back(table.axes[i]);
      continue;
    }
    whole.insert(whole.end(), added.begin(), added.end());
    joined.push_back(make_axis(added.element_count()));
  }
  return {Axes(std::move(whole)), Axes(std::move(joined)), static_cast<std::int64_t>(at)};
}

Written positions_along(ExportContext& c, const Along& to) {
  const Written positions = converted(c.graph, c.operands[1], DType::i64);
  return c.graph.reshaped(c.graph.expanded(positions, to.whole), to.joined);
}

// The axes of `elements` that the table lacks besides `axis`, in this order.
Axes added_axes(const Axes& elements, const Axes& table, const Axis& axis) {
  return elements - (table - Axes(table[table.index(axis)]));
}

Written taken(ExportContext& c, std::string_view) {
  const Axis axis = axis_of(c.node.attributes);
  const Written& x = c.operands[0];
  const Along to = along(x, axis, added_axes(c.axes(), x.axes, axis));
  const Written& positions = c.operands[1];
  const Axes others = x.axes - Axes(x.axes[x.axes.index(axis)]);
  if ((positions.axes - others).size() == positions.axes.size()) {
    const Written whole = converted(c.graph, positions, DType::i64);
    return {c.graph.add("Gather", {x.name, whole.name}, {integer_attribute("axis", to.at)}, c.name),
            to.whole, x.dtype};
  }
  const Written places = positions_along(c, to);
  const std::string made = c.graph.add("GatherElements", {x.name, places.name},
                                       {integer_attribute("axis", to.at)}, c.name);
  return c.result(c.graph.reshaped({made, to.joined, x.dtype}, c.axes()));
}

Written scattered(ExportContext& c, std::string_view) {
  const Axis axis = axis_of(c.node.attributes);
  const Written &into = c.operands[0], &updates = c.operands[2];
  const Along to = along(into, axis, added_axes(updates.axes, into.axes, axis));
  const Written places = positions_along(c, to);
  const Written values = c.graph.reshaped(c.graph.ordered(updates, to.whole), to.joined);
  const std::string made =
      c.graph.add("ScatterElements", {into.name, places.name, values.name},
                  {integer_attribute("axis", to.at),
                   text_attribute("reduction", c.node.attributes.get<std::string>("reduction"))},
                  c.name);
  return c.result({made, into.axes, into.dtype});
}

constexpr ExportRow rows[] = {
    {"argsort", "", sorted_positions},
    {"cumulative_product", "", cumulative_product},
    {"cumulative_sum", "CumSum", cumulative_sum},
    {"scatter", "", scattered},
    {"take", "", taken},
};

}  // namespace

std::span<const ExportRow> ordering_export_rows() {
  return rows;
}

}  // namespace ng::onnx
