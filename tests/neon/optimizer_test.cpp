// SPDX-License-Identifier: Apache-2.0
// Tests optimizers against the original's recorded traces and their formulas in double.
#include <QtTest>
#include <cmath>
#include <functional>
#include <memory>

#include "engine/base/error.h"
#include "engine/graph/names.h"
#include "engine/neon/optimizers/adagrad.h"
#include "engine/neon/optimizers/adam.h"
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "engine/neon/optimizers/rmsprop.h"
#include "engine/ngraph.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::neon;

using Made = std::function<std::unique_ptr<Optimizer>()>;
Q_DECLARE_METATYPE(Made)

namespace {

// cost = 0.5 (w x)^2 for each of four samples x = 1 2 3 4; w starts at 1.
struct Valley {
  Valley() {
    x = placeholder({N});
    w = variable({}, 1.0);
    w.named("w");
    cost = 0.5 * square(w * x);
  }
  Axis N = make_axis(4, "N");
  Op x, w, cost;
  const Tensor data = {1, 2, 3, 4};
};

// w after each of `steps` steps on this transformer.
QList<double> trace(Optimizer& optimizer, const Valley& valley, int steps, const char* backend) {
  const auto transformer = allocate_transformer(backend);
  const Computation step = transformer->computation({optimizer(valley.cost), valley.w}, valley.x);
  QList<double> values;
  for (int i = 0; i < steps; ++i) {
    const Results results = step(valley.data);
    if (results[0].item() != 0) values.push_back(NAN);
    values.push_back(results[1].item());
  }
  return values;
}

bool close(const QList<double>& found, const QList<double>& expected, double rtol) {
  if (found.size() != expected.size()) return false;
  for (int i = 0; i < found.size(); ++i) {
    if (!(std::abs(found[i] - expected[i]) <= rtol * std::abs(expected[i]))) return false;
  }
  return true;
}

template <class T, class Options>
Made made(LearningRate rate, Options options) {
  return [=] { return std::make_unique<T>(rate, options); };
}

MomentumOptions momentum(double coefficient, double wdecay = 0, bool nesterov = false) {
  MomentumOptions options;
  options.momentum_coef = coefficient;
  options.wdecay = wdecay;
  options.nesterov = nesterov;
  return options;
}

}  // namespace

class OptimizerTest : public QObject {
  Q_OBJECT
 private slots:
  void golden_traces_data();
  void golden_traces();
  void norm_over_all_gradients();
  void adam_clips_values();
  void weight_clip();
  void small_steps_are_not_lost_data();
  void small_steps_are_not_lost();
  void adam_with_slow_moments();
  void float64_weights_keep_their_digits();
  void learning_rate_of_the_iteration();
  void subset();
  void scope();
  void mean_over_the_batch();
  void state_has_stable_names();
  void user_defined_optimizer();
  void refusals_data();
  void refusals();
};

void OptimizerTest::golden_traces_data() {
  QTest::addColumn<Made>("made_by");
  QTest::addColumn<QList<double>>("expected");
  const auto row = [](const char* name, const Made& made_by, const QList<double>& expected) {
    QTest::newRow(name) << made_by << expected;
  };
  using GDM = GradientDescentMomentum;
  row("gdm", made<GDM>(.01, MomentumOptions()), {.92500001, .85562503, .79145312, .73209417});
  row("gdm momentum", made<GDM>(.01, momentum(.9)), {.92500001, .78812504, .60582817, .39632386});
  row("gdm nesterov", made<GDM>(.01, momentum(.9, 0, true)),
      {.85750002, .67455626, .47166392, .26738125});
  row("gdm wdecay", made<GDM>(.01, momentum(.9, .1)), {.92400002, .78537601, .60092586, .38925034});
  MomentumOptions clip = momentum(.9);
  clip.gradient_clip_norm = 1;
  row("gdm clip norm", made<GDM>(.01, clip), {.99000001, .97100002, .94389999, .90951002});
  clip = momentum(.9);
  clip.gradient_clip_value = 1;
  row("gdm clip value", made<GDM>(.01, clip), {.99000001, .97100002, .94389999, .90951002});
  row("rmsprop", made<RMSProp>(.01, RMSPropOptions()), {.96133459, .9323166, .90805972, .88674915});
  RMSPropOptions rms;
  rms.momentum_coef = .9;
  rms.wdecay = .1;
  row("rmsprop momentum wdecay", made<RMSProp>(.01, rms),
      {.96033454, .89467484, .8111257, .71544087});
  row("adam", made<Adam>(.01, AdamOptions()), {.99000001, .98000276, .9700101, .960024});
  row("adagrad", made<Adagrad>(.01, AdagradOptions()),
      {.99000001, .98296458, .97723794, .97229034});
}

