// SPDX-License-Identifier: Apache-2.0
// Tests the cart-pole environment: its physics against a plain loop and hand-computed values,
// falls, and initial states.
#include <QtTest>
#include <array>
#include <cmath>

#include "sample_graphs/src/cart_pole.h"
#include "tests/support/test_program.h"

using namespace ng;
using sample::CartPole;

namespace {

constexpr int environments = 5;

// One step in double, from the equations of the paper.
std::array<double, 4> stepped(const std::array<double, 4>& s, bool right) {
  const double g = 9.8, cart = 1, pole = 0.1, half = 0.5, dt = 0.02, F = right ? 10 : -10;
  const double angle = s[2], turning = s[3];
  const double pushed = (-F - pole * half * turning * turning * std::sin(angle)) / (cart + pole);
  const double angular =
      (g * std::sin(angle) + std::cos(angle) * pushed) /
      (half * (4.0 / 3 - pole * std::cos(angle) * std::cos(angle) / (cart + pole)));
  const double linear =
      (F + pole * half * (turning * turning * std::sin(angle) - angular * std::cos(angle))) /
      (cart + pole);
  return {s[0] + dt * s[1], s[1] + dt * linear, s[2] + dt * s[3], s[3] + dt * angular};
}

Tensor states(const std::vector<std::array<double, 4>>& list) {
  const auto n = static_cast<std::int64_t>(list.size());
  Tensor tensor(DType::f32, {4, n});
  for (std::int64_t e = 0; e < n; ++e) {
    for (std::int64_t i = 0; i < 4; ++i) {
      tensor.set(i * n + e, list[static_cast<std::size_t>(e)][static_cast<std::size_t>(i)]);
    }
  }
  return tensor;
}

}  // namespace

class CartPoleTest : public QObject {
  Q_OBJECT
 private slots:
  void a_push_from_rest();
  void steps_follow_the_equations_data();
  void steps_follow_the_equations();
  void falls();
  void starts();

 private:
  CartPole cart_;
  Axis n_ = make_axis(environments, "N");
};

// 10 N on 1.1 kg: the angular acceleration is -10/1.1 / (0.5 (4/3 - 1/11)) rad/s2.
void CartPoleTest::a_push_from_rest() {
  const Axis one = make_axis(1, "N");
  const Op state = placeholder({cart_.S, one}), right = placeholder(Axes(one));
  const Results r = executor({cart_.next(state, right)}, {state, right}).call({0.0, 1.0});
  QCOMPARE(r[0].at(0), 0.0);
  QVERIFY(std::fabs(r[0].at(1) - 0.19512195) < 1e-6);
  QCOMPARE(r[0].at(2), 0.0);
  QVERIFY(std::fabs(r[0].at(3) + 0.29268293) < 1e-6);
}

void CartPoleTest::steps_follow_the_equations_data() {
  QTest::addColumn<QString>("transformer");
  QTest::newRow("reference") << "reference";
  QTest::newRow("cpu") << "cpu";
}

void CartPoleTest::steps_follow_the_equations() {
  QFETCH(QString, transformer);
  const Op state = placeholder({cart_.S, n_}), right = placeholder(Axes(n_));
  const TransformerPtr owner = allocate_transformer(transformer.toStdString());
  const Computation next = owner->computation(cart_.next(state, right), state, right);
  std::vector<std::array<double, 4>> expected;
  for (int e = 0; e < environments; ++e)
    expected.push_back({0.3 * e, 0.5 - 0.2 * e, 0.1 * e, -1.0 * e});
  Tensor now = states(expected);
  for (int step = 0; step < 50; ++step) {
    Tensor push(DType::f32, {environments});
    for (int e = 0; e < environments; ++e) {
      const bool to_right = (step + e) % 3 == 0;
      push.set(e, to_right);
      expected[static_cast<std::size_t>(e)] =
          stepped(expected[static_cast<std::size_t>(e)], to_right);
    }
    now = next.call({now, push})[0];
    const Tensor wanted = states(expected);
    for (std::int64_t i = 0; i < now.size(); ++i) {
      QVERIFY2(std::fabs(now.at(i) - wanted.at(i)) < 2e-3 * (1 + std::fabs(wanted.at(i))),
               qPrintable(QString("step %1, place %2: %3, expected %4")
                              .arg(step)
                              .arg(i)
                              .arg(now.at(i))
                              .arg(wanted.at(i))));
    }
  }
}

void CartPoleTest::falls() {
  const Op state = placeholder({cart_.S, n_});
  const double degree = std::acos(-1.0) / 180;
  const Tensor fallen = executor({cart_.fallen(state)}, {state})
                            .call({states({{2.39, 9, 11.9 * degree, 9},
                                           {2.41, 0, 0, 0},
                                           {-2.41, 0, 0, 0},
                                           {0, 0, 12.1 * degree, 0},
                                           {0, 0, -12.1 * degree, 0}})})[0];
  for (int e = 0; e < environments; ++e) QCOMPARE(fallen.at(e), e == 0 ? 0.0 : 1.0);
}

void CartPoleTest::starts() {
  const Axis many = make_axis(500, "N");
  const Computation start = executor({cart_.start(many, 2)});
  const Tensor first = start()[0], second = start()[0];
  double farthest = 0, widest = 0;
  for (std::int64_t i = 0; i < first.size(); ++i) {
    double& largest = i < 500 ? farthest : widest;
    largest = std::max(largest, std::fabs(first.at(i)));
  }
  QVERIFY(farthest > 1.9 && farthest <= 2);
  QVERIFY(widest > 0.049 && widest <= 0.05000001);
  QVERIFY(first.at(0) != second.at(0));
}

NGRAPH_TEST(CartPoleTest, QCoreApplication)
#include "cart_pole_test.moc"
