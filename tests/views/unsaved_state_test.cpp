// SPDX-License-Identifier: Apache-2.0
// Tests the bar that asks before trained state or a running training ends: opening, reloading,
// closing, quitting, restarting, resetting, running again, restoring and changing the plan.
#include <QSignalSpy>
#include <QTemporaryDir>

#include "engine/records/plan_record.h"
#include "tests/support/answer_bar.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/widgets/checkpoint_dialog.h"

using namespace ng;
using namespace ng::testing;

class UnsavedStateTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { w_.reset(); }
  void dialogsStartWhereTheDocumentOrTheLastCheckpointIs();
  void commandsAsk_data();
  void commandsAsk();
  void stayingChangesNothing();
  void savingComesFirst();
  void aCancelledSaveKeepsTheQuestion();
  void aFailedSaveKeepsTheQuestionUpToDate();
  void aRunningTrainingIsStoppedAndSaved();
  void editsAndStateAreSavedTogether();
  void aSavedStateNeedsNoQuestion();
  void switchesAskNothing();
  void aPlanChangeAsks();
  void anotherDocumentDropsTheQuestion();
  void theEvaluationRunsAgainUnasked();
  void aFinishedTrainingContinuesUnasked();

 private:
  EngineSession& session() { return w_->session; }
  MainWindow& window() { return *w_->window; }
  QString asked() { return window().edits().unsaved().text(); }
  bool ready() {
    return QTest::qWaitFor(
        [this] {
          return session().compilations.compilation() != nullptr &&
                 !session().compilations.compileProgress().busy &&
                 !session().values.series().empty();
        },
        patience);
  }
  bool train(int iterations) {
    for (int i = 0; i < iterations; ++i) {
      const std::int64_t next = session().run.status().trained + 1;
      session().run.stepIteration();
      if (!QTest::qWaitFor([&] { return session().run.status().unsaved() == next; }, patience))
        return false;
    }
    return QTest::qWaitFor([this] { return session().run.status().state == RunState::paused; },
                           patience);
  }
  bool opened(const QString& name) {
    return QTest::qWaitFor([&] { return window().windowTitle().startsWith(name); }, patience);
  }
  const QString sample_ = testing::sourceFile("sample_graphs/06_mlp.ngraph");
  const QString other_ = testing::sourceFile("sample_graphs/01_x_plus_one.ngraph");
  const QString question_ =
      "06_mlp.ngraph has trained variables (2 iterations) in no checkpoint. Save them before you ";
  QTemporaryDir folder_;
  std::unique_ptr<BuildWindow> w_;
};

void UnsavedStateTest::init() {
  QSettings().clear();
  w_ = std::make_unique<BuildWindow>();
  window().open(sample_);
  QVERIFY(opened("06_mlp.ngraph"));
  QVERIFY(ready());
  QVERIFY(train(2));
}

void UnsavedStateTest::commandsAsk_data() {
  QTest::addColumn<QString>("command");
  QTest::addColumn<QString>("words");
  QTest::addColumn<QString>("verb");
  QTest::addRow("quit") << "file.quit" << "quit" << "quit";
  QTest::addRow("reload") << "file.reload" << "reload it" << "reload";
  QTest::addRow("close") << "file.close" << "close it" << "close";
  QTest::addRow("new") << "file.new" << "make a new document" << "make new";
  QTest::addRow("restart") << "run.restart" << "restart the run" << "restart";
  QTest::addRow("reset") << "run.reset" << "reset the variables" << "reset";
}

void UnsavedStateTest::commandsAsk() {
  QFETCH(QString, command);
  QFETCH(QString, words);
  QFETCH(QString, verb);
  window().actions()[command]->trigger();
  QCOMPARE(asked(), question_ + words + "?");
  testing::settle(50);
  QCOMPARE(session().run.status().trained, 2);
  QVERIFY(window().isVisible());
  QVERIFY(answer(window(), "Discard and " + verb));
  QVERIFY(asked().isEmpty());
  if (command == "file.quit")
    QTRY_VERIFY(!window().isVisible());
  else
    QTRY_VERIFY(session().run.status().trained != 2);
}

void UnsavedStateTest::stayingChangesNothing() {
  window().open(other_);
  QCOMPARE(asked(), question_ + "open 01_x_plus_one.ngraph?");
  QVERIFY(answer(window(), "Stay"));
  QVERIFY(asked().isEmpty());
  window().open(other_);
  w_->key(Qt::Key_Escape);
  QVERIFY(asked().isEmpty());
  testing::settle(50);
  QVERIFY(opened("06_mlp.ngraph"));
  QCOMPARE(session().run.status().unsaved(), 2);
  QVERIFY(train(1));
  QCOMPARE(session().run.status().lastIteration, 3);
}

