// SPDX-License-Identifier: Apache-2.0
// Tests the two networks that generate their own data: how a call of the cart-pole network changes
// replay memory and target, and how well both have learned, from several initial parameters.
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "engine/neon/training/training.h"
#include "engine/ngraph.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const std::string folder = testing::source_file("sample_graphs/");

// Steps through the cart-pole network's calls and reads its state by name.
class Balancing {
 public:
  Balancing()
      : document_(load_document(folder + "18_dqn_cartpole.ngraph")),
        run_(document_, allocate_transformer("cpu")) {}

  bool step() { return run_.step(); }
  Tensor state(const std::string& name) const {
    const Op op = document_.find(name);
    const auto value = run_.transformer()->value(op);
    return value ? *value : initial_contents(op.node());
  }

 private:
  Document document_;
  TrainingRun run_;
};

constexpr int remembered = 500, environments = 32;

// Element `i` of a step in a replay table over (step, environment, `width` elements).
double kept(const Tensor& table, int step, int environment, int i, int width) {
  return table.at((std::int64_t{step} * environments + environment) * width + i);
}

bool has_fallen(const Tensor& after, int step, int environment) {
  return std::fabs(kept(after, step, environment, 0, 4)) > 2.4 ||
         std::fabs(kept(after, step, environment, 2, 4)) > 0.20943951;
}

bool same(const Tensor& a, const Tensor& b) {
  for (std::int64_t i = 0; i < a.size(); ++i) {
    if (!(a.at(i) == b.at(i))) return false;
  }
  return a.size() == b.size();
}

// The sample's document with other initial parameters.
std::string with_seed(const QTemporaryDir& place, const char* sample, int seed) {
  const QString path = place.filePath(QString("%1_%2.ngraph").arg(sample).arg(seed));
  const int code =
      QProcess::execute(testing::builtProgram("write_") + sample, {path, QString::number(seed)});
  return code == 0 ? path.toStdString() : std::string();
}

void seeds(int count) {
  QTest::addColumn<int>("seed");
  for (int seed = 0; seed < count; ++seed) QTest::addRow("%d", seed) << seed;
}

}  // namespace

class LearningTest : public QObject {
  Q_OBJECT
 private slots:
  void the_memory_is_a_ring();
  void episodes_continue_or_restart();
  void the_target_is_copied();
  void the_pole_stays_up();
  void clusters_are_covered_data() { seeds(2); }
  void clusters_are_covered();

 private:
  QTemporaryDir place_;
};

// Each call writes one step of every environment; call 501 overwrites the first step.
void LearningTest::the_memory_is_a_ring() {
  Balancing net;
  for (int call = 0; call < remembered + 5; ++call) {
    const bool checked = call < 3 || call > remembered - 3;
    const Tensor state = net.state("environment/state"), memory = net.state("replay/before");
    QVERIFY(net.step());
    if (!checked) continue;
    const Tensor before = net.state("replay/before"), action = net.state("replay/action");
    for (int step = 0; step < remembered; ++step) {
      for (int e = 0; e < environments; ++e) {
        const bool here = step == call % remembered;
        for (int i = 0; i < 4; ++i) {
          QCOMPARE(kept(before, step, e, i, 4),
                   here ? state.at(i * environments + e) : kept(memory, step, e, i, 4));
        }
        if (here) QCOMPARE(kept(action, step, e, 0, 2) + kept(action, step, e, 1, 2), 1.0);
      }
    }
  }
}

void LearningTest::episodes_continue_or_restart() {
  Balancing net;
  int fallen = 0, over = 0;
  for (int call = 0; call < 2 * remembered; ++call) {
    const Tensor age = net.state("environment/age");
    QVERIFY(net.step());
    const Tensor after = net.state("replay/after"), state = net.state("environment/state");
    const Tensor older = net.state("environment/age");
    for (int e = 0; e < environments; ++e) {
      const bool fell = has_fallen(after, call % remembered, e), late = age.at(e) == 199;
      fallen += fell;
      over += late && !fell;
      QCOMPARE(older.at(e), fell || late ? 0.0 : age.at(e) + 1);
      for (int i = 0; i < 4; ++i) {
        const double now = state.at(i * environments + e);
        if (!fell && !late) QCOMPARE(now, kept(after, call % remembered, e, i, 4));
        if (fell || late) QVERIFY(std::fabs(now) <= (i == 0 ? 2.0 : 0.0500001));
      }
    }
  }
  QVERIFY(fallen > 100);
  QVERIFY2(over > 0, "no pole stayed up for 200 steps: the end of an episode was not covered");
}

void LearningTest::the_target_is_copied() {
  Balancing net;
  QVERIFY(!same(net.state("q/Affine_0/W"), net.state("target/Affine_0/W")));
  for (int call = 0; call < 32; ++call) {
    const Tensor q = net.state("q/Affine_0/W"), target = net.state("target/Affine_0/W");
    QVERIFY(net.step());
    QVERIFY(same(net.state("target/Affine_0/W"), call % 10 == 0 ? q : target));
    if (call > 20) QVERIFY(!same(net.state("q/Affine_0/W"), q));
  }
}

// Episodes end after 200 steps. Rounding differs between machines and may end a run in one of its
// worse epochs, so the bound of a solved task, 195, is on the mean of the runs.
void LearningTest::the_pole_stays_up() {
  constexpr int runs = 4;
  double sum = 0;
  for (int seed = 0; seed < runs; ++seed) {
    const Document document = load_document(with_seed(place_, "18_dqn_cartpole", seed));
    double first = -1;
    TrainingOptions options;
    options.after_evaluation = [&](const TrainingRun&, std::size_t, double value) {
      if (first < 0) first = value;
    };
    TrainingRun run(document, allocate_transformer("cpu"), options);
    run.run();
    const double last = *run.last_evaluation(0);
    const QString place = QString("seed %1: %2 to %3").arg(seed).arg(first).arg(last);
    QVERIFY2(first < 60, qPrintable(place));
    QVERIFY2(last >= 180 && last <= 200, qPrintable(place));
    sum += last;
  }
  QVERIFY2(sum / runs >= 195, qPrintable(QString::number(sum / runs)));
}

void LearningTest::clusters_are_covered() {
  QFETCH(int, seed);
  const Document document = load_document(with_seed(place_, "19_gan", seed));
  TrainingRun run(document, allocate_transformer("cpu"));
  QVERIFY(run.step());
  QVERIFY2(*run.last_evaluation(0) <= 3, qPrintable(QString::number(*run.last_evaluation(0))));
  run.run();
  QVERIFY2(*run.last_evaluation(0) >= 6, qPrintable(QString::number(*run.last_evaluation(0))));
  QVERIFY2(*run.last_evaluation(1) >= 0.5, qPrintable(QString::number(*run.last_evaluation(1))));

  // Counted again from the points themselves.
  const Results made = run.transformer()->add_computation(document.computation("covered")).call({});
  const std::int64_t points = 1024;
  int covered = 0;
  for (int cluster = 0; cluster < 8; ++cluster) {
    const double angle = std::acos(-1.0) / 4 * cluster;
    int near = 0;
    for (std::int64_t i = 0; i < points; ++i) {
      near += std::hypot(made[1].at(i) - 2 * std::cos(angle),
                         made[1].at(points + i) - 2 * std::sin(angle)) <= 0.2;
    }
    covered += near >= 11;
  }
  QCOMPARE(double(covered), made[0].item());
}

NGRAPH_TEST(LearningTest, QCoreApplication)
#include "learning_test.moc"
