// SPDX-License-Identifier: Apache-2.0
// Tests that threads share the products of programs built ahead of time, with the same results.
#include "engine/ngraph.h"
#include "engine/ops/dot.h"
#include "engine/ops/make_op.h"
#include "tests/deploy/built_program.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

class DeployedThreadsTest : public QObject {
  Q_OBJECT
 private slots:
  void multipliesBatches();
  void threadsShareProducts();
  void refusesThreads();
};

// Products with kept axes, in orders in which a matrix's rows are not next to each other.
void DeployedThreadsTest::multipliesBatches() {
  const Axis b = make_axis(3, "B"), h = make_axis(4, "H"), m = make_axis(37, "M");
  const Axis n = make_axis(65, "N"), k = make_axis(129, "K");  // enough to be shared
  const Op x = placeholder(Axes{b, m, h, k}), y = placeholder(Axes{b, h, n, k});
  const Op scores = sum(x * y, out_axes(Axes{b, h, m, n}));
  BuiltProgram program(computation({scores}, {x, y}, Returns::list), {});
  const QString compiled = program.compile_example();
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  const std::vector<double> alone = program.run_example().values;
  QCOMPARE(difference(alone, program.expected(1), 1e-5, 1e-6), QString());
  QCOMPARE(difference(program.run_example({"--threads", "3"}).values, alone, 0, 0), QString());
}

// A row times a matrix of either order, and products of both types that are divided by columns and
// by rows.
void DeployedThreadsTest::threadsShareProducts() {
  const Axis one = make_axis(1, "one"), m = make_axis(1500, "M"), k = make_axis(1501, "K");
  const Axis rows = make_axis(300, "R"), few = make_axis(40, "F"), wide = make_axis(260, "W");
  std::vector<Op> inputs, results;
  const auto multiply = [&](const Axes& left, const Axes& right, DType type) {
    inputs.push_back(placeholder(left, type));
    inputs.push_back(placeholder(right, type));
    const Op made = make_op(dot_op, {inputs[inputs.size() - 2], inputs.back()},
                            {{"dtype", std::string(name(type))}});
    results.push_back(made);
  };
  multiply({one, m}, {m, k}, DType::f32);
  multiply({one, m}, {k, m}, DType::f32);
  for (const DType type : {DType::f32, DType::f64}) {
    multiply({few, rows}, {rows, wide}, type);
    multiply({wide, rows}, {rows, few}, type);
  }
  BuiltProgram program(computation(results, inputs, Returns::list), {});
  const QString compiled = program.compile_example();
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  const std::vector<double> alone = program.run_example().values;
  QCOMPARE(difference(alone, program.expected(1), 1e-5, 1e-4), QString());
  QCOMPARE(difference(program.run_example({"--threads", "3"}).values, alone, 0, 0), QString());
}

void DeployedThreadsTest::refusesThreads() {
  BuiltProgram program("06_mlp", "evaluate", {});
  QVERIFY(program.compile_example().isEmpty());
  for (const char* count : {"0", "-1", "65"}) {
    const Printed printed = program.run_example({"--threads", count});
    QCOMPARE(printed.code, 1);
    QVERIFY2(printed.errors.contains("from 1 to 64"), qPrintable(printed.errors));
  }
}

NGRAPH_TEST(DeployedThreadsTest, QCoreApplication)
#include "deployed_threads_test.moc"