void OptimizerTest::golden_traces() {
  QFETCH(Made, made_by);
  QFETCH(QList<double>, expected);
  for (const char* backend : {"reference", "cpu"}) {
    const Valley valley;
    const QList<double> found = trace(*made_by(), valley, 4, backend);
    QVERIFY2(close(found, expected, 2e-6), qPrintable(QDebug::toString(found)));
  }
}

// Gradients 3 and 4: their norm is 5.
void OptimizerTest::norm_over_all_gradients() {
  const Op a = variable({}, 0.0), b = variable({}, 0.0);
  MomentumOptions options;
  options.gradient_clip_norm = 1;
  GradientDescentMomentum optimizer(1, options);
  const Computation step = executor({optimizer(3.0 * a + 4.0 * b), a, b});
  const Results results = step();
  QVERIFY(qAbs(results[1].item() + .6) < 1e-6 && qAbs(results[2].item() + .8) < 1e-6);
}

// Gradients 100 and then 1, clipped to 1: equal to gradients 1 and 1.
void OptimizerTest::adam_clips_values() {
  const auto after_two = [](double first, std::optional<double> limit) {
    const Op slope = placeholder({}), w = variable({}, 1.0);
    AdamOptions options;
    options.gradient_clip_value = limit;
    Adam adam(.01, options);
    const Computation step = executor({adam(slope * w), w}, {slope});
    step(first);
    return step(1)[1].item();
  };
  QCOMPARE(after_two(100, 1.0), after_two(1, {}));
  QCOMPARE(after_two(100, -1.0), after_two(1, {}));  // as in the original
  QVERIFY_THROWS_EXCEPTION(Error, after_two(100, 0.0));
  QVERIFY(after_two(100, {}) != after_two(1, {}));
}

void OptimizerTest::weight_clip() {
  MomentumOptions options;
  options.weight_clip_value = .5;
  GradientDescentMomentum optimizer(.01, options);
  const QList<double> expected = {.5, .4625};
  const QList<double> found = trace(optimizer, Valley(), 2, "cpu");
  QVERIFY2(close(found, expected, 1e-6), qPrintable(QDebug::toString(found)));
}

void OptimizerTest::small_steps_are_not_lost_data() {
  QTest::addColumn<DType>("type");
  QTest::addColumn<double>("rate");
  QTest::newRow("float32") << DType::f32 << 1e-8;
  QTest::newRow("float16") << DType::f16 << 1e-4;
  QTest::newRow("bfloat16") << DType::bf16 << 1e-3;
  QTest::newRow("float64") << DType::f64 << 1e-16;
}

// A thousand steps, each less than half the distance of two values of the type.
void OptimizerTest::small_steps_are_not_lost() {
  QFETCH(DType, type);
  QFETCH(double, rate);
  for (const char* backend : {"reference", "cpu"}) {
    const Op w = variable({}, 1.0, type);
    GradientDescentMomentum optimizer(rate);
    const auto transformer = allocate_transformer(backend);
    const Computation step = transformer->computation({optimizer(w * -1.0), w});
    double value = 0;
    for (int i = 0; i < 1000; ++i) value = step()[1].item();
    QVERIFY2(qAbs((value - 1) / rate - 1000) < 13, qPrintable(QString::number(value, 'g', 17)));
  }
}

// Of a first step of about 1e-12.
void OptimizerTest::float64_weights_keep_their_digits() {
  const auto after_one_step = [](Optimizer&& optimizer) {
    const Op w = variable({}, 1.0, DType::f64);
    return executor({optimizer(w * -1.0), w})()[1].item();
  };
  const double rate = 1e-12;
  for (const double value :
       {after_one_step(RMSProp(rate)), after_one_step(Adagrad(rate)), after_one_step(Adam(rate))})
    QVERIFY2(qAbs((value - 1) / rate - 1) < 1e-3, qPrintable(QString::number(value, 'g', 17)));
}

// The first step is the learning rate, whatever the rates of decay.
void OptimizerTest::adam_with_slow_moments() {
  for (const double slow : {1e-3, 1e-5, 1e-7, 1e-8}) {
    for (const char* backend : {"reference", "cpu"}) {
      AdamOptions options;
      options.beta_1 = 1 - slow;
      options.beta_2 = 1 - slow;
      options.epsilon = 0;
      Adam adam(.125, options);
      const QList<double> found = trace(adam, Valley(), 1, backend);
      QVERIFY2(close(found, {.875}, 1e-6), qPrintable(QDebug::toString(found)));
    }
  }
}

void OptimizerTest::learning_rate_of_the_iteration() {
  const Op iteration = placeholder({}), w = variable({}, 0.0);
  MomentumOptions options;
  options.iteration = iteration;
  GradientDescentMomentum optimizer(StepRate{1, .5, 2}, options);
  const Computation step =
      executor({optimizer(w * -1.0), w, optimizer.learning_rate()}, {iteration});
  const QList<double> expected = {1, 2, 2.5, 3, 3.25};
  for (int i = 0; i < 5; ++i) {
    const Results results = step(i);
    QCOMPARE(results[1].item(), expected[i]);
    QCOMPARE(results[2].item(), std::pow(.5, i / 2));
  }
}

