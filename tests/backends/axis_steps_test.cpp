// SPDX-License-Identifier: Apache-2.0
// Tests running sums, sorting, taking and scattering of the cpu transformer against the reference:
// long rows, many threads' updates, ties and NaN, every element type, axes without elements.
#include <QtTest>
#include <cmath>
#include <limits>

#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr DType types[] = {DType::f64, DType::f32, DType::f16,  DType::bf16, DType::i8,
                           DType::i16, DType::i32, DType::i64,  DType::u8,   DType::u16,
                           DType::u32, DType::u64, DType::bool_};

// Small integers, most of them several times: their sums are exact in every type.
Tensor drawn(DType dtype, Shape shape, unsigned seed, std::int64_t most) {
  Tensor tensor(dtype, std::move(shape));
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    seed = seed * 1664525u + 1013904223u;
    tensor.set(i, static_cast<double>((seed >> 8) % static_cast<unsigned>(most)));
  }
  return tensor;
}

void set_special_values(Tensor& tensor) {
  const double values[] = {NAN, -INFINITY, INFINITY, -0.0, NAN};
  for (std::int64_t i = 0; i < tensor.size(); i += 97)
    tensor.set(i, values[i / 97 % std::ssize(values)]);
}

void require_same(const std::vector<Op>& results, const Feeds& feeds) {
  const QString text =
      difference(run_once("cpu", results, feeds), run_once("reference", results, feeds), 0, 0);
  QVERIFY2(text.isEmpty(), qPrintable(text));
}

// A table and positions of updates, which share all axes, or none, besides the numbered one.
struct Walk {
  const char* name;
  Axes table, positions, updates;
  Axis axis;
};

std::vector<Walk> walks() {
  const Axis a = make_axis(70, "A"), b = make_axis(33, "B"), c = make_axis(9, "C");
  const Axis n = make_axis(1501, "N"), many = make_axis(40'000, "M");
  return {
      {"elements of a row", {a}, {many}, {many}, a},
      {"elements along the first axis", {a, b}, {n, b}, {n, b}, a},
      {"elements along the last axis", {b, a}, {b, n}, {b, n}, a},
      {"rows", {a, b}, {n}, {n, b}, a},
      {"columns", {b, a}, {n}, {b, n}, a},
      {"rows of each sample", {c, a, b}, {c, n}, {c, n, b}, a},
      {"updates in another order", {c, a, b}, {n, c}, {n, b, c}, a},
      {"few updates", {a, b}, {c}, {c, b}, a},
  };
}

}  // namespace

class AxisStepsTest : public QObject {
  Q_OBJECT

  static void add_types() {
    QTest::addColumn<int>("type");
    for (std::size_t i = 0; i < std::size(types); ++i)
      QTest::addRow("%s", std::string(name(types[i])).c_str()) << int(i);
  }

  static void add_walks() {
    QTest::addColumn<int>("walk");
    const std::vector<Walk> all = walks();
    for (std::size_t i = 0; i < all.size(); ++i) QTest::addRow("%s", all[i].name) << int(i);
  }

 private slots:
  void sorts_data() { add_types(); }

  // Few of many, by a heap, and all, by a radix sort; the sorted axis last and first.
  void sorts() {
    QFETCH(int, type);
    const DType dtype = types[type];
    const Axis row = make_axis(1007, "R"), other = make_axis(3, "O");
    for (const Axes& axes : {Axes{other, row}, Axes{row, other}}) {
      for (const std::int64_t most : {2, 40, 127}) {
        const Op x = placeholder(axes, dtype);
        Tensor values = drawn(dtype, axes.lengths(), 7, most);
        if (is_float(dtype)) set_special_values(values);
        std::vector<Op> results;
        for (const bool descending : {false, true}) {
          for (const std::int64_t count : {0, 1, 10, 31, 1007})
            results.push_back(argsort(x, row, make_axis(count, "K"), descending));
        }
        require_same(results, {{x, values}});
      }
    }
  }

  void scatters_data() { add_types(); }

  void scatters() {
    QFETCH(int, type);
    const DType dtype = types[type];
    const Axis a = make_axis(50, "A"), b = make_axis(3, "B"), n = make_axis(77, "N");
    const Op into = placeholder(Axes{a, b}, dtype), at = placeholder(Axes(n), DType::i32),
             updates = placeholder(Axes{n, b}, dtype);
    Feeds feeds = {{into, drawn(dtype, {50, 3}, 1, 4)},
                   {at, drawn(DType::i32, {77}, 2, 50)},
                   {updates, drawn(dtype, {77, 3}, 3, 4)}};
    std::vector<Op> results{take(into, at, a)};
    for (const char* reduction : {"none", "add", "mul", "max", "min"})
      results.push_back(scatter(into, at, updates, a, scatter_reduction(reduction)));
    require_same(results, feeds);
  }

