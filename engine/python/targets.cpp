// SPDX-License-Identifier: Apache-2.0
#include "engine/python/targets.h"

#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/shapes/set_item.h"
#include "engine/ops/shapes/slice_items.h"
#include "engine/ops/state.h"

namespace ng::python {
namespace {

// The part of a variable that `x[...]` selects, as the target of an effect; empty for other ops.
struct PartOfState {
  Op state;
  std::vector<SliceItem> items;
};
std::optional<PartOfState> part_of_state(const Operand& target) {
  if (!target.is_op() || target.op().node().def->traits.view != ViewKind::part) return std::nullopt;
  const Node& slice = target.op().node();
  if (!is_assignable(*slice.operands[0].node)) return std::nullopt;
  return PartOfState{slice.operands[0], slice_items(slice.attributes.get<std::string>("slices"))};
}

}  // namespace

Operand written_to(const Operand& target, py::handle value) {
  const auto operand = as_operand(value, type_of_written(target));
  if (operand) return *operand;
  throw py::type_error(py::repr(value).cast<std::string>() +
                       " cannot be assigned; expected an op, a number or an array");
}

Op assign_to(const Operand& target, const Operand& value) {
  const auto part = part_of_state(target);
  return part ? set_item(part->state, part->items, value) : assign(target, value);
}

Op fill_with(const Operand& target, const Operand& scalar) {
  const auto part = part_of_state(target);
  return part ? set_item(part->state, part->items, scalar) : fill(target, scalar);
}

}  // namespace ng::python
