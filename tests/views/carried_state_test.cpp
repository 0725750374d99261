// SPDX-License-Identifier: Apache-2.0
// Tests that trained variables and the run position survive a change of transformer or computation,
// and an edit.
#include <QTemporaryDir>

#include "app/drafts/draft_editor.h"
#include "app/link/session/engine_session.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/tensor_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::views;
using testing::patience;

class CarriedStateTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { session_.reset(); }
  void aRunContinuesOnAnotherTransformer();
  void compilingAgainChangesNothing();
  void aSwitchWithinAnIterationKeepsCompleteIterations();
  void computationsShareTheirVariables();
  void anEvaluationStartsOverWithTrainedVariables();
  void resetForgets();
  void anEditKeepsTheState();
  void anEditWithoutRunKeepsFurtherEpochs();
  void anEditedInitialValueIsTaken();
  void openingAgainStartsOver();
  void unsavedStateIsCounted();

 private:
  bool compiled() {
    return QTest::qWaitFor(
        [this] {
          return session_->compilations.compilation() != nullptr &&
                 !session_->compilations.compileProgress().busy &&
                 !session_->values.series().empty();
        },
        patience);
  }
  bool stopsAt(std::int64_t iteration) {
    return QTest::qWaitFor(
        [=, this] {
          return session_->run.status().state != RunState::running &&
                 session_->run.status().lastIteration == iteration;
        },
        patience);
  }
  bool step(int iterations) {
    for (int i = 0; i < iterations; ++i) {
      const std::int64_t next = session_->run.status().lastIteration + 1;
      session_->run.stepIteration();
      if (!stopsAt(next)) return false;
    }
    return true;
  }
  bool change(const QString& computation, const QString& transformer) {
    const CompilationRecordPtr before = session_->compilations.compilation();
    computation != session_->compilations.computation()
        ? session_->compilations.setComputation(computation)
        : session_->compilations.setTransformer(transformer);
    return QTest::qWaitFor([&] { return session_->compilations.compilation() != before; },
                           patience) &&
           compiled();
  }
  OpId op(const char* name) const {
    for (const OpRecord& each : session_->documents.document()->graph->ops)
      if (each.name == name) return each.id;
    return 0;
  }
  // Applies an edit and waits until it is compiled.
  bool edit(DraftEditor& editor, const QString& line) {
    const CompilationRecordPtr before = session_->compilations.compilation();
    return editor.apply(line, {}).good &&
           QTest::qWaitFor([&] { return session_->compilations.compilation() != before; },
                           patience) &&
           compiled();
  }
  Tensor variable(const char* name) {
    const OpId key = op(name);
    session_->values.watch(key);
    if (!QTest::qWaitFor(
            [&] {
              const TensorRecordPtr value = session_->values.value(key);
              const std::int64_t done = session_->run.status().lastIteration;
              return value && (value->iteration == done || (done == 0 && value->iteration == 1));
            },
            patience))
      return {};
    const Tensor value = session_->values.value(key)->value;
    session_->values.unwatch(key);
    return value;
  }
  const QString sample_ = testing::sourceFile("sample_graphs/06_mlp.ngraph");
  std::unique_ptr<EngineSession> session_;
};

void CarriedStateTest::init() {
  session_ = std::make_unique<EngineSession>();
  session_->compilations.setTransformer(testedTransformer());
  session_->documents.open(sample_);
  QVERIFY(compiled());
}

void CarriedStateTest::aRunContinuesOnAnotherTransformer() {
  QVERIFY(step(5));
  const std::vector<double> curve = session_->values.series()[0].y;
  const Tensor weights = variable("W1");
  QVERIFY(weights.size() > 1);
  for (const char* transformer : {"reference", "cpu"}) {
    QVERIFY(change("update", transformer));
    QVERIFY(stopsAt(5));
    QCOMPARE(session_->compilations.transformer(), QString(transformer));
    QCOMPARE(session_->run.status().state, RunState::paused);
    QCOMPARE(session_->values.series()[0].y, curve);
    QCOMPARE(variable("W1").bytes, weights.bytes);
    for (const Diagnostic& message : session_->messages.messages())
      QVERIFY2(message.what.find("starts over") == std::string::npos, message.what.c_str());
  }
  session_->run.showIteration(3);  // the kept iterations are still available
  QTRY_COMPARE(session_->run.status().iteration, 3);
  QVERIFY(step(1));
  QCOMPARE(session_->values.series()[0].y.size(), std::size_t(6));
}

