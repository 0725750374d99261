// SPDX-License-Identifier: Apache-2.0
// Tests Help > Tour: each step is carried out, and the widgets that it names exist and are visible.
#include <QComboBox>
#include <QFile>
#include <QRegularExpression>

#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/debug/debug_view.h"
#include "views/graph/crumb_strip.h"
#include "views/run/plan_panel.h"
#include "views/run/plan_sources.h"
#include "views/run/run_view.h"
#include "views/tensors/element_editor.h"
#include "views/tensors/origin_panel.h"
#include "views/tensors/tensor_pane.h"
#include "views/tensors/tensors_view.h"
#include "views/widgets/source_chooser.h"
#include "views/widgets/tensors/number_grid.h"

using namespace ng;
using namespace ng::testing;

class TourTest : public QObject {
  Q_OBJECT

 private slots:
  void everyStepFindsItsWidgets();
  void itsKeysAreCommands();

 private:
  static QString text() {
    QFile file(":/docs/tour.md");
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  }
  static QStringList steps() {
    QStringList steps = text().split(QRegularExpression(R"(\n(?=\d\. ))"));
    steps.removeFirst();
    return steps;
  }
  static bool shown(BuildWindow& w, const char* view) {
    return QTest::qWaitFor([&] { return !w.window->docks().view(view)->visibleRegion().isEmpty(); },
                           patience);
  }
};

void TourTest::everyStepFindsItsWidgets() {
  QSettings().clear();
  const QStringList tour = steps();
  QCOMPARE(tour.size(), 7);
  BuildWindow w;
  // 1. Open
  QVERIFY(tour[0].contains("start page (Alt+Home)") && tour[0].contains("*07 Finding a NaN*"));
  QVERIFY(w.window->startPage().isVisible());
  w.window->open(testing::sourceFile("sample_graphs/07_planted_nan.ngraph"));
  QTRY_VERIFY(w.session.compilations.compilation() && w.op("unit") != 0);
  QVERIFY(shown(w, "graph"));
  // 2. Run
  QVERIFY(tour[1].contains("F5") && tour[1].contains("the Debug view"));
  w.toCanvas();
  w.key(Qt::Key_F5);
  QTRY_VERIFY(w.session.faults.stopped().has_value());
  w.window->showView("debug");
  QVERIFY(shown(w, "debug"));
  // 3. Look
  QVERIFY(tour[2].contains("Tensors view") && tour[2].contains("inspector (Ctrl+Shift+I)"));
  QVERIFY(shown(w, "tensors"));
  w.window->actions()["view.inspector"]->trigger();
  QVERIFY(shown(w, "inspector"));
  auto& tensors = *qobject_cast<TensorsView*>(w.window->docks().view("tensors"));
  // 4. Find the origin
  QVERIFY(tour[3].contains("press O"));
  w.window->workspace().selection.selectOp(w.op("X"));
  QTRY_VERIFY(tensors.current() == w.op("X") && tensors.showsValue());
  NumberGrid& grid = tensors.pane().numbers();
  QTRY_VERIFY(grid.isVisible());
  const auto cell = [&grid] {  // in view below the header: the grid scrolls to the NaN
    int row = 0;
    while (row < 31 && grid.cellRect(row, 0).top() < 40) ++row;
    return grid.cellRect(row, 0).center();
  };
  QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, cell());
  QTest::keyClick(&grid, Qt::Key_O);
  QTRY_VERIFY(tensors.origin().isVisible());
  QTest::keyClick(&tensors.origin(), Qt::Key_Escape);
  // 5. What if?
  QVERIFY(tour[4].contains("Double-click a number") && tour[4].contains("page *What if*"));
  QTRY_VERIFY(!tensors.origin().isVisible() && grid.viewport()->height() > 40);
  QTest::mouseDClick(grid.viewport(), Qt::LeftButton, {}, cell());
  auto* editor = grid.viewport()->findChild<ElementEditor*>();
  QVERIFY(editor && editor->isVisible());
  QTest::keyClick(editor, Qt::Key_Escape);
  // 6. Correct it
  QVERIFY(tour[5].contains("placeholder `alpha`") && tour[5].contains("Ctrl+E"));
  w.window->showView("run");
  QVERIFY(shown(w, "run"));
  emit w.editor.sourceWanted(w.op("alpha"));
  PlanPanel& plan = *qobject_cast<RunView*>(w.window->docks().view("run"))->plan();
  QTRY_VERIFY(plan.sources().chooser() && plan.sources().chooser()->isVisible());
  w.window->actions()["view.build"]->trigger();
  QVERIFY(shown(w, "build"));
  QVERIFY(w.build().field().isVisible());
  // 7. Compare passes
  QVERIFY(tour[6].contains("Passes view; C "));
  w.window->showView("passes");
  QVERIFY(shown(w, "passes") && shown(w, "graph"));
  w.toCanvas();
  const auto canvases = [&w] {
    const auto all = w.graph().findChildren<GraphCanvas*>();
    return std::count_if(all.begin(), all.end(),
                         [](const GraphCanvas* each) { return each->isVisible(); });
  };
  QCOMPARE(canvases(), 1);
  w.key(Qt::Key_C);
  QTRY_COMPARE(canvases(), 2);
}

// Every key that the tour names belongs to a command or is explained among the gestures.
void TourTest::itsKeysAreCommands() {
  BuildWindow w;
  QSet<QString> keys;
  for (const QAction* action : w.window->commands())
    for (const QKeySequence& key : action->shortcuts()) keys << key.toString();
  const QRegularExpression named(R"(\b(?:(?:Ctrl|Alt|Shift)\+)+\w+\b|\bF\d+\b)");
  auto all = named.globalMatch(text());
  int count = 0;
  while (all.hasNext()) {
    const QString key = all.next().captured();
    ++count;
    QVERIFY2(keys.contains(QKeySequence(key).toString()), qPrintable(key));
  }
  QVERIFY(count > 8);
}

NGRAPH_VIEW_TEST(TourTest)
#include "tour_test.moc"
