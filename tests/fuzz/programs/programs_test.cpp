// SPDX-License-Identifier: Apache-2.0
// Tests random programs: cpu is bit-identical on 1 and 3 threads and agrees with the reference
// within rounding, with one pass disabled for each in turn. `./dev fuzz programs` runs more.
#include <QtTest>
#include <set>

#include "engine/backends/backend_table.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ngraph.h"
#include "engine/ops/op_table.h"
#include "engine/runtime/print_sink.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/check.h"
#include "tests/fuzz/programs/noise.h"
#include "tests/fuzz/programs/reduce.h"
#include "tests/fuzz/programs/rows.h"
#include "tests/fuzz/programs/run.h"
#include "tests/support/convolved.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::fuzz;

namespace {

constexpr int programs_a_row = 10;

// Environment variables that let CTest run parts in parallel.
int number(const char* variable, int otherwise) {
  bool given = false;
  const int value = qEnvironmentVariableIntValue(variable, &given);
  return given ? value : otherwise;
}

void collect(std::span<const Value> roots, std::set<std::string_view>& names) {
  for (const NodePtr& node : ordered_nodes(roots)) {
    names.insert(node->def->name);
    if (!node->loop) continue;
    std::vector<Value> inside;
    for (const Value& result : node->loop->results)
      if (result) inside.push_back(result);
    collect(inside, names);
  }
}

// Ops of the program, as written and with its derivatives expanded.
void collect(const RandomProgram& program, std::set<std::string_view>& names) {
  for (const Op& f : document_of(program).computations) {
    collect(std::vector<Value>{f.value()}, names);
    const auto compiled = compile(f.value().node, *find_backend("reference"), CompileOptions());
    collect(roots(compiled->final_graph), names);
  }
}

Outcome outcome_of(const std::vector<double>& values) {
  Tensor tensor(DType::f32, {std::ssize(values)});
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    tensor.set(i, values[static_cast<std::size_t>(i)]);
  return {{{"result", tensor}}};
}

}  // namespace

class ProgramsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    set_print_sink([](const std::string&) {});
  }

  // A new op needs a row, unless its record describes an elementwise op.
  void everyOpHasARow() {
    std::set<std::string_view> known;
    for (const ProgramRow& row : program_rows()) {
      known.insert(row.op);
      QVERIFY2(find_op(row.op), std::string(row.op).c_str());
    }
    for (const MadeByOthers& other : ops_made_by_others()) known.insert(other.op);
    for (const OpDef* def : op_table())
      QVERIFY2(known.count(def->name), std::string(def->name).c_str());
  }

  void everyOpIsInSomeProgram() {
    std::set<std::string_view> names;
    for (const MadeByOthers& other : ops_made_by_others()) names.insert(other.op);
    for (std::uint64_t seed = 0; seed < 600 && names.size() < op_table().size(); ++seed)
      collect(make_program(random_recipe(seed)), names);
    for (const OpDef* def : op_table())
      QVERIFY2(names.count(def->name), std::string(def->name).c_str());
  }

  void recipesAreReproducible() {
    QCOMPARE(random_recipe(7), random_recipe(7));
    const RandomProgram one = make_program(random_recipe(7)), two = make_program(random_recipe(7));
    QCOMPARE(one.arguments, two.arguments);
    QCOMPARE(one.training.size(), two.training.size());
    QVERIFY(!(random_recipe(7) == random_recipe(8)));
  }

  // A NaN is right only where the reference or a sample of it is not finite, wherever else one is.
  void aNanIsNoNumber() {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const Outcome expected = outcome_of({nan, 0, 1});
    QCOMPARE(difference(outcome_of({nan, 0, 1}), expected, {}), std::string());
    QVERIFY(!difference(outcome_of({nan, nan, 1}), expected, {}).empty());
    QVERIFY(!difference(outcome_of({0, 0, 1}), expected, {}).empty());
    const std::vector<Outcome> samples{outcome_of({nan, nan, 1})};
    QCOMPARE(difference(outcome_of({nan, nan, 1}), expected, samples), std::string());
    QVERIFY(!difference(outcome_of({nan, 0, nan}), expected, samples).empty());
  }

  // Each of a convolution and its gradients, over three pixels and three taps, with one pixel of
  // padding; the first filter meets the padding at the first position only.
  void paddingIsMultipliedIntoNan_data() {
    QTest::addColumn<int>("result");
    QTest::addColumn<std::vector<bool>>("skipping");  // whether the elements are NaN
    QTest::addColumn<std::vector<bool>>("multiplying");
    QTest::newRow("outputs") << 0 << std::vector{false, true, true}
                             << std::vector{true, true, true};
    QTest::newRow("images") << 1 << std::vector{true, true, false} << std::vector{true, true, true};
    QTest::newRow("filters") << 2 << std::vector{false, true, true}
                             << std::vector{true, true, true};
  }
  void paddingIsMultipliedIntoNan() {
    QFETCH(int, result);
    QFETCH(std::vector<bool>, skipping);
    QFETCH(std::vector<bool>, multiplying);
    const Axis C = make_axis(1, "C"), D = make_axis(1, "D"), H = make_axis(1, "H"),
               W = make_axis(3, "W"), N = make_axis(1, "N"), T = make_axis(1, "T"),
               R = make_axis(1, "R"), S = make_axis(3, "S"), K = make_axis(1, "K");
    const Op images = placeholder(Axes{C, D, H, W, N}), filters = placeholder(Axes{C, T, R, S, K});
    const Op made = convolved(images, filters, 0, 1);
    const Op delta = placeholder(made.axes());
    const Op cost = sum(made * delta, out_axes(Axes()));
    const Op wanted[] = {made, deriv(cost, images), deriv(cost, filters)};
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    // The NaN is the first of the filters; for their gradient, the first of the adjoints.
    const auto values = [](const Axes& axes, double first) {
      Tensor tensor(DType::f32, axes.lengths());
      for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, i == 0 ? first : 1);
      return tensor;
    };
    for (const bool multiplies : {false, true}) {
      const TransformerPtr transformer = allocate_transformer("reference");
      const Computation f =
          transformer->add_computation(computation({wanted[result]}, {images, filters, delta}),
                                       multiplies ? without_unspecified() : noisy(0));
      const Tensor found =
          f(values(images.axes(), 1), values(filters.axes(), result == 2 ? 1 : nan),
            values(delta.axes(), result == 2 ? nan : 1))[0];
      std::vector<bool> nans;
      for (const double value : found.values()) nans.push_back(std::isnan(value));
      QCOMPARE(nans, multiplies ? multiplying : skipping);
    }
  }

  // Factors one after the other; another order may overflow or underflow.
  void productsOutOfRangeAreUnspecified_data() {
    QTest::addColumn<std::vector<double>>("factors");
    QTest::addColumn<bool>("unspecified");
    constexpr double infinity = std::numeric_limits<double>::infinity();
    QTest::newRow("small") << std::vector<double>{2, -3, 0.5} << false;
    QTest::newRow("overflows") << std::vector{1e30, 1e-30, 1e30} << true;
    QTest::newRow("underflows") << std::vector{1e-30, 1e30, -1e-30} << true;
    QTest::newRow("underflows, zero") << std::vector{1e-30, 0.0, 1e-30} << false;
    QTest::newRow("overflows, zero") << std::vector{1e30, 0.0, 1e30} << true;
    QTest::newRow("overflows, infinity") << std::vector{1e30, infinity, 1e30} << false;
    QTest::newRow("underflows, infinity") << std::vector{1e-30, infinity, 1e-30} << true;
  }
  void productsOutOfRangeAreUnspecified() {
    QFETCH(std::vector<double>, factors);
    QFETCH(bool, unspecified);
    const Axis A = make_axis(3, "A");
    const Op x = placeholder(Axes{A});
    const Op product = prod(x, out_axes(Axes()));
    const TransformerPtr transformer = allocate_transformer("reference");
    const auto value = [&](const CompileOptions& options) {
      Tensor tensor(DType::f32, {3});
      for (std::int64_t i = 0; i < 3; ++i) tensor.set(i, factors[static_cast<std::size_t>(i)]);
      return transformer->add_computation(computation({product}, {x}), options)(tensor)[0].at(0);
    };
    QVERIFY(!std::isnan(value(noisy(0))));
    QCOMPARE(std::isnan(value(without_unspecified())), unspecified);
  }

  // 1 / max(x, -x) of x = 0 is +infinity or -infinity, whichever zero is taken.
  void theSignOfAZeroIsUnspecified() {
    const Op x = placeholder(Axes{make_axis(1, "A")});
    const Op inverse = 1 / maximum(x, -x);
    std::set<double> found;
    for (std::uint64_t seed = 1; seed < 40; ++seed) {
      const TransformerPtr transformer = allocate_transformer("reference");
      const Computation f = transformer->add_computation(computation({inverse}, {x}), noisy(seed));
      found.insert(f(Tensor(DType::f32, {1}))[0].at(0));
    }
    QCOMPARE(found.size(), std::size_t{2});
  }

  // Floats are kept in double, integers are not.
  void integersAreExact() {
    const Op x = placeholder(Axes(), DType::u64), y = placeholder(Axes(), DType::u64);
    const TransformerPtr transformer = allocate_transformer("reference");
    const Computation f =
        transformer->add_computation(computation({bitwise_xor(x, y)}, {x, y}), noisy(1));
    const auto scalar = [](Integer value) { return Tensor::from(DType::u64, {}, {&value, 1}); };
    const Integer largest = ~std::uint64_t{0};
    QVERIFY(f(scalar(largest), scalar(1))[0].integer_at(0) == largest - 1);
  }

  void programs_data() {
    QTest::addColumn<int>("first");
    const int first = number("NGRAPH_FIRST_PROGRAM", 0), count = number("NGRAPH_PROGRAMS", 60);
    for (int i = 0; i < count; i += programs_a_row)
      QTest::addRow("%d to %d", first + i, first + i + programs_a_row - 1) << first + i;
  }

  void programs() {
    QFETCH(int, first);
    for (int i = 0; i < programs_a_row; ++i) {
      const Recipe recipe = random_recipe(static_cast<std::uint64_t>(first + i));
      const std::vector<Names> left_out = some_passes(recipe.seed);
      const std::string wrong = fault(recipe, left_out);
      if (wrong.empty()) continue;
      const QTemporaryDir folder;
      const Recipe small =
          reduced(recipe, [&](const Recipe& less) { return !fault(less, left_out).empty(); });
      const std::string text = write_program_files(small, folder.path().toStdString());
      QFAIL(qPrintable(QString::fromStdString(describe(recipe) + "\n" + wrong + "\n" + text)));
    }
  }
};

NGRAPH_TEST(ProgramsTest)
#include "programs_test.moc"
