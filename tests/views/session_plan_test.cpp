// SPDX-License-Identifier: Apache-2.0
// Tests the run plan in the session over the engine: batch, data, evaluations and callbacks change,
// a refused change leaves the plan as it was, and a run continues where possible.
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/link/session/engine_session.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_record.h"
#include "engine/records/plan_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::views;

class SessionPlanTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { session_.reset(); }
  void thePlanIsChanged();
  void theUsersTextSetsAxisLengths();
  void openLengthsOfAModelAreChanged();
  void refusedChangesLeaveThePlan();
  void otherCallbacksKeepTheIteration();

 private:
  void open(const char* sample);
  void waitForRun() { QTRY_VERIFY(session_->run.status().state != RunState::running); }
  OpId op(const char* name) const;
  double last(std::size_t series) const { return session_->values.series()[series].y.back(); }

  std::unique_ptr<EngineSession> session_;
};

void SessionPlanTest::init() {
  session_ = std::make_unique<EngineSession>();
  session_->compilations.setTransformer("reference");
}

void SessionPlanTest::open(const char* name) {
  session_->documents.open(testing::sourceFile("sample_graphs/") + name);
  QTRY_VERIFY(session_->compilations.compilation() != nullptr);
  QTRY_VERIFY(!session_->compilations.compileProgress().busy && !session_->values.series().empty());
}

OpId SessionPlanTest::op(const char* name) const {
  for (const OpRecord& each : session_->documents.document()->graph->ops)
    if (each.name == name) return each.id;
  return 0;
}

void SessionPlanTest::thePlanIsChanged() {
  open("08_convnet.ngraph");
  QCOMPARE(session_->plans.plan().batch_size.value_or(0), 64);
  for (const PlanDataRecord& data : session_->plans.plan().data)
    if (data.kind != "mixture_of_gaussians") QVERIFY2(data.samples > 0, data.name.c_str());
  QCOMPARE(session_->plans.plan().evaluations.size(), std::size_t(1));
  session_->plans.setBatchSize(16);
  QTRY_COMPARE(session_->plans.plan().batch_size.value_or(0), 16);
  QTRY_VERIFY(!session_->compilations.compileProgress().busy);
  const OpRecord* x = session_->documents.document()->graph->find(op("X"));
  QCOMPARE(x->results[0].axes.back().length.value_or(0), 16);
  session_->values.watch(op("Y_hat"));  // fused: computed by a second program with these lengths
  session_->plans.setEvaluation("wrong", false);
  QTRY_VERIFY(!session_->plans.plan().evaluations[0].enabled);
  QTRY_COMPARE(session_->values.series().size(), std::size_t(1));
  QCOMPARE(session_->plans.plan().batch_size.value_or(0), 16);
  session_->plans.setEvaluation("wrong", true);
  QTRY_COMPARE(session_->values.series().size(), std::size_t(2));
  session_->run.stepIteration();
  waitForRun();
  QCOMPARE(session_->run.status().lastIteration, 1);
  QTRY_VERIFY(session_->values.value(op("Y_hat")) != nullptr);
  QCOMPARE(session_->values.value(op("Y_hat"))->value.shape, (Shape{4, 16}));
  QSignalSpy said(&session_->messages, &Messages::message);
  session_->plans.setBatchSize(32);  // another run: the restart is reported
  QTRY_VERIFY(!session_->compilations.compileProgress().busy &&
              session_->run.status().lastIteration == 0);
  QTRY_COMPARE(said.count(), 1);
  const auto message = said[0][0].value<Diagnostic>();
  QVERIFY2(message.what.starts_with("The run starts over: its 1 iter"), message.what.c_str());
}

