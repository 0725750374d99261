// SPDX-License-Identifier: Apache-2.0
// Rows of one-hot ops, which turn classes into rows of zeros and ones.
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

// Fed classes, or positions found by argmax.
Op classes_for(ProgramBuilder& builder, const Axis& axis) {
  if (axis.length() == 0) refuse(ErrorKind::value, "no class to choose");
  if (builder.draws().chance(50)) return builder.indices(builder.random_axes(2), axis.length());
  const Op x =
      builder.operand([&](const Op& op) { return op.axes().contains(axis) && !op.axes().empty(); },
                      Axes(axis), DType::f32);
  return argmax(x, reduce_over(Axes(axis)));
}

void make_one_hot(ProgramBuilder& builder, const OpDef&) {
  const Axis axis = builder.random_axis();
  builder.add(one_hot(classes_for(builder, axis), axis));
}

void make_checked(ProgramBuilder& builder, const OpDef&) {
  const Axis axis = builder.random_axis();
  builder.add(checked_classes(classes_for(builder, axis), axis));
}

void make_class_rows(ProgramBuilder& builder, const OpDef&) {
  const Axis axis = builder.random_axis();
  const Op x =
      builder.operand([&](const Op& op) { return !op.axes().contains(axis); }, {}, DType::f32);
  builder.add(class_rows(x, axis));
}

}  // namespace

std::vector<ProgramRow> class_label_rows() {
  return {{"one_hot", make_one_hot},
          {"checked_classes", make_checked},
          {"class_rows", make_class_rows}};
}

}  // namespace ng::fuzz
