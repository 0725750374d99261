// SPDX-License-Identifier: Apache-2.0
// Tests that models are restored by name, whatever else the process has created, and that resumed
// runs are bit-identical.
#include <QtTest>
#include <functional>
#include <memory>

#include "engine/base/error.h"
#include "engine/neon/layers/affine.h"
#include "engine/neon/layers/batch_norm.h"
#include "engine/neon/layers/containers.h"
#include "engine/neon/optimizers/adam.h"
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "engine/neon/optimizers/rmsprop.h"
#include "engine/neon/training/saver.h"
#include "engine/ngraph.h"
#include "tests/support/fast_folder.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::neon;

using OptimizerMade = std::function<std::unique_ptr<Optimizer>()>;
Q_DECLARE_METATYPE(OptimizerMade)

namespace {

AffineOptions layer(std::int64_t nout, Activation activation) {
  AffineOptions options;
  options.nout = nout;
  options.activation = std::move(activation);
  return options;
}

// Two layers with dropout between them, fitted to sums.
struct Model {
  explicit Model(const OptimizerMade& make, std::int64_t hidden = 5)
      : optimizer(make()),
        net(sequential({affine(layer(hidden, rectlin())), dropout(), affine(layer(1, {}))},
                       "net")) {
    const Op y = sum(net(x), out_axes({N}));
    cost = square(y - sum(x, out_axes({N})));
    const Op step = (*optimizer)(cost);
    train = make_bound_computation(
        transformer, {{"cost", mean(cost, out_axes({}))}, {"step", step}}, {{"x", x}});
  }
  // Costs of calls `from` to `to`.
  std::vector<double> run(int from, int to) const {
    std::vector<double> costs;
    for (int call = from; call < to; ++call) {
      Tensor data(DType::f32, {3, 4});
      for (int i = 0; i < 12; ++i) data.set(i, (call * 7 + i * 5) % 11 / 11.0);
      costs.push_back(train({{"x", data}}).at("cost").item());
    }
    return costs;
  }
  Axis C = make_axis(3, "C"), N = make_axis(4, "N");
  Op x = placeholder({C, N}).named("x"), cost;
  TransformerPtr transformer = allocate_transformer("cpu");
  std::unique_ptr<Optimizer> optimizer;
  LayerOf<Sequential> net;
  BoundComputation train;
};

OptimizerMade momentum() {
  return [] {
    MomentumOptions options;
    options.momentum_coef = .9;
    return std::make_unique<GradientDescentMomentum>(.01, options);
  };
}

QString refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

class SaverTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    folder_ = fast_folder();
    path_ = folder_->path().toStdString() + "/model.safetensors";
  }
  void resumed_runs_are_bit_identical_data();
  void resumed_runs_are_bit_identical();
  void names_do_not_depend_on_other_ops();
  void missing_names_are_listed();
  void missing_names_can_be_allowed();
  void other_lengths_are_refused();
  void a_saver_is_set_up_first();

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  std::string path_;
};

void SaverTest::resumed_runs_are_bit_identical_data() {
  QTest::addColumn<OptimizerMade>("make");
  QTest::newRow("momentum") << momentum();
  QTest::newRow("adam") << OptimizerMade([] { return std::make_unique<Adam>(.01); });
  QTest::newRow("rmsprop") << OptimizerMade([] { return std::make_unique<RMSProp>(.01); });
}

// The second model is created after other axes and ops, with another dropout seed.
void SaverTest::resumed_runs_are_bit_identical() {
  QFETCH(OptimizerMade, make);
  std::vector<double> expected;
  {
    const Model model(make);
    model.run(0, 5);
    Saver saver;
    saver.setup_save({model.train});
    saver.save(path_);
    expected = model.run(5, 12);
  }
  const Axis unrelated = make_axis(3);
  const Op other = ng::uniform(variable({unrelated, make_axis(2)}, 1.0));
  const Model model(make);
  model.run(0, 2);
  Saver saver;
  saver.setup_restore({model.train}, path_);
  QVERIFY(saver.restore().extra.empty());
  QCOMPARE(model.run(5, 12), expected);
}

void SaverTest::names_do_not_depend_on_other_ops() {
  const auto names = [] {
    const Model model(momentum());
    QStringList list;
    for (const Op& op : model.transformer->state_ops()) list << QString::fromStdString(op.name());
    const ScopedName scope("noise");
    for (const Op& op : {random_state(1), random_state(2), random_state(3)}) {
      list << QString::fromStdString(op.name());
    }
    return list;
  };
  const QStringList first = names();
  for (const char* name : {"net/Affine/W", "net/Affine_0/bias", "net/Dropout/random_state",
                           "GradientDescentMomentum/net/Affine/W/velocity"}) {
    QVERIFY2(first.contains(name), qPrintable(first.join(' ')));
  }
  const Axis axis = make_axis(7);
  const Op a = variable({axis}, 1.0), b = ng::normal(a), c = random_state(3);
  QCOMPARE(names(), first);
}

void SaverTest::missing_names_are_listed() {
  {
    const Model model(momentum());
    Saver saver;
    saver.setup_save({model.train});
    saver.save(path_);
  }
  const Model model([] { return std::make_unique<Adam>(); });
  const std::vector<double> before = model.run(0, 1);
  Saver saver;
  saver.setup_restore({model.train}, path_);
  const QString text = refusal([&] { saver.restore(); });
  QVERIFY2(text.contains("missing: 'Adam/net/"), qPrintable(text));
  QVERIFY2(text.contains("nothing was changed"), qPrintable(text));
}

// Restores the weights only, to continue training with another optimizer.
void SaverTest::missing_names_can_be_allowed() {
  std::optional<Tensor> expected;
  const auto find = [](const Model& model) {
    for (const Op& op : model.net->variables()) {
      if (unscoped_name(op.name()) == "W") return op;
    }
    return Op();
  };
  {
    const Model model(momentum());
    model.run(0, 3);
    Saver saver;
    saver.setup_save({model.train});
    saver.save(path_);
    expected = model.transformer->value(find(model));
  }
  const Model model([] { return std::make_unique<Adam>(); });
  Saver saver;
  saver.setup_restore({model.train}, path_);
  const CheckpointFit fit = saver.restore({.allow_missing = true});
  QVERIFY(!fit.missing.empty() && !fit.extra.empty() && fit.mismatched.empty());
  QVERIFY(expected.has_value());
  QVERIFY(model.transformer->value(find(model)) == expected);
}

void SaverTest::other_lengths_are_refused() {
  {
    const Model model(momentum());
    Saver saver;
    saver.setup_save({model.train});
    saver.save(path_);
  }
  const Model model(momentum(), 6);
  Saver saver;
  saver.setup_restore({model.train}, path_);
  for (const bool allow_missing : {false, true}) {
    const QString text = refusal([&] { saver.restore({allow_missing}); });
    QVERIFY2(text.contains("mismatched") && text.contains("6"), qPrintable(text));
  }
}

void SaverTest::a_saver_is_set_up_first() {
  QVERIFY(refusal([] { Saver().save("anywhere"); }).contains("setup_save"));
  QVERIFY(refusal([] { Saver().restore(); }).contains("setup_restore"));
  QVERIFY(refusal([] { Saver().setup_save({}); }).contains("one computation"));
  const Model model(momentum()), other(momentum());
  QVERIFY(refusal([&] {
            Saver().setup_save({model.train, other.train});
          }).contains("same transformer"));
  QVERIFY(!refusal([&] { Saver().setup_restore({model.train}, path_ + ".none"); }).isEmpty());
}

NGRAPH_TEST(SaverTest, QCoreApplication)
#include "saver_test.moc"
