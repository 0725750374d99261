// SPDX-License-Identifier: Apache-2.0
// Tests that the forms of costs and logs on logits are those of the plain formulas: for all
// targets, with other derivatives in the computation, and for a softmax of each pixel.
#include <QtTest>
#include <cmath>

#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Tensor floats(const Shape& shape, const std::vector<double>& values) {
  return Tensor::from(DType::f32, shape, values);
}

}  // namespace

class StableCostsTest : public QObject {
  Q_OBJECT
 private slots:
  void targets_may_have_any_sum();
  void other_derivatives_change_nothing();
  void a_clear_mistake_of_a_pixel_has_a_gradient();
  void all_float_types();
  void logs_of_sigmoids();
  void logs_of_exps();
};

void StableCostsTest::targets_may_have_any_sum() {
  const Axis C = make_axis(3, "C"), N = make_axis(5, "N");
  const Op u = placeholder({C, N}), t = placeholder({C, N});
  const Op cost = cross_entropy_multi(softmax(u, Axes{C}), t, out_axes(Axes{N}));
  const Op total = sum(cost, out_axes(Axes{}));
  // Columns: masked, one class, a weight of 2, a soft target, a negative weight.
  const std::vector<double> logits = {1, 1, 2, 3, 0, 0, 0, -1, -1, 1, 2, 2, 0, 1, 2},
                            targets = {0, 0, 2, 0.4, 0, 0, 0, 0, 0.1, -1.5, 0, 1, 0, 0.2, 0};
  std::vector<double> costs(5), by_logits(15), by_targets(15);
  for (std::size_t n = 0; n < 5; ++n) {
    double z = 0, whole = 0;
    for (std::size_t c = 0; c < 3; ++c) z += std::exp(logits[5 * c + n]);
    for (std::size_t c = 0; c < 3; ++c) whole += targets[5 * c + n];
    for (std::size_t at = n; at < 15; at += 5) {
      by_targets[at] = std::log(z) - logits[at];
      by_logits[at] = std::exp(logits[at]) / z * whole - targets[at];
      costs[n] += targets[at] * by_targets[at];
    }
  }
  for (const char* transformer : {"cpu", "reference"}) {
    const Values found = run_once(transformer, {cost, deriv(total, u), deriv(total, t)},
                                  {{u, floats({3, 5}, logits)}, {t, floats({3, 5}, targets)}});
    const std::vector<double>* expected[] = {&costs, &by_logits, &by_targets};
    for (std::size_t i = 0; i < 3; ++i) {
      const QString wrong = difference(found[i]->values(), *expected[i], 1e-5, 1e-6);
      QVERIFY2(wrong.isEmpty(),
               qPrintable(QString("%1, result %2: ").arg(transformer).arg(i) + wrong));
    }
  }
}

void StableCostsTest::other_derivatives_change_nothing() {
  const Axis A = make_axis(3, "A");
  const Op u = placeholder({A}), t = placeholder({A}), w = placeholder({A});
  const Op cost = cross_entropy_binary(sigmoid(u), t, out_axes(Axes{}));
  const Op logs = log(softmax(u, Axes{A})), z = sigmoid(w), y = softmax(w, Axes{A});
  const Op other = deriv(sum(square(z), out_axes(Axes{})), z);
  const Op by_y = deriv(cross_entropy_multi(y, t, out_axes(Axes{})), y);
  const Feeds feeds = {
      {u, floats({3}, {200, -200, 30})}, {t, floats({3}, {0, 1, 0})}, {w, floats({3}, {1, 2, 3})}};
  for (const char* transformer : {"cpu", "reference"}) {
    const Values alone = run_once(transformer, {cost, deriv(cost, u), logs}, feeds);
    QCOMPARE(alone[0]->item(), 280.0);
    const Values together = run_once(transformer, {cost, deriv(cost, u), logs, other, by_y}, feeds);
    for (std::size_t i = 0; i < 3; ++i) QCOMPARE(together[i]->values(), alone[i]->values());
    const double y1 = std::exp(2) / (std::exp(1) + std::exp(2) + std::exp(3));
    QVERIFY(std::abs(together[4]->at(1) + 1 / y1) < 1e-4);  // through y, not around it
  }
}

// Class 2 has the probability e^-202, which is 0 in all types but float64.
void StableCostsTest::all_float_types() {
  const Axis C = make_axis(4, "C"), P = make_axis(1, "P");
  for (const DType dtype : {DType::f64, DType::f32, DType::f16, DType::bf16}) {
    const ScopedResultType type(dtype);
    const Op u = placeholder({C, P}, dtype), t = placeholder({C, P}, dtype);
    const Op y = softmax(u, Axes{C}), logs = log(y);
    const Op cost = cross_entropy_multi(y, t, out_axes(Axes{}));
    const Op log_slopes = deriv(sum(logs, out_axes(Axes{})), u);
    const Feeds feeds = {{u, Tensor::from(dtype, {4, 1}, std::vector<double>{1, 2, -200, 0})},
                         {t, Tensor::from(dtype, {4, 1}, std::vector<double>{1, 0, 1, 0})}};
    const double z = std::exp(1) + std::exp(2) + 1, log_z = std::log(z);
    const std::vector<double> probabilities = {std::exp(1) / z, std::exp(2) / z, 0, 1 / z};
    std::vector<double> slopes, costs;
    for (std::size_t i = 0; i < 4; ++i) slopes.push_back(1 - 4 * probabilities[i]);
    for (std::size_t i = 0; i < 4; ++i) costs.push_back(2 * probabilities[i] - (i % 2 == 0));
    const std::vector<double> expected[] = {
        {1 - log_z, 2 - log_z, -200 - log_z, -log_z}, slopes, costs};
    const double tolerance = dtype == DType::f64 ? 1e-12 : dtype == DType::f32 ? 1e-6 : 2e-2;
    for (const char* transformer : {"cpu", "reference"}) {
      const Values found = run_once(transformer, {logs, log_slopes, deriv(cost, u)}, feeds);
      for (std::size_t i = 0; i < 3; ++i) {
        const QString wrong = difference(found[i]->values(), expected[i], tolerance, tolerance);
        QVERIFY2(wrong.isEmpty(),
                 qPrintable(QString("%1, %2, result %3: ")
                                .arg(transformer, QString::fromStdString(std::string(name(dtype))))
                                .arg(i) +
                            wrong));
      }
    }
  }
}

