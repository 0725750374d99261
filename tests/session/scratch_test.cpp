// SPDX-License-Identifier: Apache-2.0
// Tests the scratch memory of steps: part of the memory plan, bounded, and shown in texts.
#include <QtTest>
#include <cmath>

#include "engine/runtime/thread_pool.h"
#include "engine/session/compilation.h"
#include "tests/support/convolved.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Axes image_axes(std::int64_t c, std::int64_t side, std::int64_t n) {
  return {make_axis(c, "C"), make_axis(1, "D"), make_axis(side, "H"), make_axis(side, "W"),
          make_axis(n, "N")};
}

Axes filter_axes(const Axes& image, std::int64_t taps, std::int64_t k) {
  return {image[0], make_axis(1, "T"), make_axis(taps, "R"), make_axis(taps, "S"),
          make_axis(k, "K")};
}

struct Gradient {
  Op x, f, error, made;
  Gradient(const Axes& image, const Axes& filter) : x(placeholder(image)), f(placeholder(filter)) {
    const Op y = convolved(x, f);
    error = placeholder(y.axes());
    made = deriv(y, f, error);
  }
};

const Buffer* scratch_of(const Program& program, std::size_t step) {
  if (!program.steps[step].scratch) return nullptr;
  const auto place = static_cast<std::size_t>(*program.steps[step].scratch);
  return &program.buffers[static_cast<std::size_t>(program.steps[step].writes[place])];
}

Tensor uneven(const Axes& axes, double seed) {
  Tensor tensor(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, std::sin(seed + 1.7 * double(i)));
  return tensor;
}

}  // namespace

class ScratchTest : public QObject {
  Q_OBJECT
 private slots:
  void cleanup() { qunsetenv("NGRAPH_CONVOLUTION"); }

  // A few MB per thread for layers where sums for all filters would take gigabytes.
  void the_gradient_of_many_filters_is_bounded() {
    qputenv("NGRAPH_CONVOLUTION", "direct");
    constexpr std::int64_t mega = 1 << 20;
    const struct {
      std::int64_t in, out, taps, side, batch;
    } layers[] = {{512, 512, 3, 14, 32}, {512, 4096, 7, 7, 32}, {3, 64, 7, 224, 16}};
    for (const auto& l : layers) {
      const Axes image = image_axes(l.in, l.side, l.batch);
      const Gradient g(image, filter_axes(image, l.taps, l.out));
      const auto cpu = allocate_transformer("cpu");
      const Computation f = cpu->computation({g.made}, g.x, g.f, g.error);
      const Program& program = f.compilation().program;
      const Buffer* scratch = scratch_of(program, 0);
      QVERIFY(scratch);
      const std::int64_t threads = ThreadPool::shared().threads();
      QVERIFY2(scratch->bytes <= (8 + 10 * threads) * mega,
               qPrintable(QString("%1 MiB").arg(scratch->bytes / mega)));
      QCOMPARE(int(scratch->kind), int(BufferKind::temporary));
      QVERIFY(program.pool_bytes >= scratch->bytes);
      QVERIFY2(QString::fromStdString(scratch->reason).startsWith("scratch of "),
               scratch->reason.c_str());
    }
  }

  // Several chunks of channels, several columns of one row, several bands: equal to the reference.
  void filters_in_chunks_agree_data() {
    QTest::addColumn<int>("in");
    QTest::addColumn<int>("out");
    QTest::addColumn<int>("taps");
    QTest::addColumn<int>("high");
    QTest::addColumn<int>("wide");
    QTest::addColumn<int>("batch");
    QTest::addRow("many channels") << 70 << 90 << 3 << 4 << 5 << 17;
    QTest::addRow("a long row") << 2 << 3 << 3 << 2 << 5000 << 3;
    QTest::addRow("a long row of many channels") << 40 << 5 << 2 << 1 << 900 << 16;
    QTest::addRow("many taps") << 3 << 9 << 9 << 12 << 11 << 33;
  }
  void filters_in_chunks_agree() {
    qputenv("NGRAPH_CONVOLUTION", "direct");
    QFETCH(int, in);
    QFETCH(int, out);
    QFETCH(int, taps);
    QFETCH(int, high);
    QFETCH(int, wide);
    QFETCH(int, batch);
    const Axes image{make_axis(in, "C"), make_axis(1, "D"), make_axis(high, "H"),
                     make_axis(wide, "W"), make_axis(batch, "N")};
    const Axes filter{image[0], make_axis(1, "T"), make_axis(std::min(taps, high + 2), "R"),
                      make_axis(taps, "S"), make_axis(out, "K")};
    const Gradient g(image, filter);
    const Feeds feeds{
        {g.x, uneven(image, 0)}, {g.f, uneven(filter, 1)}, {g.error, uneven(g.error.axes(), 2)}};
    const QString wrong = difference(run_once("cpu", {g.made}, feeds),
                                     run_once("reference", {g.made}, feeds), 1e-4, 2e-4);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  void look_ups_and_matmuls_report_scratch() {
    const Axis v = make_axis(50, "V"), e = make_axis(8, "E"), n = make_axis(1000, "N"),
               k = make_axis(1'000'000, "K");
    const Op table = placeholder({v, e}), index = placeholder({n}), x = placeholder({k});
    const auto cpu = allocate_transformer("cpu");
    const Computation rows =
        cpu->computation({lookuptable(table, index, Axes{n, e})}, table, index);
    QVERIFY(scratch_of(rows.compilation().program, 0));
    QCOMPARE(scratch_of(rows.compilation().program, 0)->bytes, std::int64_t(8000));
    const Computation square = cpu->computation({dot(x, x)}, x);
    QVERIFY(scratch_of(square.compilation().program, 0));
    QVERIFY(scratch_of(square.compilation().program, 0)->bytes <= 1024);
  }
};

NGRAPH_TEST(ScratchTest)
#include "scratch_test.moc"
