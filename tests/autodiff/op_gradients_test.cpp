// SPDX-License-Identifier: Apache-2.0
// Checks first and second derivatives of every op with an adjoint by finite differences in double,
// over random operands, axes and attributes, along random directions.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "engine/graph/op_def.h"
#include "engine/ngraph.h"
#include "engine/ops/op_table.h"
#include "engine/runtime/print_sink.h"
#include "engine/session/compile_options.h"
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/data.h"
#include "tests/fuzz/programs/rows.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::fuzz;

namespace {

struct Reason {
  std::string_view op, reason;
};

// Ops with an adjoint that are not checked individually.
constexpr Reason not_checked[] = {
    {"kept_value", "made by the gradient of a scan, whose second order reads it"},
    {"ctc_gradient", "its adjoint refuses: the engine has no gradient of ctc's gradient"},
    {"opaque", "it has no value, and its gradient is opaque, too"},
    {"uniform", "passes on what flows into it, as the original does, though x decides nothing"},
    {"normal", "the same"},
    {"floordivide", "its gradients are the original's, d q // x and -d q // y; the true one is 0"},
    {"device_copy", "made by a pass that runs after derivatives; d, as the tests of devices check"},
    {"sequential", "derivatives end at state: an earlier assign is not followed"},
};

// Ops without a second derivative.
constexpr Reason first_order_only[] = {
    {"ctc", "the engine has no gradient of its gradient"},
};

template <std::size_t N>
bool contains(const Reason (&list)[N], std::string_view op) {
  return std::any_of(std::begin(list), std::end(list),
                     [op](const Reason& reason) { return reason.op == op; });
}

// A scalar function of placeholders, evaluated in double on a new transformer each time so that
// random samples repeat.
class Function {
 public:
  Function(const Op& value, const std::vector<Op>& placeholders)
      : f_(computation({value}, placeholders)) {
    options_.double_throughout = true;
  }
  double operator()(const std::vector<Tensor>& arguments) const {
    return allocate_transformer("reference")
        ->add_computation(f_, options_)
        .call(arguments)[0]
        .item();
  }

 private:
  Op f_;
  CompileOptions options_;
};

Tensor moved(Tensor at, const Tensor& direction, double step) {
  for (std::int64_t i = 0; i < at.size(); ++i) at.set(i, at.at(i) + step * direction.at(i));
  return at;
}

enum class Verdict { right, wrong, at_a_kink };

// Compares the central difference of `f` along a direction of argument `which` with `slope`.
Verdict compare(const Function& f, std::vector<Tensor> arguments, std::size_t which,
                const Tensor& direction, double slope, QString& text) {
  const Tensor here = arguments[which];
  const double step = 1e-5;
  const auto at = [&](double by) {
    arguments[which] = moved(here, direction, by);
    return f(arguments);
  };
  const double middle = at(0), above = at(step), below = at(-step);
  const double forward = (above - middle) / step, backward = (middle - below) / step;
  const double difference = (above - below) / (2 * step);
  const double scale = 1 + std::abs(slope) + 1e-4 * std::abs(middle);
  if (std::abs(difference - slope) <= 2e-6 * scale) return Verdict::right;
  // A kink, a jump or a large second derivative within the interval.
  if (!(std::abs(forward - backward) <= 2e-3 * scale)) return Verdict::at_a_kink;
  text = QString("derivative %1, by differences %2")
             .arg(slope, 0, 'g', 12)
             .arg(difference, 0, 'g', 12);
  return Verdict::wrong;
}

Op along(const Op& gradient, const Tensor& direction) {
  return sum(gradient * constant(direction, gradient.axes()), out_axes(Axes()));
}

Op weighted(const Op& value, Draws& draws) {
  return along(value, smooth_tensor(value.axes().lengths(), draws));
}

Recipe one_step(std::uint64_t seed, std::size_t row) {
  Draws draws(mixed(seed, 11));
  Recipe recipe;
  recipe.seed = seed;
  recipe.types = TypeMix::f64;
  for (std::size_t i = 0; i < std::size(axis_names); ++i)
    recipe.lengths.push_back(draws.within(1, 4));
  recipe.most_elements = 200;
  recipe.most_products = 2000;
  recipe.smooth = true;
  recipe.steps = {{row, draws.bits()}};
  return recipe;
}

}  // namespace

class OpGradientsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    set_print_sink([](const std::string&) {});
  }

  void derivatives_data() {
    QTest::addColumn<int>("row");
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < program_rows().size(); ++i) {
      const std::string_view op = program_rows()[i].op;
      if (contains(not_checked, op)) continue;
      if (find_op(op)->adjoint && seen.insert(op).second)
        QTest::addRow("%s", std::string(op).c_str()) << static_cast<int>(i);
    }
  }

  void derivatives() {
    QFETCH(int, row);
    const ScopedResultType type(DType::f64);
    constexpr int wanted = 6;
    first_ = second_ = 0;
    const std::string_view op = program_rows()[static_cast<std::size_t>(row)].op;
    const bool once = contains(first_order_only, op);
    for (std::uint64_t seed = 0; seed < 60 && (first_ < wanted || (!once && second_ < wanted));
         ++seed)
      check(one_step(seed, static_cast<std::size_t>(row)));
    QVERIFY2(first_ >= wanted, "too few instances of the op have a derivative");
    if (!once) QVERIFY2(second_ >= wanted, "too few instances have a second derivative");
  }

  // An op with an adjoint that is in neither list has no fuzzing row.
  void everyAdjointIsChecked() {
    for (const OpDef* def : op_table()) {
      if (!def->adjoint) continue;
      const auto rows = program_rows();
      const bool has_row = std::any_of(
          rows.begin(), rows.end(), [def](const ProgramRow& row) { return row.op == def->name; });
      QVERIFY2(has_row || contains(not_checked, def->name), std::string(def->name).c_str());
    }
  }

 private:
  void check(const Recipe& recipe) {
    ProgramBuilder builder(recipe);
    builder.cook(recipe.steps[0]);
    Draws draws(mixed(recipe.seed, 12));
    for (const Op& value : builder.values()) {
      if (!is_float(value.dtype()) || value.axes().element_count() == 0) continue;
      const Op loss = weighted(value, draws);
      for (std::size_t i = 0; i < builder.placeholders().size(); ++i)
        check(builder, loss, i, draws, describe(recipe));
    }
  }

  void check(const ProgramBuilder& builder, const Op& loss, std::size_t which, Draws& draws,
             const std::string& recipe) {
    const Op x = builder.placeholders()[which];
    const std::vector<Op> reached = loss.placeholders();
    const bool reads = std::find(reached.begin(), reached.end(), x) != reached.end();
    if (!reads || builder.is_index(x)) return;
    const Tensor u = smooth_tensor(x.axes().lengths(), draws), w = smooth_tensor(u.shape, draws);
    const Op slope = along(deriv(loss, x), u);
    if (!compare(builder, loss, slope, which, u, first_, recipe + ", first order")) return;
    const Op curvature = along(deriv(slope, x), w);
    compare(builder, slope, curvature, which, w, second_, recipe + ", second order");
  }

  // Returns false where no further derivative can be checked.
  bool compare(const ProgramBuilder& builder, const Op& of, const Op& slope, std::size_t which,
               const Tensor& direction, int& checked, const std::string& what) {
    const std::vector<Op>& placeholders = builder.placeholders();
    QString text;
    try {
      const double derivative = Function(slope, placeholders)(builder.arguments());
      if (!std::isfinite(derivative)) return false;
      const Verdict verdict = ::compare(Function(of, placeholders), builder.arguments(), which,
                                        direction, derivative, text);
      checked += verdict == Verdict::right;
      if (verdict == Verdict::wrong)
        QTest::qFail(qPrintable(QString::fromStdString(what) + ": " + text), __FILE__, __LINE__);
      return verdict == Verdict::right;
    } catch (const Error& error) {
      if (error.fault() == Fault::internal) throw;
      return false;  // ctc has no second derivative
    }
  }

  int first_ = 0, second_ = 0;
};

NGRAPH_TEST(OpGradientsTest)
#include "op_gradients_test.moc"
