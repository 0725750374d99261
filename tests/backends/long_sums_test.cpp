// SPDX-License-Identifier: Apache-2.0
// Tests sums of one and of twenty million float32 numbers of equal sign against sums in double: no
// op adds them in a single chain, whose error would grow with the length.
#include <QtTest>
#include <cmath>
#include <cstring>

#include "engine/ngraph.h"
#include "tests/support/convolved.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr double exact_enough = 3e-6;  // relative to the sum

// Numbers between 0 and 1 with period 2^24.
Tensor numbers(Shape shape, unsigned seed) {
  Tensor tensor(DType::f32, std::move(shape));
  auto* values = reinterpret_cast<float*>(tensor.bytes.data());
  unsigned state = seed;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    state = state * 1664525u + 1013904223u;
    values[i] = static_cast<float>(state >> 8) * 0x1p-24f;
  }
  return tensor;
}

const float* floats(const Tensor& tensor) {
  return reinterpret_cast<const float*>(tensor.bytes.data());
}

Tensor run(const Op& result, const std::vector<Op>& parameters, const std::vector<Tensor>& values) {
  return allocate_transformer("cpu")->computation({result}, parameters).call(values)[0];
}

void require(double found, double expected) {
  const double error = std::abs(found - expected) / std::abs(expected);
  QVERIFY2(error < exact_enough, qPrintable(QString("off by %1 of %2").arg(error).arg(expected)));
}

}  // namespace

class LongSumsTest : public QObject {
  Q_OBJECT

