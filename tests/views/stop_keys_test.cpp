// SPDX-License-Identifier: Apache-2.0
// Tests the stop keys: Esc dismisses and never stops work; Shift+F5 stops a run, a compilation or a
// job; F5 continues; Ctrl+Shift+F5 restarts.
#include <QSignalSpy>

#include "app/window/commands/menu_reasons.h"
#include "tests/support/answer_bar.h"
#include "tests/support/build_window.h"
#include "tests/support/held_compilation.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/tensors/tensor_records.h"

using namespace ng;
using namespace ng::testing;

class StopKeysTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { w_.reset(); }
  void escapeDoesNotStopTheRun();
  void stopAndContinue();
  void restartBeginsAgain();
  void aFinishedRunHasNoSteps();
  void compilations_data();
  void compilations();
  void jobs();

 private:
  EngineSession& session() { return w_->session; }
  Selection& selection() { return w_->window->workspace().selection; }
  bool runsPast(std::int64_t iteration) {
    return QTest::qWaitFor(
        [=, this] {
          return session().run.status().state == RunState::running &&
                 session().run.status().lastIteration > iteration;
        },
        patience);
  }
  std::unique_ptr<BuildWindow> w_;
};

void StopKeysTest::init() {
  QSettings().clear();
  w_ = std::make_unique<BuildWindow>();
  w_->window->open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  QTRY_VERIFY(session().compilations.compilation() && w_->op("W") != 0);
  QTRY_VERIFY(!session().values.series().empty());
  session().run.setPace(20);
  session().plans.setEpochs(1000);  // the run does not end while the test waits for it
  QTRY_VERIFY(session().run.status().totalIterations > 5000);
  w_->toCanvas();
}

void StopKeysTest::escapeDoesNotStopTheRun() {
  w_->key(Qt::Key_F5);
  QVERIFY(runsPast(1));
  selection().selectOp(w_->op("W"));
  for (int i = 0; i < 3; ++i) w_->key(Qt::Key_Escape);
  QCOMPARE(selection().op(), OpId(0));
  QVERIFY(runsPast(session().run.status().lastIteration + 1));
  w_->key(Qt::Key_F5, Qt::ShiftModifier);
  QTRY_COMPARE(session().run.status().state, RunState::cancelled);
}

void StopKeysTest::aFinishedRunHasNoSteps() {
  const auto action = [this](const char* id) { return w_->window->actions()[id]; };
  session().run.setPace(0);
  session().plans.setEpochs(1);
  QTRY_COMPARE(session().run.status().totalIterations, 10);
  QVERIFY(action("run.step_iteration")->isEnabled());
  w_->key(Qt::Key_F5);
  QTRY_COMPARE(session().run.status().state, RunState::finished);
  for (const char* id :
       {"run.step_op", "run.step_kernel", "run.step_iteration", "run.step_epoch"}) {
    QVERIFY2(!action(id)->isEnabled(), id);
    QCOMPARE(whyDisabled(*w_->window, *action(id)),
             QString("The run is finished. Continue it with F5."));
  }
  QVERIFY(action("run.step_back")->isEnabled());
  // What no step would compute is not promised.
  QCOMPARE(whyNoValue(session(), w_->op("assign_16")),
           QString("assign_16 has no value: it writes to a variable."));
  QVERIFY(w_->editor.apply("aside = X * 2", {}).good);
  QTRY_VERIFY(w_->op("aside") != 0 && !session().compilations.compileProgress().busy);
  QVERIFY(!isShownAfterStep(session(), w_->op("aside")));
}

void StopKeysTest::stopAndContinue() {
  w_->key(Qt::Key_F5);
  QVERIFY(runsPast(2));
  w_->key(Qt::Key_F5, Qt::ShiftModifier);
  QTRY_COMPARE(session().run.status().state, RunState::cancelled);
  const std::int64_t done = session().run.status().lastIteration;
  const std::vector<double> curve = session().values.series()[0].y;
  QVERIFY(done > 2);
  QCOMPARE(w_->window->actions()["run.run"]->text(), QString("Continue"));
  w_->key(Qt::Key_F5);
  QVERIFY(runsPast(done));
  const std::vector<double> now = session().values.series()[0].y;
  QVERIFY(now.size() > curve.size());
  QVERIFY(std::equal(curve.begin(), curve.end(), now.begin()));
}

void StopKeysTest::restartBeginsAgain() {
  w_->key(Qt::Key_F5);
  QVERIFY(runsPast(4));
  const double first = session().values.series()[0].y.front();
  session().run.setPace(0.1);  // so that the first iterations are seen
  w_->key(Qt::Key_F5, Qt::ControlModifier | Qt::ShiftModifier);  // while it runs
  QVERIFY(answer(*w_->window, "Discard and restart"));
  QTRY_VERIFY(session().run.status().lastIteration < 3);
  QVERIFY(runsPast(0));
  w_->key(Qt::Key_F5, Qt::ShiftModifier);
  QTRY_COMPARE(session().run.status().state, RunState::cancelled);
  w_->key(Qt::Key_F5, Qt::ControlModifier | Qt::ShiftModifier);  // and while it does not
  QVERIFY(answer(*w_->window, "Discard and restart"));
  QVERIFY(runsPast(0));
  QCOMPARE(session().values.series()[0].y.front(), first);
}

void StopKeysTest::compilations_data() {
  QTest::addColumn<bool>("stop");
  QTest::addRow("Esc") << false;
  QTest::addRow("Shift+F5") << true;
}

void StopKeysTest::compilations() {
  QFETCH(bool, stop);
  const QSignalSpy failed(&session().compilations, &Compilations::compilationFailed);
  const CompilationRecordPtr before = session().compilations.compilation();
  HeldCompilation held(session());
  w_->key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  QTRY_VERIFY(held.holds());
  QVERIFY(session().compilations.compileProgress().busy);
  stop ? w_->key(Qt::Key_F5, Qt::ShiftModifier) : w_->key(Qt::Key_Escape);
  QCOMPARE(session().compilations.compileProgress().busy, !stop);
  held.release();
  QTRY_VERIFY(!session().compilations.compileProgress().busy);
  QCOMPARE(failed.size(), stop ? 1 : 0);
  QCOMPARE(session().compilations.compilation() == before, stop);
}

// Other jobs are stopped by the same key, the longest running first.
void StopKeysTest::jobs() {
  Jobs& jobs = w_->window->workspace().jobs;
  QTRY_VERIFY(jobs.idle());
  QAction* stop = w_->window->actions()["run.stop"];
  QVERIFY(!stop->isEnabled());
  bool cancelled = false;
  jobs.begin("export", [&] { cancelled = true; });
  w_->key(Qt::Key_Escape);
  QTRY_VERIFY(stop->isEnabled());
  QVERIFY(!cancelled);
  w_->key(Qt::Key_F5, Qt::ShiftModifier);
  QVERIFY(cancelled);
  QVERIFY(!stop->isEnabled());
}

NGRAPH_VIEW_TEST(StopKeysTest)
#include "stop_keys_test.moc"