void UnsavedStateTest::savingComesFirst() {
  const QString path = folder_.filePath("saved.safetensors");
  window().open(other_);
  saveNextDialogAs(path);
  QVERIFY(answer(window(), "Save state and open"));
  QVERIFY(opened("01_x_plus_one.ngraph"));
  QVERIFY(asked().isEmpty() && QFileInfo::exists(path));
  window().open(sample_);
  QVERIFY(opened("06_mlp.ngraph"));
  QVERIFY(ready());
  session().checkpoints.restore(path);
  QTRY_COMPARE(session().run.status().lastIteration, 2);
}

// The first of the process: else the folder of the last checkpoint is shown.
void UnsavedStateTest::dialogsStartWhereTheDocumentOrTheLastCheckpointIs() {
  const auto shown = [this] {
    QString folder;
    withNextDialog<QFileDialog>([&folder](QFileDialog& dialog) {
      folder = dialog.directory().absolutePath();
      dialog.reject();
    });
    chooseCheckpointToRestore(&window(), window().workspace());
    return folder;
  };
  QCOMPARE(shown(), QFileInfo(sample_).absolutePath());
  saveNextDialogAs(folder_.filePath("first.safetensors"));
  const QString path = chooseCheckpointToSave(&window(), window().workspace());
  QCOMPARE(path, folder_.filePath("first.safetensors"));
  QCOMPARE(shown(), folder_.path());
}

void UnsavedStateTest::aCancelledSaveKeepsTheQuestion() {
  window().open(other_);
  bool cancelled = false;
  withNextDialog<QFileDialog>([&cancelled](QFileDialog& dialog) {
    cancelled = true;
    dialog.reject();
  });
  QVERIFY(answer(window(), "Save state and open"));
  QVERIFY(cancelled);
  QCOMPARE(asked(), question_ + "open 01_x_plus_one.ngraph?");
  QVERIFY(opened("06_mlp.ngraph"));
}

// The question that a failed save leaves still ends with its document.
void UnsavedStateTest::aFailedSaveKeepsTheQuestionUpToDate() {
  window().open(other_);
  QSignalSpy failed(&session().checkpoints, &Checkpoints::notSaved);
  saveNextDialogAs(folder_.filePath("refused.npz"));
  QVERIFY(answer(window(), "Save state and open"));
  QTRY_COMPARE(failed.size(), 1);
  QCOMPARE(asked(), question_ + "open 01_x_plus_one.ngraph?");
  session().documents.open(other_);  // as a script does
  QVERIFY(opened("01_x_plus_one.ngraph"));
  QTRY_VERIFY(asked().isEmpty());
}

void UnsavedStateTest::aRunningTrainingIsStoppedAndSaved() {
  const QString path = folder_.filePath("running.safetensors");
  session().run.setPace(5);  // so slowly that it does not end meanwhile
  session().run.run();
  QTRY_VERIFY(session().run.status().lastIteration > 4);
  w_->toCanvas();
  w_->key(Qt::Key_Q, Qt::ControlModifier);
  QVERIFY2(asked().contains("Its training is running. Save them before you quit?"),
           qPrintable(asked()));
  const QString before = asked();
  QTRY_VERIFY(asked() != before);  // it names the current iteration
  QCOMPARE(session().run.status().state, RunState::running);
  saveNextDialogAs(path);
  QVERIFY(answer(window(), "Save state and quit"));
  QTRY_VERIFY(!window().isVisible());
  QVERIFY(QFileInfo::exists(path));
}

void UnsavedStateTest::editsAndStateAreSavedTogether() {
  const QString document = folder_.filePath("mine.ngraph");
  window().open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  QVERIFY(answer(window(), "Discard and open"));
  QVERIFY(opened("05_logistic_part2.ngraph"));
  QVERIFY(ready());
  QVERIFY(train(2));
  QVERIFY(w_->editor.save(document).good);  // under another name
  QVERIFY(opened("mine.ngraph"));
  QVERIFY(ready());
  QTRY_COMPARE(session().run.status().unsaved(), 2);
  QVERIFY(w_->editor.apply("twice = W * 2", {}).good);
  QTRY_VERIFY(w_->op("twice") != 0);
  QVERIFY(ready());
  window().open(other_);
  QCOMPARE(asked(), QString("mine.ngraph has unsaved edits and trained variables (2 iterations) in "
                            "no checkpoint. Save both before you open 01_x_plus_one.ngraph?"));
  const QString state = folder_.filePath("both.safetensors");
  saveNextDialogAs(state);
  QVERIFY(answer(window(), "Save both and open"));
  QVERIFY(opened("01_x_plus_one.ngraph"));
  QFile saved(document);
  QVERIFY(saved.open(QIODevice::ReadOnly) && saved.readAll().contains("\"twice\""));
  QVERIFY(QFileInfo::exists(state));
}

