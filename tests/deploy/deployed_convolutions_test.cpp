// SPDX-License-Identifier: Apache-2.0
// Tests convolutions of programs built ahead of time against the cpu transformer.
#include "engine/ngraph.h"
#include "engine/ops/result_type.h"
#include "tests/cli/ngraph_command.h"
#include "tests/deploy/built_program.h"
#include "tests/support/effort.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

class DeployedConvolutionsTest : public QObject {
  Q_OBJECT
 private slots:
  void convolvesInGroups_data();
  void convolvesInGroups();
  void convolvesBytes_data();
  void convolvesBytes();
  void threadsShareBatchesOfImages_data();
  void threadsShareBatchesOfImages();
};

void DeployedConvolutionsTest::convolvesInGroups_data() {
  QTest::addColumn<int>("groups");
  QTest::newRow("two groups") << 2;
  QTest::newRow("depthwise") << 6;
}

// A convolution, its epilogue and both gradients, with more padding after the image than before it.
void DeployedConvolutionsTest::convolvesInGroups() {
  QFETCH(int, groups);
  const Axis c = make_axis(6, "C"), h = make_axis(11, "H"), w = make_axis(9, "W");
  const Axis one = make_axis(1, "D"), tap = make_axis(1, "T");
  const Op images = placeholder(Axes{c, one, h, w, make_axis(3, "N")});
  const Op filters = placeholder(Axes{make_axis(6 / groups, "G"), tap, make_axis(3, "R"),
                                      make_axis(2, "S"), make_axis(12, "K")});
  const WindowParams params{{"pad_d", 0}, {"pad_h", 1}, {"pad_w", 0},      {"pad_end_w", 1},
                            {"str_d", 1}, {"str_h", 2}, {"str_w", 1},      {"dil_d", 1},
                            {"dil_h", 1}, {"dil_w", 1}, {"groups", groups}};
  const Op outputs = convolution(params, images, filters);
  // The epilogue of another one.
  const Op bias = placeholder(outputs.axes()[0]), residual = placeholder(outputs.axes());
  const Op sum_with_both = convolution(params, images, filters * 0.5) + bias + residual;
  const Op ended = minimum(maximum(sum_with_both, -0.75), 0.5);
  const Op total = sum(square(outputs), out_axes(Axes()));
  const Op all = computation({outputs, deriv(total, images), deriv(total, filters), ended},
                             {images, filters, bias, residual}, Returns::list);
  BuiltProgram program(all, {});
  const QString compiled = program.compile_example();
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  QCOMPARE(difference(program.run_example().values, program.expected(1), 1e-5, 1e-5), QString());
}

void DeployedConvolutionsTest::convolvesBytes_data() {
  QTest::addColumn<int>("groups");
  QTest::addColumn<int>("batch");
  QTest::newRow("one image") << 1 << 1;
  QTest::newRow("two groups") << 2 << 1;
  QTest::newRow("depthwise, a batch") << 6 << 3;
}

// Exact sums of both signs, with a value of the padding, and the rounding that follows.
void DeployedConvolutionsTest::convolvesBytes() {
  QFETCH(int, groups);
  QFETCH(int, batch);
  const Axis c = make_axis(6, "C"), h = make_axis(11, "H"), w = make_axis(9, "W");
  const Axes image{c, make_axis(1, "D"), h, w, make_axis(batch, "N")};
  const Axes filter{groups > 1 ? make_axis(6 / groups, "G") : c, make_axis(1, "T"),
                    make_axis(3, "R"), make_axis(2, "S"), make_axis(12, "K")};
  const WindowParams params{{"pad_d", 0}, {"pad_h", 1}, {"pad_w", 0},       {"pad_end_w", 1},
                            {"str_d", 1}, {"str_h", 2}, {"str_w", 1},       {"dil_d", 1},
                            {"dil_h", 1}, {"dil_w", 2}, {"groups", groups}, {"pad_value", 5}};
  std::vector<Op> parameters, results;
  for (const DType images : {DType::u8, DType::i8}) {
    for (const DType filters : {DType::u8, DType::i8}) {
      const Op x = placeholder(image, images), f = placeholder(filter, filters);
      const ScopedResultType type(DType::i32);
      const Op sums = convolution(params, x, f);
      results.push_back(sums);
      parameters.insert(parameters.end(), {x, f});
    }
  }
  results.push_back(value_of(round(value_of(results[0], DType::f32) * 0.01), DType::i8));
  const Op all = computation(results, parameters, Returns::list);
  BuiltProgram program(all, {});
  const QString compiled = program.compile_example();
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  QCOMPARE(difference(program.run_example().values, program.expected(1), 0, 0), QString());
}