  void many_updates_data() { add_walks(); }

  void many_updates() {
    QFETCH(int, walk);
    const Walk w = walks()[static_cast<std::size_t>(walk)];
    const Op into = placeholder(w.table), at = placeholder(w.positions, DType::i64),
             updates = placeholder(w.updates);
    const Feeds feeds = {{into, drawn(DType::f32, w.table.lengths(), 1, 9)},
                         {at, drawn(DType::i64, w.positions.lengths(), 2, w.axis.length())},
                         {updates, drawn(DType::f32, w.updates.lengths(), 3, 9)}};
    std::vector<Op> results{take(into, at, w.axis)};
    for (const char* reduction : {"none", "add", "max", "min"})
      results.push_back(scatter(into, at, updates, w.axis, scatter_reduction(reduction)));
    require_same(results, feeds);
  }

  void popular_rows_data() { add_walks(); }

  // Sums of so many updates that they are added in double.
  void popular_rows() {
    QFETCH(int, walk);
    const Walk w = walks()[static_cast<std::size_t>(walk)];
    const Axes updates_axes = w.updates + Axes(make_axis(5, "Q"));
    const Op into = placeholder(w.table), at = placeholder(w.positions, DType::i64),
             updates = placeholder(w.updates), many = placeholder(updates_axes);
    const Feeds feeds = {{into, drawn(DType::f32, w.table.lengths(), 1, 9)},
                         {at, drawn(DType::i64, w.positions.lengths(), 2, 3)},
                         {updates, drawn(DType::f32, w.updates.lengths(), 3, 9)},
                         {many, drawn(DType::f32, updates_axes.lengths(), 4, 9)}};
    require_same({scatter(into, at, updates, w.axis, ScatterReduction::add),
                  deriv(sum(take(into, at, w.axis) * many, out_axes(Axes())), into)},
                 feeds);
  }

  void no_elements() {
    const Axis none = make_axis(0, "Z"), b = make_axis(3, "B"), n = make_axis(2, "N");
    const Op empty = placeholder(Axes{none, b}), full = placeholder(Axes{n, b});
    const Op nowhere = placeholder(Axes(none), DType::i64), at = placeholder(Axes(n), DType::i64);
    const std::vector<Op> results{
        cumulative_sum(empty, none),
        cumulative_product(empty, b),
        argsort(empty, b, make_axis(2, "K")),
        argsort(full, b, make_axis(0, "K")),
        argsort(empty, none, make_axis(0, "K")),
        take(full, nowhere, n),
        take(empty, nowhere, none),
        take(empty, at, b),
        scatter(full, nowhere, empty, n),
        scatter(full, nowhere, empty, n, ScatterReduction::mul),
    };
    require_same(results, {{empty, Tensor(DType::f32, {0, 3})},
                           {full, drawn(DType::f32, {2, 3}, 1, 5)},
                           {nowhere, Tensor(DType::i64, {0})},
                           {at, drawn(DType::i64, {2}, 1, 2)}});
  }

  void positions_out_of_range_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<double>("position");
    for (const DType dtype : {DType::i64, DType::i32, DType::i8, DType::f32}) {
      for (const double position : {-1.0, 5.0, 100.0})
        QTest::addRow("%s %g", std::string(name(dtype)).c_str(), position)
            << int(dtype) << position;
    }
  }

  void positions_out_of_range() {
    QFETCH(int, type);
    QFETCH(double, position);
    const Axis a = make_axis(5, "A"), n = make_axis(3, "N");
    const Op x = placeholder(Axes(a)), at = placeholder(Axes(n), static_cast<DType>(type));
    Tensor positions(static_cast<DType>(type), {3});
    positions.set(2, position);
    for (const Op& result : {take(x, at, a), scatter(x, at, take(x, at, a), a)}) {
      try {
        run_once("cpu", {result}, {{x, Tensor(DType::f32, {5})}, {at, positions}});
        QFAIL("no error");
      } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::index);
        QVERIFY(QString(error.what()).contains("position out of range"));
      }
    }
  }
};

NGRAPH_TEST(AxisStepsTest)
#include "axis_steps_test.moc"
