// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/one_hot.h"

#include <cmath>

#include "engine/base/error.h"
#include "engine/ops/make_op.h"

namespace ng {
namespace {

std::vector<TensorType> infer_one_hot(std::span<const Value> operands,
                                      const Attributes& attributes) {
  require_values(one_hot_op, operands, 1);
  const Axes axis = attributes.get<Axes>("axis");
  const Axes& x = operands[0].axes();
  if (axis.size() == 1 && axis[0].has_length() && axis[0].length() > 0 && !x.contains(axis[0])) {
    return {{axis + x, result_dtype(attributes)}};
  }
  Diagnostic diagnostic;
  diagnostic.what = "one_hot needs one axis of classes, of known length, that its operand lacks";
  diagnostic.found = "(" + axis.text() + ")";
  diagnostic.expected = "an axis beside those of " + describe(operands[0]);
  refuse(ErrorKind::value, std::move(diagnostic));
}

[[noreturn]] void refuse_class(const Node& node, double found, std::int64_t classes) {
  Diagnostic diagnostic;
  diagnostic.what = "a class is outside the axis of classes";
  diagnostic.where = describe(node);
  diagnostic.found = to_string(Attribute(found));
  diagnostic.expected = "0 to " + std::to_string(classes - 1) + ", for the axis " +
                        node.attributes.get<Axes>("axis").text();
  diagnostic.ops = {node.id};
  refuse(ErrorKind::index, std::move(diagnostic));
}

void evaluate_one_hot(const Node& node, std::span<const HostArray> in, std::span<HostArray> out) {
  const std::int64_t classes = out[0].axes[0].length();
  const std::size_t count = in[0].values.size();
  out[0].values.assign(out[0].values.size(), 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    const double label = std::trunc(in[0].values[i]);
    if (!(label >= 0 && label < static_cast<double>(classes))) {
      refuse_class(node, in[0].values[i], classes);
    }
    out[0].values[static_cast<std::size_t>(label) * count + i] = 1.0;
  }
}

}  // namespace

const OpDef one_hot_op = {
    .name = "one_hot",
    .class_name = "OneHotOp",
    .glyph = "①",
    .family = Family::elementwise,
    .doc =
        "Along a new first axis: 1 at the class that x names, 0 elsewhere; x is cut to whole "
        "numbers, and one outside the axis stops the run. No gradient.",
    .operands = {"x"},
    .attributes = {"axis", "dtype"},
    .traits = {},
    .infer = infer_one_hot,
    .evaluate = evaluate_one_hot,
    .flops = [](const Node& node) { return node.results[0].axes.element_count(); },
};

Op one_hot(const Operand& x, const Axis& axis) {
  return make_op(one_hot_op, {x}, {{"axis", Axes(axis)}});
}

}  // namespace ng
