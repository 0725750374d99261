// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/programs/rows.h"

#include <algorithm>
#include <cmath>

#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "engine/ops/op_table.h"
#include "tests/fuzz/programs/builder.h"

namespace ng::fuzz {
namespace {

// Creates any op whose record is a scalar expression of broadcast operands.
void make_elementwise(ProgramBuilder& builder, const OpDef& def) {
  Draws& draws = builder.draws();
  const Op x = builder.operand();
  std::vector<Operand> operands = {x};
  Axes axes = x.axes();
  while (operands.size() < def.operands.size()) {
    if (draws.chance(25)) {
      constexpr double numbers[] = {0, 1, -1, 2, 0.5, -0.1, 3};
      operands.emplace_back(draws.one_of(numbers));
      continue;
    }
    const Op y = builder.operand(
        [&](const Op& other) {  // maximum(x, x) has a tie everywhere
          return builder.fits(axes | other.axes()) && !(builder.recipe().smooth && other == x);
        },
        axes, builder.random_type());
    axes = axes | y.axes();
    operands.emplace_back(y);
  }
  if (draws.chance(50) && operands.size() > 1) std::swap(operands[0], operands[1]);
  const Op made = make_op(def, operands);
  const std::optional<Tensor> value = builder.preview(made);
  const bool finite = value && [&] {
    const std::vector<double> values = value->values();
    return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  }();
  if (finite || draws.chance(10)) return builder.add(made);
  for (Operand& operand : operands) operand = square(operand) * 0.25 + 0.5;
  builder.add(make_op(def, operands));
}

std::vector<ProgramRow> all_rows() {
  std::vector<ProgramRow> rows;
  for (const auto& family :
       {elementwise_rows(), reduction_rows(), dense_rows(), shape_rows(), slice_rows(),
        class_label_rows(), cost_rows(), window_rows(), lookup_rows(), ordering_rows(),
        collective_rows(), random_rows(), state_rows(), loop_rows()}) {
    rows.insert(rows.end(), family.begin(), family.end());
  }
  for (const OpDef* def : op_table()) {
    const bool known = std::any_of(rows.begin(), rows.end(),
                                   [&](const ProgramRow& row) { return row.op == def->name; });
    if (!known && def->lower == LowerKind::scalar) rows.push_back({def->name, make_elementwise});
  }
  return rows;
}

constexpr MadeByOthers others[] = {
    {"scan_parameter", "represents the states and elements in a scan's step"},
    {"kept_value", "the gradient of a scan reads values kept by its steps"},
    {"fused", "created by the pass fuse"},
    {"parameter", "represents the operands in a fused op"},
    {"computation", "every program is a computation"},
    {"device_copy", "created by the pass assign_devices, for the transformer hetr only"},
    {"opaque", "an op of another framework that cannot run"},
};

}  // namespace

std::span<const ProgramRow> program_rows() {
  static const std::vector<ProgramRow> rows = all_rows();
  return rows;
}

std::span<const MadeByOthers> ops_made_by_others() {
  return others;
}

}  // namespace ng::fuzz
