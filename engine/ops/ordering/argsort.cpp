// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/ordering/argsort.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "engine/ops/op_loops.h"
#include "engine/ops/ordering/axis_argument.h"

namespace ng {
namespace {

void require_shorter(const Axis& ranks, const Axis& axis) {
  if (!ranks.has_length() || !axis.has_length() || ranks.length() <= axis.length()) return;
  Diagnostic diagnostic;
  diagnostic.what = "a sorted axis has fewer elements than are asked for";
  diagnostic.found = ranks.text();
  diagnostic.expected = "at most the length of " + axis.text();
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<TensorType> infer(std::span<const Value> operands, const Attributes& attributes) {
  require_values(argsort_op, operands, 1);
  const Axes& x = operands[0].axes();
  const Axis axis = axis_in(x, axis_of(attributes)), ranks = axis_of(attributes, "ranks");
  require_shorter(ranks, axis);
  std::vector<Axis> axes = x.list();
  axes[x.index(axis)] = ranks;
  return {{Axes(std::move(axes)), DType::i64}};
}

AroundAxis sizes_of(const Node& node) {
  const Axes& axes = node.operands[0].axes();
  return around(axes, axes.index(axis_of(node.attributes)));
}

bool before(double a, double b) {
  return a < b || (std::isnan(b) && !std::isnan(a));
}
bool before(Integer a, Integer b) {
  return a < b;
}

template <class T>
void evaluate(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const AroundAxis sizes = sizes_of(node);
  const bool descending = node.attributes.get<bool>("descending");
  const std::int64_t count = axis_of(node.attributes, "ranks").length();
  std::vector<std::int64_t> order(static_cast<std::size_t>(sizes.length));
  for (std::int64_t row = 0; row < sizes.outer * sizes.inner; ++row) {
    const std::int64_t block = row / sizes.inner, column = row % sizes.inner;
    const auto element = [&](std::int64_t i) {
      const std::int64_t at = (block * sizes.length + i) * sizes.inner + column;
      return in[0].values[static_cast<std::size_t>(at)];
    };
    std::iota(order.begin(), order.end(), std::int64_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
      return descending ? before(element(b), element(a)) : before(element(a), element(b));
    });
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t at = (block * count + i) * sizes.inner + column;
      out[0].values[static_cast<std::size_t>(at)] =
          static_cast<T>(order[static_cast<std::size_t>(i)]);
    }
  }
}

std::int64_t flops(const Node& node) {
  return node.operands[0].axes().element_count();
}

}  // namespace

const OpDef argsort_op = {
    .name = "argsort",
    .class_name = "ArgSort",
    .glyph = "↕i",
    .family = Family::reduction,
    .doc =
        "The positions of the first elements of x in sorted order along the axis, as many as ranks "
        "is long: int64. Equal elements keep their order; NaN is larger than every number. No "
        "gradient.",
    .operands = {"x"},
    .attributes = {"axis", "ranks", "descending"},
    .functions = {{{{"x"},
                    {"axis", ParameterKind::axis},
                    {"ranks", ParameterKind::axis},
                    {"descending", ParameterKind::flag, "False"}},
                   [](const OpArguments& a) {
                     return argsort(a.operand("x"), a.axis("axis"), a.axis("ranks"),
                                    a.flag("descending"));
                   }}},
    .traits = {.exact = true},
    .infer = infer,
    .evaluate = evaluate<double>,
    .evaluate_integers = evaluate<Integer>,
    .rounds_once = true,
    .flops = flops,
    .loops =
        [](const Node& node) {
          return loops_by_name(node, Axes(axis_of(node.attributes, "ranks")));
        },
};

Op argsort(const Operand& x, const Axis& axis, const Axis& ranks, bool descending) {
  return make_op_at(argsort_op, {x},
                    {{"axis", Axes(axis)}, {"ranks", Axes(ranks)}, {"descending", descending}},
                    x.where());
}

std::optional<ArgSort> argsort_of(const Node& node) {
  if (node.def != &argsort_op) return std::nullopt;
  const AroundAxis sizes = sizes_of(node);
  return ArgSort{node.operands[0].dtype(),
                 node.attributes.get<bool>("descending"),
                 sizes.outer,
                 sizes.length,
                 sizes.inner,
                 axis_of(node.attributes, "ranks").length()};
}

}  // namespace ng
