// SPDX-License-Identifier: Apache-2.0
// Tests File > Restore discarded state: after trained variables were discarded in the bar, also in
// a later process, of the shown document.
#include <QDir>
#include <QTemporaryDir>

#include "app/drafts/discarded_states.h"
#include "tests/support/answer_bar.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::testing;

class DiscardedStateTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void resetIsUndone();
  void aRunningTrainingIsKept();
  void anotherDocumentsStateIsNotOffered();
  void aLaterProcessOffersIt();
  void theShownStateIsKeptInTurn();
  void onlyTheNewestAreKept();
  void aFailureDoesNotKeepTheCommandFromRunning();
  void everyCommandRuns();

 private:
  std::unique_ptr<QTemporaryDir> home_;
  QString journals() const { return home_->filePath("journal"); }
  QStringList kept() const { return QDir(journals()).entryList(QDir::Files); }
  QString sample(const QString& name) const { return testing::sourceFile("sample_graphs/") + name; }
  QAction* restore(BuildWindow& w) { return w.window->actions()["file.restore_state"]; }
  QString asked(BuildWindow& w) { return w.window->edits().unsaved().text(); }
  bool open(BuildWindow& w, const QString& name) {
    w.window->open(sample(name));
    answer(*w.window, "Discard and open");
    return QTest::qWaitFor([&] { return w.window->windowTitle().startsWith(name); }, patience) &&
           ready(w);
  }
  bool ready(BuildWindow& w) {
    return QTest::qWaitFor(
        [&w] {
          return w.session.compilations.compilation() != nullptr &&
                 !w.session.compilations.compileProgress().busy &&
                 !w.session.values.series().empty();
        },
        patience);
  }
  bool train(BuildWindow& w, int iterations) {
    for (int i = 0; i < iterations; ++i) {
      const std::int64_t next = w.session.run.status().trained + 1;
      w.session.run.stepIteration();
      if (!QTest::qWaitFor([&] { return w.session.run.status().unsaved() == next; }, patience))
        return false;
    }
    return QTest::qWaitFor([&] { return w.session.run.status().state == RunState::paused; },
                           patience);
  }
  bool trained(BuildWindow& w, std::int64_t iterations) {
    return QTest::qWaitFor([&] { return w.session.run.status().unsaved() == iterations; },
                           patience);
  }
  std::vector<double> losses(BuildWindow& w) { return w.session.values.series()[0].y; }
};

void DiscardedStateTest::init() {
  QSettings().clear();
  home_ = std::make_unique<QTemporaryDir>();
}

void DiscardedStateTest::resetIsUndone() {
  BuildWindow w(journals());
  QVERIFY(open(w, "06_mlp.ngraph") && train(w, 3));
  QVERIFY(!restore(w)->isEnabled());
  const std::vector<double> before = losses(w);
  w.window->actions()["run.reset"]->trigger();
  QVERIFY(answer(*w.window, "Discard and reset"));
  QVERIFY(trained(w, 0));
  QTRY_VERIFY(restore(w)->isEnabled());
  QCOMPARE(restore(w)->text(), QString("Restore discarded state (3 iterations)"));
  restore(w)->trigger();
  QVERIFY(trained(w, 3));  // still in no checkpoint
  QCOMPARE(w.session.run.status().lastIteration, 3);
  QCOMPARE(losses(w), before);
  QTRY_VERIFY(!restore(w)->isEnabled());  // offered once
  QVERIFY2(kept().isEmpty(), qPrintable(kept().join(" ")));
  w.window->actions()["run.reset"]->trigger();
  QVERIFY(!asked(w).isEmpty());
}

void DiscardedStateTest::aRunningTrainingIsKept() {
  BuildWindow w(journals());
  QVERIFY(open(w, "06_mlp.ngraph"));
  w.session.run.setPace(5);
  w.session.run.run();
  QTRY_VERIFY(w.session.run.status().lastIteration > 2);
  w.window->actions()["run.restart"]->trigger();
  w.session.run.setPace(0.1);  // so that the first iteration is seen
  QVERIFY(answer(*w.window, "Discard and restart"));
  QTRY_VERIFY(w.session.run.status().lastIteration == 1);
  w.key(Qt::Key_F6);
  QTRY_COMPARE(w.session.run.status().state, RunState::paused);
  QTRY_VERIFY(restore(w)->isEnabled());
  restore(w)->trigger();
  QVERIFY(asked(w).endsWith("Save them before you restore the discarded state?"));
  QVERIFY(answer(*w.window, "Discard and restore"));
  QTRY_VERIFY(w.session.run.status().lastIteration > 2);
}

