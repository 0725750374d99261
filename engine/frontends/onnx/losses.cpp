// SPDX-License-Identifier: Apache-2.0
// Losses of class scores.
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/reductions/softmax.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

// Minus the log probability of each sample's class (N, places …), weighted by class, reduced as the
// node says. Classes that are to be ignored count nothing.
Op negative_log_likelihood(NodeContext& n, const Op& log_probability) {
  const Axes axes = log_probability.axes();
  Op target = n.op(1);
  if (axes.size() < 2 || target.axes().size() + 1 != axes.size()) {
    NodeContext::refuse("its classes do not fit its scores");
  }
  std::vector<Axis> places = axes.list();
  places.erase(places.begin() + 1);
  for (std::size_t i = 0; i < places.size(); ++i) n.dims.equate(places[i], target.axes()[i]);
  target = renamed(target, places);
  const Axis classes = axes[1];
  Op chosen = equal(ramp(classes), target);
  if (n.has(2)) {
    n.dims.equate(classes, n.op(2).axes()[0]);
    chosen = chosen * renamed(n.op(2), {classes});
  }
  if (n.given("ignore_index")) {
    chosen = chosen * not_equal(target, static_cast<double>(n.integer("ignore_index", 0)));
  }
  // Not a product, because a log probability may be minus infinity elsewhere.
  const Op terms = where(chosen, chosen * log_probability, 0);
  const Op each = over(-sum(terms, reduce_over(Axes{classes})), Axes(places));
  const std::string reduction = n.choice("reduction", "mean", {"none", "sum", "mean"});
  if (reduction == "none") return each;
  const Op total = sum(each, reduce_over(Axes(places)));
  return reduction == "sum" ? total : total / sum(chosen, reduce_over(chosen.axes()));
}

void likelihood(NodeContext& n) {
  const ScopedResultType type(n.widened());
  n.result(negative_log_likelihood(n, n.op(0)));
}

void soft_max_cross_entropy(NodeContext& n) {
  const ScopedResultType type(n.widened());
  const Op x = n.op(0);
  if (x.axes().size() < 2) NodeContext::refuse("its scores have no classes");
  const Op log_probability = over(log_softmax(x, Axes{x.axes()[1]}), x.axes());
  n.result(negative_log_likelihood(n, log_probability));
  n.result(of_type(log_probability, n.dtype()), 1);
}

constexpr OpRow rows[] = {
    {"NegativeLogLikelihoodLoss", 12, 0, likelihood},
    {"SoftmaxCrossEntropyLoss", 12, 0, soft_max_cross_entropy},
};

}  // namespace

std::span<const OpRow> loss_rows() {
  return rows;
}

}  // namespace ng::onnx