// The window shows the lengths of the running computation, not those of the file.
void SessionPlanTest::theUsersTextSetsAxisLengths() {
  const QTemporaryDir folder;
  for (const char* part : {"train", "valid", "test"}) {
    QFile file(folder.filePath(QString("ptb.%1.txt").arg(part)));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("abcde\n").repeated(4000));
  }
  open("15_ptb_char_rnn.ngraph");
  const auto length = [this] {
    for (const OpRecord& each : session_->documents.document()->graph->ops)
      for (const ResultRecord& result : each.results)
        for (const AxisRecord& axis : result.axes)
          if (axis.name == "V") return axis.length.value_or(0);
    return std::int64_t{0};
  };
  const std::int64_t before = length();
  const std::optional<std::int64_t> samples = session_->plans.plan().data[0].samples;
  QVERIFY(before > 6);
  session_->plans.setDataFolder("ptb_characters", folder.path());
  QTRY_COMPARE(length(), 6);
  QTRY_COMPARE(session_->plans.plan().data[0].samples.value_or(0), 23'999);
  session_->plans.setDataFolder("ptb_characters", {});
  QTRY_COMPARE(length(), before);
  QTRY_COMPARE(session_->plans.plan().data[0].samples, samples);
}

void SessionPlanTest::openLengthsOfAModelAreChanged() {
  session_->documents.open(testing::sourceFile("tests/onnx/models/gpt.onnx"));
  const auto lengths = [this] {
    std::vector<std::pair<std::string, std::int64_t>> all;
    for (const PlanLengthRecord& each : session_->plans.plan().lengths)
      all.emplace_back(each.name, each.length);
    return all;
  };
  const auto shape = [this] {
    std::vector<std::int64_t> all;
    const OpRecord* ids = session_->documents.document()->graph->find(op("ids"));
    for (const AxisRecord& axis : ids->results[0].axes) all.push_back(axis.length.value_or(0));
    return all;
  };
  QTRY_VERIFY(session_->compilations.compilation());  // kept, unless the next one cancels it
  using Lengths = decltype(lengths());
  QTRY_COMPARE(lengths(), (Lengths{{"batch", 1}, {"sequence", 1}}));
  session_->plans.setLength("sequence", 7);
  QTRY_COMPARE(lengths(), (Lengths{{"batch", 1}, {"sequence", 7}}));
  session_->plans.setLength("batch", 3);
  QTRY_COMPARE(lengths(), (Lengths{{"batch", 3}, {"sequence", 7}}));
  QCOMPARE(shape(), (std::vector<std::int64_t>{3, 7}));
  QCOMPARE(session_->compilations.keptPrograms().programs.size(), std::size_t(3));
  QSignalSpy failed(&session_->compilations, &Compilations::compilationFailed);
  session_->plans.setLength("nothing", 4);
  QTRY_COMPARE(failed.count(), 1);
  QCOMPARE(lengths(), (Lengths{{"batch", 3}, {"sequence", 7}}));
  session_->run.stepIteration();
  waitForRun();
  QCOMPARE(session_->run.status().lastIteration, 1);
}

void SessionPlanTest::refusedChangesLeaveThePlan() {
  open("08_convnet.ngraph");
  QSignalSpy said(&session_->messages, &Messages::message);
  QSignalSpy failed(&session_->compilations, &Compilations::compilationFailed);
  session_->plans.setDataFolder("nothing of the plan", "/nowhere");
  QTRY_COMPARE(failed.count(), 1);
  QCOMPARE(said.count(), 1);
  session_->plans.setBatchSize(32);  // the refused change is dropped
  QTRY_COMPARE(session_->plans.plan().batch_size.value_or(0), 32);
}

void SessionPlanTest::otherCallbacksKeepTheIteration() {
  open("05_logistic_part2.ngraph");
  session_->run.stepEpoch();
  waitForRun();
  QCOMPARE(session_->run.status().lastIteration, 10);
  const double loss = last(0);
  QCOMPARE(session_->plans.plan().callbacks.size(), std::size_t(1));
  session_->plans.setCallbacks({});
  QTRY_VERIFY(session_->plans.plan().callbacks.empty());
  QTRY_VERIFY(!session_->compilations.compileProgress().busy &&
              session_->values.series().size() == 2);
  QTRY_COMPARE(session_->run.status().lastIteration, 10);
  QTRY_COMPARE(session_->values.series()[0].x.size(), std::size_t(10));
  QCOMPARE(last(0), loss);
}

NGRAPH_VIEW_TEST(SessionPlanTest)
#include "session_plan_test.moc"