void UnsavedStateTest::aSavedStateNeedsNoQuestion() {
  window().actions()["run.reset"]->trigger();
  QVERIFY(!asked().isEmpty());
  session().checkpoints.save(folder_.filePath("a.safetensors"));
  QTRY_VERIFY(asked().isEmpty());
  QCOMPARE(session().run.status().trained, 2);  // the command was dropped, not run
  window().open(other_);
  QVERIFY(asked().isEmpty());
  QVERIFY(opened("01_x_plus_one.ngraph"));
}

void UnsavedStateTest::switchesAskNothing() {
  session().compilations.setTransformer("reference");
  QVERIFY(asked().isEmpty());
  QTRY_COMPARE(session().run.status().lastIteration, 2);
  QVERIFY(ready());
  session().compilations.setComputation("evaluate");
  QVERIFY(asked().isEmpty());
  QTRY_COMPARE(session().run.status().lastIteration, 0);
  QTRY_COMPARE(session().run.status().unsaved(), 2);
  window().open(other_);  // another computation trained them
  QCOMPARE(asked(), question_ + "open 01_x_plus_one.ngraph?");
}

void UnsavedStateTest::aPlanChangeAsks() {
  session().plans.setBatchSize(16);
  QCOMPARE(asked(), question_ + "change the plan, which restarts the run?");
  QVERIFY(answer(window(), "Stay"));
  testing::settle(50);
  QCOMPARE(session().plans.plan().batch_size.value_or(0), 64);
  QCOMPARE(session().run.status().unsaved(), 2);
  session().plans.setEpochs(3);  // the run continues
  QVERIFY(asked().isEmpty());
  session().plans.setBatchSize(16);
  QVERIFY(answer(window(), "Discard and change it"));
  QTRY_COMPARE(session().plans.plan().batch_size.value_or(0), 16);
  QTRY_COMPARE(session().run.status().trained, 0);
}

void UnsavedStateTest::anotherDocumentDropsTheQuestion() {
  window().actions()["run.reset"]->trigger();
  QVERIFY(!asked().isEmpty());
  session().documents.open(other_);  // as a script does
  QVERIFY(opened("01_x_plus_one.ngraph"));
  QTRY_VERIFY(asked().isEmpty());
  QVERIFY(!answer(window(), "Discard and reset"));
}

// It keeps the variables that it reads.
void UnsavedStateTest::theEvaluationRunsAgainUnasked() {
  session().compilations.setComputation("evaluate");
  QTRY_COMPARE(session().run.status().lastIteration, 0);
  QVERIFY(ready());
  for (int i = 0; i < 2; ++i) {
    window().actions()["run.run"]->trigger();
    QVERIFY(asked().isEmpty());
    QTRY_COMPARE(session().run.status().state, RunState::running);
    QVERIFY(w_->finished());
  }
  QCOMPARE(session().run.status().unsaved(), 2);
}

void UnsavedStateTest::aFinishedTrainingContinuesUnasked() {
  window().open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  QVERIFY(answer(window(), "Discard and open"));
  QVERIFY(opened("05_logistic_part2.ngraph"));
  QVERIFY(
      QTest::qWaitFor([this] { return session().run.status().totalIterations == 100; }, patience));
  QVERIFY(QTest::qWaitFor([this] { return session().compilations.compilation() != nullptr; },
                          patience));
  const QAction* run = window().actions()["run.run"];
  QCOMPARE(run->text(), QString("Run"));
  session().run.setPace(0);
  for (const std::int64_t end : {100, 200, 300}) {
    w_->key(Qt::Key_F5);
    QVERIFY(asked().isEmpty());
    QTRY_COMPARE(session().run.status().lastIteration, end);
    QVERIFY(w_->finished());
    QCOMPARE(session().run.status().totalIterations, end);
    QCOMPARE(session().values.series()[0].y.size(), static_cast<std::size_t>(end));
    QCOMPARE(run->text(), QString("Continue"));
  }
  // The position and the extension survive another transformer.
  session().compilations.setTransformer("reference");
  QTRY_VERIFY(!session().compilations.compileProgress().busy);
  QTRY_COMPARE(session().run.status().totalIterations, 300);
  QTRY_COMPARE(session().run.status().lastIteration, 300);
  w_->key(Qt::Key_F5, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(asked().endsWith("Save them before you restart the run?"));
  QVERIFY(answer(window(), "Discard and restart"));
  QTRY_COMPARE(session().run.status().totalIterations, 100);
  QTRY_COMPARE(session().run.status().lastIteration, 100);
}

NGRAPH_VIEW_TEST(UnsavedStateTest)
#include "unsaved_state_test.moc"