void OptimizerTest::subset() {
  const Op a = variable({}, 1.0), b = variable({}, 1.0);
  GradientDescentMomentum optimizer(.1);
  OptimizerTarget target;
  target.variables = {a};
  const Results results = executor({optimizer(a * 3.0 + b, target), a, b})();
  QVERIFY(qAbs(results[1].item() - .7) < 1e-6);
  QCOMPARE(results[2].item(), 1.0);
}

void OptimizerTest::scope() {
  Op a, b;
  {
    const ScopedName outer("critic");
    a = variable({}, 1.0).named("a");
  }
  {
    const ScopedName outer("critic_of_critics");
    b = variable({}, 1.0).named("b");
  }
  GradientDescentMomentum optimizer(.1);
  const Results results = executor({optimizer(a + b, {{}, "critic"}), a, b})();
  QVERIFY(results[1].item() < 1);
  QCOMPARE(results[2].item(), 1.0);
}

// A cost over recurrent and batch axes is summed over both and divided by the batch size only.
void OptimizerTest::mean_over_the_batch() {
  const Axis N = make_axis(4, "N"), REC = make_axis(3, "REC");
  const Op w = variable({}, 1.0), x = placeholder({REC, N});
  GradientDescentMomentum optimizer(.1);
  const Computation step = executor({optimizer(w * x), w}, {x});
  QVERIFY(qAbs(step(1)[1].item() - .7) < 1e-6);
}

void OptimizerTest::state_has_stable_names() {
  const auto names = [] {
    const ScopedName model("valley");
    const Axis C = make_axis(3, "C");
    const Op w = variable({C}, 1.0).named("w");
    Adam adam;
    const Op step = adam(sum(square(w), out_axes({})));
    QStringList list;
    for (const Op& op : adam.state()) list.push_back(QString::fromStdString(op.name()));
    return list;
  };
  const QStringList expected = {"valley/Adam/steps", "valley/Adam/valley/w/moment_1",
                                "valley/Adam/valley/w/moment_2"};
  QCOMPARE(names(), expected);
  const Op other = variable({make_axis(5)}, 0.0) * 2.0;
  QCOMPARE(names(), expected);
}

namespace {

// Uses only the sign of the gradient.
class SignDescent : public Optimizer {
 public:
  explicit SignDescent(double rate) : Optimizer("SignDescent", rate, {}) {}

 protected:
  std::vector<Op> update(const Op& variable, const Op& gradient, const Op&) override {
    return {assign(variable, variable - learning_rate() * sign(gradient))};
  }
};

}  // namespace

void OptimizerTest::user_defined_optimizer() {
  SignDescent optimizer(.25);
  QVERIFY(close(trace(optimizer, Valley(), 3, "cpu"), {.75, .5, .25}, 1e-6));
}

using Refused = std::function<void()>;
Q_DECLARE_METATYPE(Refused)

void OptimizerTest::refusals_data() {
  QTest::addColumn<Refused>("refused");
  QTest::addColumn<QString>("named");
  const auto row = [](const char* name, Refused refused, const char* named) {
    QTest::newRow(name) << std::move(refused) << named;
  };
  row(
      "both targets",
      [] {
        Valley v;
        Adam()(v.cost, {{v.w}, "model"});
      },
      "one of them");
  row("no variables", [] { Adam()(square(placeholder({}))); }, "no variable");
  row(
      "empty scope",
      [] {
        Valley v;
        Adam()(v.cost, {{}, "nowhere"});
      },
      "'nowhere'");
  row(
      "placeholder",
      [] {
        Valley v;
        Adam()(v.cost, {{v.x}, ""});
      },
      "only variables");
  row(
      "listed twice",
      [] {
        Valley v;
        Adam()(v.cost, {{v.w, v.w}, ""});
      },
      "twice");
  row(
      "batch without length", [] { Adam()(variable({}, 1.0) * placeholder({make_axis("N")})); },
      "no length");
  row(
      "beta",
      [] {
        AdamOptions o;
        o.beta_1 = 1;
        Adam(.1, o);
      },
      "beta_1");
  row(
      "negative clip",
      [] {
        AdamOptions o;
        o.gradient_clip_norm = -1;
        Adam(.1, o);
      },
      "clip_norm");
  row("no iteration", [] { GradientDescentMomentum(ExpRate{.1, .5}); }, "iteration");
}

void OptimizerTest::refusals() {
  QFETCH(Refused, refused);
  QFETCH(QString, named);
  try {
    refused();
    QFAIL("no error was thrown");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::value);
    QVERIFY2(QString(error.what()).contains(named), error.what());
  }
}

NGRAPH_TEST(OptimizerTest, QCoreApplication)
#include "optimizer_test.moc"
