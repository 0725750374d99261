// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/metrics.h"

#include <limits>

#include "engine/base/error.h"
#include "engine/graph/user_line.h"
#include "engine/ngraph.h"

namespace ng::neon {
namespace {

[[noreturn]] void fail(const char* metric, std::string what, const Op& y, const Op& t,
                       std::string expected, ErrorKind kind = ErrorKind::incompatible_axes) {
  Diagnostic diagnostic;
  diagnostic.what = std::string(metric) + ": " + std::move(what);
  diagnostic.found =
      "scores over (" + y.axes().text() + ") and targets over (" + t.axes().text() + ")";
  diagnostic.expected = std::move(expected);
  diagnostic.ops = {y.id(), t.id()};
  refuse(kind, std::move(diagnostic));
}

void require_lengths(const char* metric, const Op& y, const Op& t) {
  for (const Axis& axis : t.axes()) {
    const Axis& other = y.axes()[y.axes().index(axis)];
    if (axis.known_length() == other.known_length()) continue;
    fail(metric, "the lengths of " + axis.label() + " differ", y, t, "equal lengths");
  }
}

// Scores and the true classes as labels, after checking their axes.
struct Compared {
  Compared(const char* metric, const Op& y, const Op& t) : classes(y.axes().feature_axes()) {
    const Axes samples = y.axes() - classes;
    if (classes.empty())
      fail(metric, "the scores have no class axis", y, t, "a class axis, as in (Y, N)");
    const bool as_rows = t.axes().is_equal_set(y.axes());
    if (!as_rows && !(t.axes().is_equal_set(samples) && classes.size() == 1)) {
      fail(metric, "the targets do not match the scores", y, t,
           "targets over (" + y.axes().text() + "), or labels over (" + samples.text() + ")");
    }
    require_lengths(metric, y, t);
    const Op ordered = as_rows ? axes_with_order(t, y.axes()) : axes_with_order(t, samples);
    labels = as_rows ? argmax(ordered, out_axes(samples)) : checked_classes(ordered, classes[0]);
    samples_axes = samples;
  }
  Axes classes, samples_axes;
  Op labels;
};

constexpr double infinity = std::numeric_limits<double>::infinity();

// Class indices 0, 1, 2 … in the order in which argmax counts them.
Op positions(const Axes& classes) {
  Tensor tensor(DType::f32, classes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, static_cast<double>(i));
  return constant(tensor, classes);
}

}  // namespace

Op misclassification(const Op& y, const Op& t, Operand::Where line) {
  const ScopedUserLine user(user_line(line));
  const Compared compared("misclassification", y, t);
  return not_equal(argmax(y, out_axes(compared.samples_axes)), compared.labels);
}

Op accuracy(const Op& y, const Op& t, Operand::Where line) {
  const ScopedUserLine user(user_line(line));
  const Compared compared("accuracy", y, t);
  return equal(argmax(y, out_axes(compared.samples_axes)), compared.labels);
}

Op top_k_misclassification(const Op& y, const Op& t, std::int64_t k, Operand::Where line) {
  const ScopedUserLine user(user_line(line));
  const char* metric = "top_k_misclassification";
  const Compared compared(metric, y, t);
  const std::int64_t count = compared.classes.element_count();
  if (k < 1 || k > count) {
    fail(metric, "k = " + std::to_string(k) + " is out of range", y, t,
         "1 to " + std::to_string(count) + ", the number of classes", ErrorKind::value);
  }
  const Over kept = out_axes(compared.samples_axes);
  const Op position = positions(compared.classes);
  const Op is_true = equal(position, compared.labels);
  // The score of the true class. A product with is_true would turn infinite scores of others into
  // NaN.
  const Op score = max(minimum(y, (is_true - 0.5) * infinity), kept);
  // NaN scores rank above all numbers, as in argmax.
  const Op above = (1.0 - less_equal(y, score)) + equal(y, score) * less(position, compared.labels);
  const Op ranked = sum(axes_with_order(above * (1.0 - is_true), y.axes()), kept);
  return greater_equal(ranked, static_cast<double>(k));
}

Op perplexity(const Op& cross_entropy, bool usebits, Operand::Where line) {
  const ScopedUserLine user(user_line(line));
  const Op mean_cost = batch_mean(cross_entropy);
  return usebits ? power(2.0, mean_cost) : exp(mean_cost);
}

Op batch_mean(const Op& per_sample, Operand::Where line) {
  const ScopedUserLine user(user_line(line));
  return mean(per_sample, out_axes({}));
}

}  // namespace ng::neon