void StableCostsTest::a_clear_mistake_of_a_pixel_has_a_gradient() {
  const Axis C = make_axis(2, "C"), H = make_axis(2, "H");
  const Op u = placeholder({C, H}), t = placeholder({C, H});
  const Op cost = cross_entropy_multi(softmax(u, Axes{C}), t, out_axes(Axes{}));
  for (const char* transformer : {"cpu", "reference"}) {
    const Values found =
        run_once(transformer, {cost, deriv(cost, u)},
                 {{u, floats({2, 2}, {100, 40, 0, 0})}, {t, floats({2, 2}, {0, 0, 1, 1})}});
    QCOMPARE(found[0]->item(), 90.0);  // 50 at most, and 40
    const QString wrong = difference(found[1]->values(), {1, 1, -1, -1}, 0, 1e-6);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }
}

// log sigmoid(u) = -log(1 + e^-u) with the derivative sigmoid(-u), and log(1 - sigmoid(u)) is that
// of -u; far below, u and 1. Also the second derivative, and a derivative by the sigmoid itself.
void StableCostsTest::logs_of_sigmoids() {
  const Axis A = make_axis(7, "A");
  const Op u = placeholder({A}), y = sigmoid(u);
  const Op one = log(sigmoid(u)), other = log(1 - sigmoid(u));
  const Op slope = deriv(sum(one), u);
  const std::vector<double> logits = {-1000, -100, -2, 0, 2, 100, 1000};
  std::vector<double> logs, slopes, complements, falls, curves;
  for (const double x : logits) {
    const double z = 1 / (1 + std::exp(-x));
    logs.push_back(std::min(x, 0.0) - std::log1p(std::exp(-std::abs(x))));
    slopes.push_back(1 / (1 + std::exp(x)));
    complements.push_back(std::min(-x, 0.0) - std::log1p(std::exp(-std::abs(x))));
    falls.push_back(-z);
    curves.push_back(-z * (1 - z));
  }
  for (const char* transformer : {"cpu", "reference"}) {
    const Values found =
        run_once(transformer, {one, slope, other, deriv(sum(other), u), deriv(sum(slope), u)},
                 {{u, floats({7}, logits)}});
    const std::vector<double>* expected[] = {&logs, &slopes, &complements, &falls, &curves};
    for (std::size_t i = 0; i < 5; ++i) {
      const QString wrong = difference(found[i]->values(), *expected[i], 1e-6, 1e-7);
      QVERIFY2(wrong.isEmpty(),
               qPrintable(QString("%1, result %2: ").arg(transformer).arg(i) + wrong));
    }
    const Values by_y =
        run_once(transformer, {deriv(sum(log(y)), y)}, {{u, floats({7}, {0, 1, 2, 3, 4, 5, 6})}});
    QCOMPARE(by_y[0]->at(0), 2.0);
  }
}

// Values and gradients where exp overflows or underflows.
void StableCostsTest::logs_of_exps() {
  const Axis C = make_axis(4, "C");
  const Op x = placeholder({C}), z = placeholder({C});
  const Op shifted = exp(x - max(x, out_axes(Axes{})));
  const Op ratio = log(shifted / sum(shifted, out_axes(Axes{})));
  const auto slope = [&](const Op& y) { return deriv(sum(y, out_axes(Axes{})), x); };
  const std::vector<Op> results = {log(exp(x)),     slope(log(exp(x))),
                                   log(exp(x) / z), slope(log(exp(x) / z)),
                                   ratio,           slope(ratio)};
  const std::vector<double> at = {1000, -1000, 1, 90}, over = {2, 1, 4, 0.5}, ones(4, 1.0);
  const std::vector<double> quotients = {1000 - std::log(2), -1000, 1 - std::log(4),
                                         90 - std::log(0.5)};
  const std::vector<double> expected[] = {
      at, ones, quotients, ones, {0, -2000, -999, -910}, {-3, 1, 1, 1}};
  for (const char* transformer : {"cpu", "reference"}) {
    const Values found =
        run_once(transformer, results, {{x, floats({4}, at)}, {z, floats({4}, over)}});
    for (std::size_t i = 0; i < results.size(); ++i) {
      const QString wrong = difference(found[i]->values(), expected[i], 1e-6, 1e-6);
      QVERIFY2(wrong.isEmpty(),
               qPrintable(QString("%1, result %2: ").arg(transformer).arg(i) + wrong));
    }
  }
}

NGRAPH_TEST(StableCostsTest)
#include "stable_costs_test.moc"