// Later calls are bit-identical to those of an uninterrupted run.
void CarriedStateTest::compilingAgainChangesNothing() {
  QVERIFY(step(6));
  const std::vector<double> curve = session_->values.series()[0].y;
  session_->run.reset();
  QVERIFY(stopsAt(0));
  QVERIFY(step(4));
  QVERIFY(change("update", "cpu"));
  QVERIFY(stopsAt(4));
  QVERIFY(step(2));
  QCOMPARE(session_->values.series()[0].y, curve);
}

void CarriedStateTest::aSwitchWithinAnIterationKeepsCompleteIterations() {
  QVERIFY(step(2));
  const Tensor weights = variable("W1");
  session_->run.stepKernel();
  QTRY_VERIFY(session_->run.status().within);
  int step = -1;  // when the other program is shown
  connect(
      &session_->compilations, &Compilations::compilationChanged, this,
      [&] { step = session_->run.status().step; }, Qt::SingleShotConnection);
  QVERIFY(change("update", "reference"));
  QCOMPARE(step, 0);
  QVERIFY(stopsAt(2));
  QCOMPARE(session_->run.status().step, 0);
  QCOMPARE(variable("W1").bytes, weights.bytes);
}

void CarriedStateTest::computationsShareTheirVariables() {
  QVERIFY(step(5));
  const std::vector<double> curve = session_->values.series()[0].y;
  const Tensor weights = variable("W1");
  QVERIFY(change("evaluate", "cpu"));
  QTRY_COMPARE(session_->run.status().lastIteration, 0);
  QCOMPARE(variable("W1").bytes, weights.bytes);
  QVERIFY(step(1));
  QVERIFY(change("update", "cpu"));
  QVERIFY(stopsAt(5));
  QCOMPARE(session_->values.series()[0].y, curve);
  QCOMPARE(variable("W1").bytes, weights.bytes);
  QVERIFY(step(1));
}

// F5 after the end runs the evaluation again, with the trained variables.
void CarriedStateTest::anEvaluationStartsOverWithTrainedVariables() {
  QVERIFY(step(5));
  const Tensor weights = variable("W1");
  QVERIFY(change("evaluate", "cpu"));
  for (int i = 0; i < 2; ++i) {
    session_->run.run();
    QTRY_COMPARE(session_->run.status().state, RunState::running);
    QTRY_COMPARE(session_->run.status().state, RunState::finished);
  }
  session_->run.reset();
  QVERIFY(stopsAt(0));
  QCOMPARE(variable("W1").bytes, weights.bytes);
}

void CarriedStateTest::resetForgets() {
  const Tensor initial = variable("W1");
  QVERIFY(step(2));
  QVERIFY(variable("W1").bytes != initial.bytes);
  session_->run.reset();
  QVERIFY(stopsAt(0));
  QVERIFY(change("evaluate", "cpu"));
  QCOMPARE(variable("W1").bytes, initial.bytes);
}

void CarriedStateTest::anEditKeepsTheState() {
  DraftEditor editor(*session_, {});
  QVERIFY(step(5));
  const std::vector<double> curve = session_->values.series()[0].y;
  const Tensor weights = variable("W1");
  QVERIFY(edit(editor, "twice = W1 * 2"));
  QVERIFY(op("twice") != 0);
  QVERIFY(stopsAt(5));
  QCOMPARE(session_->run.status().state, RunState::paused);
  QCOMPARE(variable("W1").bytes, weights.bytes);
  QCOMPARE(session_->values.series()[0].y, curve);
  editor.undo();
  QTRY_COMPARE(op("twice"), OpId(0));
  QVERIFY(compiled());
  QVERIFY(stopsAt(5));
  QCOMPARE(variable("W1").bytes, weights.bytes);
  QVERIFY(step(1));
  QCOMPARE(session_->values.series()[0].y.size(), std::size_t(6));
}

