// SPDX-License-Identifier: Apache-2.0
// Tests launch grouping: small kernels in one launch, and a matmul with the kernel that reads its
// rows.
#include <QtTest>
#include <cmath>

#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Tensor waves(Shape shape, double step) {
  Tensor tensor(DType::f32, std::move(shape));
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    tensor.set(i, std::sin(step * static_cast<double>(i)));
  }
  return tensor;
}

struct MatmulCase {
  Axis m, k = make_axis(129, "K"), n;
  Op x, y, made;
  Tensor xs, ys;

  MatmulCase(std::int64_t rows, std::int64_t columns)
      : m(make_axis(rows, "M")), n(make_axis(columns, "N")) {
    x = placeholder({m, k});
    y = placeholder({k, n});
    made = dot(x, y);
    xs = waves({rows, 129}, 0.7);
    ys = waves({129, columns}, 1.3);
  }
};

std::vector<int> launches(const Computation& computation) {
  std::vector<int> found;
  for (const Step& step : computation.compilation().program.steps)
    found.push_back(step.launch.value_or(-1));
  return found;
}

}  // namespace

class LaunchesTest : public QObject {
  Q_OBJECT
 private:
  // Checks the launch numbers on cpu, and the result against the reference.
  static void check(const MatmulCase& p, const Op& result, const std::vector<int>& expected) {
    const auto cpu = allocate_transformer("cpu"), reference = allocate_transformer("reference");
    const Computation f = cpu->computation(result, p.x, p.y);
    QCOMPARE(launches(f), expected);
    const Tensor found = f(p.xs, p.ys),
                 right = reference->computation(result, p.x, p.y)(p.xs, p.ys);
    QCOMPARE(found.shape, right.shape);
    for (std::int64_t i = 0; i < found.size(); ++i) {
      QVERIFY2(std::fabs(found.at(i) - right.at(i)) < 2e-4 * (1 + std::fabs(right.at(i))),
               qPrintable(QString("element %1").arg(i)));
    }
  }

 private slots:
  // The outer loops become one, although the stages of the softmax share the inner one: threads
  // share its iterations, also where the outermost axis has one position.
  void rowsOfASoftmaxAreShared() {
    const Axis n = make_axis(1, "N"), h = make_axis(12, "H"), t = make_axis(64, "T");
    const Axis s = make_axis(128, "S");
    const Op x = placeholder({n, h, t, s});
    const auto cpu = allocate_transformer("cpu");
    const Computation f = cpu->computation(softmax(x, Axes{s}), x);
    const Program& program = f.compilation().program;
    QCOMPARE(program.kernels.size(), std::size_t(1));
    QCOMPARE(program.kernels[0].parallel_extent(), std::int64_t(12 * 64));
    QVERIFY(program.kernels[0].shared_out);
  }

  void a_matmul_and_its_epilogue() {
    for (const auto& [rows, columns] :
         {std::pair<std::int64_t, std::int64_t>{301, 96}, {250, 77}, {17, 1000}}) {
      const MatmulCase p(rows, columns);
      const Op per_row = variable({p.m}, waves({rows}, 0.3));
      const Op per_column = variable({p.n}, waves({columns}, 0.9));
      check(p, maximum(p.made + per_row, 0.0), {0, 0});
      check(p, maximum(p.made + per_column, 0.0), {0, 0});
      check(p, softmax(p.made, Axes(p.n)), {0, 0});
      check(p, sum(p.made, out_axes(p.m)), {0, 0});
    }
    const MatmulCase aligned(256, 128);
    check(aligned, tanh(aligned.made), {0, 0});  // rows and columns are collapsed into one loop
  }

  // Reductions over rows, a transposed read, or a second read of other rows need the complete
  // matmul.
  void kernels_that_need_all_rows_are_not_joined() {
    const MatmulCase p(200, 96);
    check(p, sum(p.made, out_axes(p.n)), {-1, -1});
    check(p, axes_with_order(p.made, Axes{p.n, p.m}) * 2.0, {-1, -1});
    const MatmulCase square(160, 160);
    const Op turned =
        cast_axes(axes_with_order(square.made, Axes{square.n, square.m}), {square.m, square.n});
    check(square, square.made * turned, {-1, -1});
  }

  // The epilogue must not overwrite the matmul's operand while rows are still being computed.
  void an_operand_is_not_overwritten() {
    const Axis m = make_axis(200, "M"), k = make_axis(200, "K");
    for (const char* name : {"reference", "cpu"}) {
      const Op w = variable({m, k}, waves({200, 200}, 0.4));
      const Op y = variable({k, make_axis(200, "N")}, waves({200, 200}, 0.2));
      const auto transformer = allocate_transformer(name);
      const Op made = cast_axes(dot(w, y), {m, k});
      const Computation f = transformer->computation({assign(w, tanh(made))});
      f();
      f();
      const Tensor value = *transformer->value(w);
      if (name == std::string("reference")) right_ = value;
      for (std::int64_t i = 0; i < value.size(); ++i) {
        QVERIFY(std::fabs(value.at(i) - right_.at(i)) < 2e-3);
      }
    }
  }

  void small_kernels_share_a_launch() {
    const Op x = placeholder({make_axis(5, "A"), make_axis(7, "B")});
    const Op total = sum(x, out_axes(Axes()));
    const auto transformer = allocate_transformer("cpu");
    const auto compiled = [&](const std::set<std::string>& disabled) {
      CompileOptions options;
      options.passes.disabled = disabled;
      return transformer->add_computation(computation({exp(x - total) * total}, {x}), options);
    };
    const Computation f = compiled({"fuse"}), g = compiled({"fuse", "group_launches"});
    QCOMPARE(launches(f), std::vector<int>(launches(f).size(), 0));
    QCOMPARE(launches(g), std::vector<int>(launches(f).size(), -1));
    QVERIFY(launches(f).size() > 2);
    const Tensor xs = waves({5, 7}, 0.8);
    QCOMPARE(f(xs)[0].values(), g(xs)[0].values());
  }

 private:
  Tensor right_;
};

NGRAPH_TEST(LaunchesTest)
#include "launches_test.moc"
