// SPDX-License-Identifier: Apache-2.0
// Tests row reductions, softmax and normalization: one kernel each, correct at every length.
#include <QtTest>
#include <cmath>

#include "engine/kernels/emit.h"
#include "engine/session/compilation.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Tensor waves(Shape shape) {
  Tensor tensor(DType::f32, std::move(shape));
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    tensor.set(i, 1.5 * std::sin(0.7 * static_cast<double>(i)) + 0.1);
  }
  return tensor;
}

struct Rows {
  explicit Rows(std::int64_t rows, std::int64_t columns)
      : r(make_axis(rows, "R")), c(make_axis(columns, "C")), value(waves({rows, columns})) {
    x = placeholder({r, c});
  }
  Op layer_norm() const {
    const Op centred = x - mean(x, out_axes(r));
    return centred / sqrt(mean(square(centred), out_axes(r)) + 1e-5) * variable({c}, 1.5) +
           variable({c}, 0.25);
  }

  Axis r, c;
  Tensor value;
  Op x;
};

std::vector<kernel::Kernel> kernels(const Op& result, const Op& x) {
  const auto transformer = allocate_transformer("cpu");
  return transformer->computation(result, x).compilation().program.kernels;
}

}  // namespace

class RowKernelsTest : public QObject {
  Q_OBJECT
 private slots:
  // Lengths around the vector size, and around the accumulator count of long rows.
  void every_length_is_right() {
    for (const std::int64_t columns : {1, 15, 16, 17, 63, 127, 128, 129, 191, 1029}) {
      for (const std::int64_t rows : {1, 9}) {
        const Rows in(rows, columns);
        const Axes one(in.c);
        const std::vector<Op> results = {sum(in.x, reduce_over(one)),
                                         max(in.x, reduce_over(one)),
                                         min(in.x, reduce_over(one)),
                                         prod(in.x * 0.1 + 1.0, reduce_over(one)),
                                         softmax(in.x, one),
                                         in.layer_norm(),
                                         in.x / sum(square(in.x), reduce_over(one))};
        for (std::size_t i = 0; i < results.size(); ++i) {
          const Feeds feeds = {{in.x, in.value}};
          const QString wrong = difference(run_once("cpu", {results[i]}, feeds),
                                           run_once("reference", {results[i]}, feeds), 2e-5, 2e-6);
          QVERIFY2(
              wrong.isEmpty(),
              qPrintable(
                  QString("result %1 of %2 x %3: %4").arg(i).arg(rows).arg(columns).arg(wrong)));
        }
      }
    }
  }

  void softmax_takes_each_power_once() {
    const Rows in(64, 256);
    const auto made = kernels(softmax(in.x, Axes(in.c)), in.x);
    QCOMPARE(made.size(), std::size_t(1));
    int powers = 0;
    kernel::for_each_statement(made[0].body, [&](const kernel::Statement& statement) {
      powers += statement.expr && statement.expr->kind == kernel::ExprNode::Kind::apply &&
                statement.expr->fn == kernel::Fn::exp;
    });
    QCOMPARE(powers, 1);
  }

  // Each op is read twice by the next: visiting every path from the result would take exponential
  // time.
  void long_chains_compile_quickly() {
    const Rows in(9, 32);
    Op doubled = softmax(in.x, Axes(in.c));
    for (int i = 0; i < 50; ++i) doubled = doubled + doubled;
    QCOMPARE(kernels(doubled, in.x).size(), std::size_t(1));
    const Feeds feeds = {{in.x, in.value}};
    const QString wrong = difference(run_once("cpu", {doubled}, feeds),
                                     run_once("reference", {doubled}, feeds), 2e-5, 0);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  void a_normalisation_is_one_kernel() {
    const Rows in(64, 256);
    QCOMPARE(kernels(in.layer_norm(), in.x).size(), std::size_t(1));
  }

  // A power that the last stage reads together with x must not be stored in the result's buffer.
  void temporaries_do_not_overwrite_operands() {
    const Rows in(16, 48);
    const Op power = exp(in.x);
    const Op total = sum(power, reduce_over(Axes(in.c)));
    const Op result = power / total + in.x;
    const Feeds feeds = {{in.x, in.value}};
    const QString wrong = difference(run_once("cpu", {result}, feeds),
                                     run_once("reference", {result}, feeds), 2e-5, 2e-6);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    // In place: v = exp(v) / sum(exp(v)) + v.
    for (const char* name : {"reference", "cpu"}) {
      const Op v = variable({in.r, in.c}, in.value);
      const Op grown = exp(v), next = grown / sum(grown, reduce_over(Axes(in.c))) + v * 0.5;
      const auto transformer = allocate_transformer(name);
      transformer->computation({assign(v, next)})();
      transformer->computation({assign(v, softmax(v, Axes(in.c)))})();
      const Tensor found = *transformer->value(v);
      if (name == std::string("reference")) right_ = found;
      for (std::int64_t i = 0; i < found.size(); ++i) {
        QVERIFY(std::fabs(found.at(i) - right_.at(i)) < 1e-6);
      }
    }
  }

 private:
  Tensor right_;
};

NGRAPH_TEST(RowKernelsTest)
#include "row_kernels_test.moc"