  static void lengths() {
    QTest::addColumn<int>("length");
    for (const int length : {45'360, 1'000'003, 20'000'000}) {
      QTest::addRow("%d", length) << length;
    }
  }

  static void layouts() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addColumn<bool>("across");
    for (const bool across : {false, true}) {
      for (const auto& [rows, columns] : {std::pair{1'000'003, 1},
                                          {1'000'003, 3},
                                          {400'000, 17},
                                          {100'000, 130},
                                          {3, 1'000'003},
                                          {20, 300'001}}) {
        QTest::addRow("%d x %d %s", rows, columns, across ? "along rows" : "along columns")
            << rows << columns << across;
      }
    }
  }

 private slots:
  void a_vector_with_itself_data() { lengths(); }
  void a_vector_with_itself() {
    QFETCH(int, length);
    const Axis k = make_axis(length, "K");
    const Op x = placeholder({k});
    const Tensor values = numbers({length}, 1);
    double dots = 0, total = 0, ratio = 0;
    for (int i = 0; i < length; ++i) {
      const double value = double(floats(values)[i]);
      dots += value * value, total += value, ratio += std::exp(value);
    }
    require(run(dot(x, x), {x}, {values}).item(), dots);
    require(run(sum(x), {x}, {values}).item(), total);
    require(run(mean(x), {x}, {values}).item(), total / length);
    require(run(sum(exp(x)), {x}, {values}).item(), ratio);
    require(run(squared_L2(x), {x}, {values}).item(), dots);
    const double middle = total / length;
    double spread = 0;
    for (int i = 0; i < length; ++i) spread += std::pow(double(floats(values)[i]) - middle, 2);
    require(run(variance(x), {x}, {values}).item(), spread / length);
    const Tensor shares = run(softmax(x, Axes(k)), {x}, {values});
    require(shares.at(7), std::exp(double(floats(values)[7])) / ratio);
  }

  // A matrix times a vector, and a matrix reduced to a scalar, in either memory order.
  void a_matrix_with_a_vector_data() { layouts(); }
  void a_matrix_with_a_vector() {
    QFETCH(int, rows);
    QFETCH(int, columns);
    QFETCH(bool, across);
    const Axis m = make_axis(rows, "M"), n = make_axis(columns, "N");
    const int length = across ? columns : rows, others = across ? rows : columns;
    const Op x = placeholder({m, n}), y = placeholder({across ? n : m});
    const Tensor matrix = numbers({rows, columns}, 2), vector = numbers({length}, 3);
    const Tensor made = run(dot(x, y), {x, y}, {matrix, vector});
    const Tensor turned = run(dot(y, x), {x, y}, {matrix, vector});
    const Tensor total = run(sum(x, out_axes({across ? m : n})), {x}, {matrix});
    for (int i : {0, others / 2, others - 1}) {
      double dots = 0, sums = 0;
      for (int j = 0; j < length; ++j) {
        const int place = across ? i * columns + j : j * columns + i;
        const double value = double(floats(matrix)[place]);
        dots += value * double(floats(vector)[j]);
        sums += value;
      }
      require(made.at(i), dots);
      require(turned.at(i), dots);
      require(total.at(i), sums);
    }
  }

  void a_small_matmul_of_long_rows_data() {
    QTest::addColumn<QByteArray>("library");
    for (const char* library : {"onednn", "eigen", "plain"}) {
      QTest::addRow("%s", library) << QByteArray(library);
    }
  }
  void a_small_matmul_of_long_rows() {
    QFETCH(QByteArray, library);
    qputenv("NGRAPH_DOT", library);
    const int length = 1'000'003;
    const Axis m = make_axis(2, "M"), n = make_axis(3, "N"), k = make_axis(length, "K");
    const Tensor xs = numbers({2, length}, 4), ys = numbers({length, 3}, 5);
    const Op x = placeholder({m, k}), y = placeholder({k, n});
    const Tensor made = run(dot(x, y), {x, y}, {xs, ys});
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 3; ++j) {
        double expected = 0;
        for (int at = 0; at < length; ++at) {
          expected += double(floats(xs)[i * length + at]) * double(floats(ys)[at * 3 + j]);
        }
        require(made.at(i * 3 + j), expected);
      }
    }
    qunsetenv("NGRAPH_DOT");
  }

  // All indices but a few select the same row.
  void a_row_selected_by_many_indices() {
    const int count = 1'000'003;
    const Axis v = make_axis(5, "V"), e = make_axis(3, "E"), n = make_axis(count, "N");
    const Op table = placeholder({v, e}), index = placeholder({n}), weight = placeholder({n, e});
    const Op cost = sum(lookuptable(table, index, Axes{n, e}) * weight, out_axes(Axes()));
    Tensor indices(DType::f32, {count});
    for (int i = 0; i < count; i += 1000) indices.set(i, 4);
    const Tensor weights = numbers({count, 3}, 6);
    const Tensor made = run(deriv(cost, table), {table, index, weight},
                            {Tensor(DType::f32, {5, 3}), indices, weights});
    double expected = 0;
    for (int i = 0; i < count; ++i)
      if (i % 1000) expected += double(floats(weights)[i * 3 + 1]);
    require(made.at(1), expected);
    QCOMPARE(made.at(4), 0.0);
  }

  // All at one row, and the gradient of a table of which one row is taken.
  void updates_of_one_row() {
    const Axis n = make_axis(1'000'003, "N"), v = make_axis(2, "V");
    const Op at = placeholder(Axes(n), DType::i32), x = placeholder(Axes(n)),
             table = placeholder(Axes(v));
    const Tensor rows(DType::i32, {n.length()}), updates = numbers({n.length()}, 5);
    double expected = 0;
    for (std::int64_t i = 0; i < n.length(); ++i) expected += double(floats(updates)[i]);
    const Tensor zeros(DType::f32, {2});
    const Op added = scatter(table, at, x, v, ScatterReduction::add);
    require(run(added, {table, at, x}, {zeros, rows, updates}).at(0), expected);
    const Op gradient = deriv(sum(take(table, at, v) * x, out_axes(Axes())), table);
    require(run(gradient, {table, at, x}, {zeros, rows, updates}).at(0), expected);
  }

  void a_window_over_the_whole_image() {
    const int side = 1000;
    const Axes axes{make_axis(1, "C"), make_axis(1, "D"), make_axis(side, "H"),
                    make_axis(side, "W"), make_axis(3, "N")};
    const Op x = placeholder(axes);
    const Op y = pooling("avg",
                         {{"J", 1},
                          {"T", 1},
                          {"R", side},
                          {"S", side},
                          {"pad_c", 0},
                          {"pad_d", 0},
                          {"pad_h", 0},
                          {"pad_w", 0},
                          {"str_c", 1},
                          {"str_d", 1},
                          {"str_h", 1},
                          {"str_w", 1}},
                         x);
    const Tensor images = numbers(axes.lengths(), 7);
    double expected = 0;
    for (int i = 0; i < side * side; ++i) expected += double(floats(images)[i * 3 + 1]);
    require(run(y, {x}, {images}).at(1), expected / (side * side));
  }

  void the_filters_of_large_images_data() {
    QTest::addColumn<QByteArray>("library");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("taps");
    for (const char* library : {"direct", "onednn"}) {
      for (const int batch : {1, 20}) {
        for (const int taps : {1, 3}) {
          QTest::addRow("%s, batch %d, %d taps", library, batch, taps)
              << QByteArray(library) << batch << taps;
        }
      }
    }
  }
  void the_filters_of_large_images() {
    QFETCH(QByteArray, library);
    QFETCH(int, batch);
    QFETCH(int, taps);
    qputenv("NGRAPH_CONVOLUTION", library);
    const int side = batch == 1 ? 1000 : 300;
    const Axes image{make_axis(2, "C"), make_axis(1, "D"), make_axis(side, "H"),
                     make_axis(side, "W"), make_axis(batch, "N")};
    const Axes filter{image[0], make_axis(1, "T"), make_axis(taps, "R"), make_axis(taps, "S"),
                      make_axis(2, "K")};
    const Op x = placeholder(image), f = placeholder(filter);
    const Op y = convolved(x, f, 0, 0);
    const Op error = placeholder(y.axes());
    const Tensor images = numbers(image.lengths(), 8), errors = numbers(y.axes().lengths(), 9);
    const Tensor made = run(deriv(y, f, error), {x, f, error},
                            {images, Tensor(DType::f32, filter.lengths()), errors});
    const int wide = side - taps + 1;
    double expected = 0;  // for the first channel, tap and filter
    for (int i = 0; i < wide; ++i) {
      for (int j = 0; j < wide; ++j) {
        for (int n = 0; n < batch; ++n) {
          expected += double(floats(images)[(i * side + j) * batch + n]) *
                      double(floats(errors)[(i * wide + j) * batch + n]);
        }
      }
    }
    require(made.at(0), expected);
    qunsetenv("NGRAPH_CONVOLUTION");
  }
};

NGRAPH_TEST(LongSumsTest)
#include "long_sums_test.moc"