void DiscardedStateTest::anotherDocumentsStateIsNotOffered() {
  BuildWindow w(journals());
  QVERIFY(open(w, "06_mlp.ngraph") && train(w, 2));
  QVERIFY(open(w, "05_logistic_part2.ngraph"));
  QVERIFY(!restore(w)->isEnabled());
  QVERIFY(open(w, "06_mlp.ngraph"));
  QTRY_VERIFY(restore(w)->isEnabled());
}

void DiscardedStateTest::aLaterProcessOffersIt() {
  {
    BuildWindow w(journals());
    QVERIFY(open(w, "06_mlp.ngraph") && train(w, 2));
    w.toCanvas();
    w.key(Qt::Key_Q, Qt::ControlModifier);
    QVERIFY(answer(*w.window, "Discard and quit"));
    QTRY_VERIFY(!w.window->isVisible());
  }
  BuildWindow w(journals());
  QVERIFY(!restore(w)->isEnabled());
  QVERIFY(open(w, "06_mlp.ngraph"));
  QTRY_VERIFY(restore(w)->isEnabled());
  restore(w)->trigger();
  QVERIFY(trained(w, 2));
}

void DiscardedStateTest::theShownStateIsKeptInTurn() {
  BuildWindow w(journals());
  QVERIFY(open(w, "06_mlp.ngraph") && train(w, 3));
  w.window->actions()["run.reset"]->trigger();
  QVERIFY(answer(*w.window, "Discard and reset"));
  QVERIFY(trained(w, 0) && train(w, 1));
  for (const int iterations : {3, 1, 3}) {
    QTRY_VERIFY(restore(w)->text().contains(QString("(%1 iter").arg(iterations)));
    restore(w)->trigger();
    QVERIFY(answer(*w.window, "Discard and restore"));
    QVERIFY(trained(w, iterations));
  }
}

void DiscardedStateTest::onlyTheNewestAreKept() {
  BuildWindow w(journals());
  QVERIFY(open(w, "05_logistic_part2.ngraph"));
  for (int i = 1; i <= 4; ++i) {
    QVERIFY(train(w, i));
    w.window->actions()["run.reset"]->trigger();
    QVERIFY(answer(*w.window, "Discard and reset"));
    QVERIFY(trained(w, 0));
  }
  QTRY_COMPARE(QDir(journals()).entryList({"*.state"}).size(), 3);
  QCOMPARE(QDir(journals()).entryList({"*.safetensors"}).size(), 3);
  QCOMPARE(restore(w)->text(), QString("Restore discarded state (4 iterations)"));
}

void DiscardedStateTest::aFailureDoesNotKeepTheCommandFromRunning() {
  BuildWindow w(journals());
  QVERIFY(open(w, "06_mlp.ngraph") && train(w, 2));
  QFile file(journals());  // a file where the folder would be
  QVERIFY(file.open(QIODevice::WriteOnly));
  w.window->actions()["run.reset"]->trigger();
  QVERIFY(answer(*w.window, "Discard and reset"));
  QVERIFY(trained(w, 0));
  QVERIFY(!restore(w)->isEnabled());
}

// A second state is kept before the first one is written.
void DiscardedStateTest::everyCommandRuns() {
  BuildWindow w(journals());
  QVERIFY(open(w, "06_mlp.ngraph") && train(w, 1));
  DiscardedStates states(w.window->workspace(), home_->filePath("states"));
  QList<int> ran;
  for (const int command : {1, 2}) states.keep([&ran, command] { ran << command; });
  QTRY_COMPARE(ran, (QList<int>{1, 2}));
  QCOMPARE(QDir(home_->filePath("states")).entryList({"*.state"}, QDir::Files).size(), 2);
}

NGRAPH_VIEW_TEST(DiscardedStateTest)
#include "discarded_state_test.moc"