void DeployedConvolutionsTest::threadsShareBatchesOfImages_data() {
  QTest::addColumn<int>("groups");
  QTest::addColumn<int>("length");
  QTest::addColumn<int>("stride");
  QTest::addColumn<int>("batch");
  QTest::newRow("one group") << 1 << 41 << 1 << 3;
  QTest::newRow("one image, stride") << 1 << 41 << 2 << 1;
  QTest::newRow("four groups") << 4 << 21 << 1 << 2;
  QTest::newRow("depthwise in planes") << 48 << 37 << 1 << 2;
  QTest::newRow("depthwise in rows") << 48 << 131 << 1 << 1;
  QTest::newRow("depthwise, stride") << 48 << 61 << 2 << 3;
}

// Images as models of ONNX store them, (N, C, H, W): convolution, an epilogue and both poolings.
// The same bits for any number of threads.
void DeployedConvolutionsTest::threadsShareBatchesOfImages() {
  QFETCH(int, groups);
  QFETCH(int, length);
  QFETCH(int, stride);
  QFETCH(int, batch);
  const Axis n = make_axis(batch, "N"), c = make_axis(48, "C"), d = make_axis(1, "D");
  const Axis h = make_axis(length, "H"), w = make_axis(length - 2, "W");
  const Op images = placeholder(Axes{n, c, d, h, w});
  const Op filters =
      placeholder(Axes{groups > 1 ? make_axis(48 / groups, "G") : c, make_axis(1, "T"),
                       make_axis(3, "R"), make_axis(3, "S"), make_axis(48, "K")});
  const WindowParams params{{"pad_d", 0},      {"pad_h", 1},      {"pad_w", 1}, {"str_d", 1},
                            {"str_h", stride}, {"str_w", stride}, {"dil_d", 1}, {"dil_h", 1},
                            {"dil_w", 1},      {"groups", groups}};
  const Op outputs = convolution(params, axes_with_order(images, Axes{c, d, h, w, n}), filters);
  const Op bias = placeholder(outputs.axes()[0]);
  const Op ended = minimum(maximum(outputs + bias, -0.75), 6.5);
  const WindowParams window{{"pad_c", 0}, {"pad_d", 0}, {"pad_h", 1}, {"pad_w", 0},
                            {"str_c", 1}, {"str_d", 1}, {"str_h", 2}, {"str_w", 3},
                            {"J", 1},     {"T", 1},     {"R", 3},     {"S", 2}};
  std::vector<Op> results = {ended};
  for (const char* kind : {"max", "avg"}) results.push_back(pooling(kind, window, ended));
  for (Op& result : results) result = axes_with_order(result, batch_first(result.axes()));
  BuiltProgram program(computation(results, {images, filters, bias}, Returns::list), {});
  const QString compiled = program.compile_example();
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  const std::vector<double> alone = program.run_example().values;
  QCOMPARE(difference(alone, program.expected(1), 1e-5, 1e-5), QString());
  QCOMPARE(difference(program.run_example({"--threads", "3"}).values, alone, 0, 0), QString());
}

NGRAPH_TEST(DeployedConvolutionsTest, QCoreApplication)
#include "deployed_convolutions_test.moc"
