// SPDX-License-Identifier: Apache-2.0
// Tests a document whose first compilation was stopped: every view says so, and it can still be
// compiled and run.
#include "app/link/session/engine_session.h"
#include "app/window/main_window.h"
#include "app/window/status_line.h"
#include "engine/records/plan_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/passes/passes_view.h"
#include "views/run/run_view.h"
#include "views/widgets/compiled_state.h"

using namespace ng;
using namespace ng::views;

class StoppedCompileTest : public QObject {
  Q_OBJECT

 private slots:
  void itIsReportedAndCanContinue() {
    EngineSession session;
    MainWindow window(session, StartSources{{}, {}, {}});
    window.show();
    // Before the request has reached the worker.
    const auto stopped = connect(&session.compilations, &Compilations::compilationStarted, this,
                                 [&] { session.compilations.cancel(); });
    window.open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
    QTRY_VERIFY(session.documents.document() && !session.compilations.compileProgress().busy);
    disconnect(stopped);
    QVERIFY(!session.compilations.compilation());
    QCOMPARE(session.plans.plan().computation, std::string("update"));
    QVERIFY(!session.plans.plan().given.empty());
    QVERIFY(said(window, "passes").startsWith("update is not compiled"));
    QVERIFY(said(window, "run").startsWith("update is not compiled"));
    QCOMPARE(window.statusLine().state(), QString("not compiled"));
    QVERIFY(window.actions()["run.run"]->isEnabled());
    window.actions()["run.run"]->trigger();
    QVERIFY(session.compilations.compileProgress().busy);
    QVERIFY(said(window, "passes").startsWith("Compiling"));
    QTRY_COMPARE(session.run.status().state, RunState::finished);
    QCOMPARE(session.run.status().lastIteration, 100);
  }

 private:
  static QString said(MainWindow& window, const char* view) {
    const auto states = window.docks().view(view)->findChildren<EmptyState*>();
    return states.isEmpty() ? QString() : states.front()->sentence();
  }
};

NGRAPH_VIEW_TEST(StoppedCompileTest)
#include "stopped_compile_test.moc"
