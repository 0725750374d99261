// SPDX-License-Identifier: Apache-2.0
// Tests which loop is vectorized, on hand-written kernels: the stride-1 loop, or none without
// lanes.
#include <QtTest>

#include "engine/kernels/emit.h"
#include "tests/support/test_program.h"

using namespace ng::kernel;

namespace {

// out[r, c] = x[r, c] + x[r, c], rows of `columns`.
Kernel sum_of_rows(std::int64_t rows, std::int64_t columns) {
  Kernel kernel;
  kernel.name = "k0";
  kernel.parameters = {{"x", ng::DType::f32, false}, {"y", ng::DType::f32, true}};
  kernel.loops = {{"R", rows}, {"C", columns}};
  const Index at{0, {{0, columns}, {1, 1}}};
  Statement store;
  store.kind = Statement::Kind::store;
  store.buffer = 1;
  store.index = at;
  const Expr x = load(0, at);
  store.expr = apply(Fn::add, x, x);
  Statement inner, outer;
  inner.kind = outer.kind = Statement::Kind::loop;
  inner.loop = 1;
  inner.body = {store};
  outer.loop = 0;
  outer.body = {inner};
  kernel.body = {outer};
  kernel.parallel = true;
  return kernel;
}

}  // namespace

class VectoriseTest : public QObject {
  Q_OBJECT
 private slots:
  void no_lanes_without_vectors_data();
  void no_lanes_without_vectors();
  void lanes_along_the_stride_of_one();
  void a_short_loop_is_scalar();
  void threads_share_a_joined_loop_data();
  void threads_share_a_joined_loop();
};

void VectoriseTest::no_lanes_without_vectors_data() {
  QTest::addColumn<int>("bytes");
  for (int bytes : {0, 1, 2, 4}) QTest::addRow("%d bytes", bytes) << bytes;
}

void VectoriseTest::no_lanes_without_vectors() {
  QFETCH(int, bytes);
  Kernel kernel = sum_of_rows(5, 64);
  vectorise(kernel, bytes);
  QVERIFY(!kernel.vector_loop);
  QVERIFY(emit_cpp(kernel).text.find("% 0") == std::string::npos);
}

void VectoriseTest::lanes_along_the_stride_of_one() {
  Kernel kernel = sum_of_rows(64, 64);
  vectorise(kernel, 32);
  QCOMPARE(kernel.vector_loop.value_or(-1), 1);
  QCOMPARE(kernel.lanes, 8);
}

void VectoriseTest::a_short_loop_is_scalar() {
  Kernel kernel = sum_of_rows(64, 7);
  vectorise(kernel, 32);
  QVERIFY(!kernel.vector_loop);
}

void VectoriseTest::threads_share_a_joined_loop_data() {
  QTest::addColumn<int>("vector_bytes");
  QTest::newRow("vectorized") << 32;
  QTest::newRow("scalar") << 0;
}

// Kernel text without bounds would make every thread do all the work.
void VectoriseTest::threads_share_a_joined_loop() {
  QFETCH(int, vector_bytes);
  Kernel kernel = sum_of_rows(20, 32);
  collapse_loops(kernel);
  vectorise(kernel, vector_bytes);
  QCOMPARE(kernel.loops[static_cast<std::size_t>(*kernel.parallel_loop())].extent, 640);
  const std::string text = emit_cpp(kernel).text;
  QVERIFY2(text.find(" = begin;") != std::string::npos, text.c_str());
  QVERIFY2(text.find("end;") != std::string::npos || text.find("<= end") != std::string::npos,
           text.c_str());
}

NGRAPH_TEST(VectoriseTest, QCoreApplication)
#include "vectorise_test.moc"
