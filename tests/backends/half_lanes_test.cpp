// SPDX-License-Identifier: Apache-2.0
// Tests kernels of float16 and bfloat16 in lanes: rounding, special values, strided elements and
// odd lengths, against the reference transformer.
#include <QtTest>
#include <cmath>
#include <limits>

#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

class HalfLanesTest : public QObject {
  Q_OBJECT

  // Numbers of all sizes, among them denormals of the type and halves between its numbers.
  static Tensor numbers(DType dtype, const Shape& shape, double phase) {
    Tensor tensor(dtype, shape);
    for (std::int64_t i = 0; i < tensor.size(); ++i) {
      const double size = std::exp2(double(i * 7 % 43) - 26);
      tensor.set(i, std::sin(phase + double(i)) * (i % 3 == 0 ? size : 1));
    }
    return tensor;
  }

  struct Case {
    std::string name;
    Op result;
  };

  static Op as(DType dtype, const Op& x) { return value_of(x, dtype); }

 private slots:
  void agrees_data() {
    QTest::addColumn<int>("dtype");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    for (const DType dtype : {DType::f16, DType::bf16}) {
      for (const auto& [rows, columns] : {std::pair{3, 16}, {5, 67}, {40, 129}, {131, 33}}) {
        QTest::addRow("%s %d x %d", std::string(name(dtype)).c_str(), rows, columns)
            << int(dtype) << rows << columns;
      }
    }
  }
  void agrees() {
    QFETCH(int, dtype);
    QFETCH(int, rows);
    QFETCH(int, columns);
    const auto type = static_cast<DType>(dtype);
    const Axis m = make_axis(rows, "M"), n = make_axis(columns, "N");
    const Op x = placeholder({m, n}, type), y = placeholder({m, n}, type),
             turned = placeholder({n, m}, type), row = placeholder({n}, type),
             wide = placeholder({m, n}, DType::f32);
    const ScopedResultType result(type);
    const std::vector<Case> cases = {
        {"sums and products", (x + row) * y - x},
        {"choices", where(greater(x, y), maximum(x * 3, row), minimum(y, 0))},
        {"functions", sigmoid(x) + tanh(y) * exp(minimum(x, 2))},
        {"strided", x * axes_with_order(turned, Axes{m, n}) + y},
        {"mixed with float32", as(type, wide * as(DType::f32, x)) + y},
        {"sums of rows", sum(x * y, out_axes({m}))},
        {"sums of columns", sum(x + y, out_axes({n}))},
        {"largest", max(x - row, out_axes({m}))},
        {"softmax", softmax(x, Axes{n})},
        {"after a reduction", x - mean(x, out_axes({m}))}};
    const double unit = type == DType::f16 ? 0x1p-10 : 0x1p-7;
    for (const Case& c : cases) {
      std::vector<std::vector<double>> found;
      for (const char* backend : {"cpu", "reference"}) {
        const TransformerPtr transformer = allocate_transformer(backend);
        const Computation f = transformer->computation(c.result, x, y, turned, row, wide);
        found.push_back(f(numbers(type, {rows, columns}, 0), numbers(type, {rows, columns}, 1),
                          numbers(type, {columns, rows}, 2), numbers(type, {columns}, 3),
                          numbers(DType::f32, {rows, columns}, 4))[0]
                            .values());
      }
      const QString differs = difference(found[0], found[1], 2 * unit, 2 * unit);
      QVERIFY2(differs.isEmpty(), qPrintable(QString::fromStdString(c.name) + ": " + differs));
    }
  }

  // One operation rounds as the reference does, bit for bit, and the kernel has lanes.
  void rounds_once_data() { agrees_data(); }
  void rounds_once() {
    QFETCH(int, dtype);
    QFETCH(int, rows);
    QFETCH(int, columns);
    const auto type = static_cast<DType>(dtype);
    const Axis m = make_axis(rows, "M"), n = make_axis(columns, "N");
    const Op x = placeholder({m, n}, DType::f32);
    Tensor values = numbers(DType::f32, {rows, columns}, 5);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double special[] = {-0.0,     65519.9,   65520,      -1e6,          6e-8,
                              2.9e-8,   3.4e38,    1e-40,      1 + 0x1p-11,   1 + 3 * 0x1p-11,
                              infinity, -infinity, 1 + 0x1p-8, 1 + 3 * 0x1p-8};
    for (std::size_t i = 0; i < std::size(special); ++i) values.set(std::int64_t(i), special[i]);
    const Op narrow = value_of(x, type), back = value_of(narrow, DType::f32);
    std::vector<std::vector<double>> found;
    for (const char* backend : {"cpu", "reference"}) {
      const TransformerPtr transformer = allocate_transformer(backend);
      const Computation f = transformer->computation({narrow, back}, x);
      if (found.empty()) QVERIFY(f.compilation().program.kernels.at(0).vector_loop.has_value());
      for (const auto& made : f(values)) found.push_back(made->values());
    }
    for (std::size_t i = 0; i < found[0].size(); ++i) {
      QCOMPARE(found[0][i], found[2][i]);
      QCOMPARE(found[1][i], found[2][i]);
      QCOMPARE(std::signbit(found[0][i]), std::signbit(found[2][i]));
    }
  }

  void nan_is_kept() {
    for (const DType type : {DType::f16, DType::bf16}) {
      const Axis n = make_axis(37, "N");
      const Op x = placeholder({n}, type);
      Tensor values = numbers(type, {37}, 6);
      for (const std::int64_t i : {0, 20, 36}) values.set(i, std::nan(""));
      const ScopedResultType result(type);
      const Tensor made =
          allocate_transformer("cpu")->computation(maximum(x + 1, 0) * 2, x)(values)[0];
      for (std::int64_t i = 0; i < 37; ++i)
        QCOMPARE(std::isnan(made.at(i)), i % 20 == 0 || i == 36);
    }
  }
};

NGRAPH_TEST(HalfLanesTest)
#include "half_lanes_test.moc"