// The plan cannot run until the edit is undone.
void CarriedStateTest::anEditWithoutRunKeepsFurtherEpochs() {
  session_ = std::make_unique<EngineSession>();
  session_->documents.open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  QVERIFY(compiled());
  session_->run.run();
  QVERIFY(stopsAt(100));
  session_->run.setPace(20);
  session_->run.run();
  QTRY_COMPARE(session_->run.status().lastIteration, 102);
  session_->run.pause();
  QTRY_VERIFY(session_->run.status().state == RunState::paused);
  QCOMPARE(session_->run.status().totalIterations, 200);
  DraftEditor editor(*session_, {});
  QVERIFY(editor.apply("remove(alpha)", {}).good);
  QTRY_VERIFY(op("alpha") == 0 && !session_->compilations.compileProgress().busy);
  QTRY_COMPARE(session_->run.status().lastIteration, 0);
  editor.undo();
  QTRY_VERIFY(session_->run.status().lastIteration >= 102);
  QCOMPARE(session_->run.status().totalIterations, 200);
}

void CarriedStateTest::anEditedInitialValueIsTaken() {
  DraftEditor editor(*session_, {});
  QVERIFY(step(3));
  const Tensor weights = variable("W1");
  const Tensor bias = variable("b2");
  QString line;
  for (const FieldRow& row : editor.fields(op("b2")))
    if (row.name == "initial_value") line = row.line.arg("0.5");
  QVERIFY(!line.isEmpty());
  QVERIFY(edit(editor, line));
  QCOMPARE(variable("W1").bytes, weights.bytes);
  const Tensor now = variable("b2");
  QCOMPARE(now.shape, bias.shape);
  for (const double value : now.values()) QCOMPARE(value, 0.5);
}

void CarriedStateTest::openingAgainStartsOver() {
  const Tensor initial = variable("W1");
  QVERIFY(step(2));
  QVERIFY(variable("W1").bytes != initial.bytes);
  session_->documents.open(sample_);
  QTRY_COMPARE(session_->run.status().trained, 0);
  QVERIFY(compiled());
  QVERIFY(stopsAt(0));
  QCOMPARE(variable("W1").bytes, initial.bytes);
}

void CarriedStateTest::unsavedStateIsCounted() {
  QTemporaryDir folder;
  const auto unsaved = [this] { return session_->run.status().unsaved(); };
  QCOMPARE(unsaved(), 0);
  QVERIFY(step(3));
  QTRY_COMPARE(unsaved(), 3);
  QVERIFY(change("evaluate", "cpu"));
  QTRY_COMPARE(session_->run.status().lastIteration, 0);
  QTRY_COMPARE(unsaved(), 3);
  QVERIFY(!session_->run.status().trains);
  QVERIFY(change("update", "cpu"));
  QVERIFY(stopsAt(3));
  QTRY_COMPARE(unsaved(), 3);
  session_->checkpoints.save(folder.filePath("state.safetensors"));
  QTRY_COMPARE(unsaved(), 0);
  QCOMPARE(session_->run.status().trained, 3);
  QVERIFY(step(1));
  QTRY_COMPARE(unsaved(), 4);
  session_->checkpoints.restore(folder.filePath("state.safetensors"));
  QTRY_COMPARE(session_->run.status().trained, 3);
  QCOMPARE(unsaved(), 0);
  session_->run.reset();
  QTRY_COMPARE(session_->run.status().trained, 0);
}

NGRAPH_VIEW_TEST(CarriedStateTest)
#include "carried_state_test.moc"
