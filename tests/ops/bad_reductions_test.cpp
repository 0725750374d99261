// SPDX-License-Identifier: Apache-2.0
// Tests errors of elementwise ops, reductions and samples: the message names the op, the fault and
// the source line.
#include <QtTest>
#include <cmath>
#include <functional>

#include "engine/base/error.h"
#include "engine/ngraph.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const Axis c = make_axis(4, "C"), n = make_axis(3, "N"), t = make_axis(2, "T");
const Axis none = make_axis(0, "Z"), huge = make_axis(1LL << 31, "B");

Op table() {
  return placeholder(Axes{c, n});
}
Op other() {
  return placeholder(make_axis(5, "C"));
}

struct Refusal {
  std::function<void()> build;
  std::string op, found;  // substrings of the message
};

const Refusal refusals[] = {
    {[] { sum(table(), reduce_over(t)); }, "sum", "T: 2"},
    {[] { max(table(), out_axes(t)); }, "max", "T: 2"},
    {[] { min(table(), {Axes{c}, Axes{c, n}}); }, "min", "common axes"},
    {[] { prod(table(), {Axes{c}, Axes{}}); }, "prod", "C: 4, N: 3"},
    {[] { mean(table(), reduce_over(t)); }, "mean", "T: 2"},
    {[] { variance(table(), reduce_over(t)); }, "variance", "T: 2"},
    {[] { L1_norm(table(), reduce_over(t)); }, "L1_norm", "T: 2"},
    {[] { L2_norm(table(), {}, -1); }, "L2_norm", "-1"},
    {[] { argmax(placeholder(Axes{c, n, t}), out_axes(Axes{t, n})); }, "argmax", "same order"},
    {[] { argmax(placeholder(Axes{none, n}), reduce_over(none)); }, "argmax", "Z: 0"},
    {[] { max(placeholder(Axes{none, n}), reduce_over(none)); }, "max", "Z: 0"},
    {[] { argmin(placeholder(Axes{huge, n}), reduce_over(huge)); }, "argmin",
     "max along some of the axes"},
    {[] { softmax(table(), Axes(t)); }, "softmax", "T: 2"},
    {[] { cross_entropy_multi(table(), table(), reduce_over(t)); }, "cross_entropy_multi", "T: 2"},
    {[] { table() + other(); }, "add", "C: 4 and C: 5"},
    {[] { power(table(), other()); }, "power", "C: 4 and C: 5"},
    {[] { mod(table(), doall({table()})); }, "mod", "doall"},
    {[] { floordivide(placeholder(make_axis(1LL << 40, "A")), placeholder(huge)); }, "floordivide",
     "2^47"},
    {[] { uniform(table(), std::nan(""), 1); }, "uniform", "low"},
    {[] { normal(table(), 0, -1); }, "normal", "scale"},
    {[] { uniform(table(), 0, 1, table()); }, "uniform", "state"},
    {[] { exp(Op()); }, "", "empty"},
    {[] { stack({table(), Op()}, t); }, "", "empty"},
    {[] { softmax(doall({table()})); }, "softmax", "doall"},
    {[] { deriv(sum(table(), reduce_over(n)), table(), other()); }, "deriv", "C: 5 and C: 4"},
    {[] { variable(c, table()); }, "variable", "placeholder"},
    {[] { variable(c, Tensor{1, 2, 3}); }, "variable", "(3,)"},
    {[] { constant(Tensor{1, 2, 3}, c); }, "constant", "C: 4"},
    {[] { constant(Tensor{1, 2, 3}, Axes{c, n}); }, "constant", "C: 4, N: 3"},
};

}  // namespace

class BadReductionsTest : public QObject {
  Q_OBJECT
 private slots:
  void refusalsNameOpAndLine() {
    for (const Refusal& row : refusals) {
      const std::string about = row.op + " about '" + row.found + "'";
      try {
        row.build();
        QFAIL(about.c_str());
      } catch (const Error& error) {
        const std::string text = to_string(error.diagnostic());
        QVERIFY2(error.kind() == ErrorKind::value, text.c_str());
        for (const std::string& part :
             {row.op, row.found, std::string("bad_reductions_test.cpp:")}) {
          QVERIFY2(text.find(part) != std::string::npos, (about + ": " + text).c_str());
        }
      }
    }
  }

  void samplesInAScanAreRefused() {
    const Op x = placeholder(Axes{t, c});
    const auto step = [](const std::vector<Op>& states, const std::vector<Op>& elements) {
      return ScanStep{{states[0] + uniform(elements[0])}, {}};
    };
    QVERIFY_THROWS_EXCEPTION(Error, scan(t, {Op(constant(Tensor(0.0), c))}, {x}, step));
  }
};

NGRAPH_TEST(BadReductionsTest)
#include "bad_reductions_test.moc"
