// SPDX-License-Identifier: Apache-2.0
// Tests element provenance in the window, over the engine: asked for a cell, followed back to the
// fed values across the kept iterations; and axis placement from the command line.
#include <QApplication>
#include <QMouseEvent>
#include <cmath>

#include "app/link/session/engine_session.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/core/theme/theme.h"
#include "views/tensors/axis_map.h"
#include "views/tensors/element_history.h"
#include "views/tensors/origin_panel.h"
#include "views/tensors/origin_place.h"
#include "views/tensors/tensor_pane.h"
#include "views/tensors/tensors_view.h"
#include "views/widgets/heat_maps/heat_map.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"
#include "views/widgets/tensors/number_grid.h"
#include "views/widgets/tensors/slice_bar.h"

using namespace ng;
using namespace ng::views;

class OriginViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();
  void aCellIsExplained();
  void aHeatMapCellIsExplained();
  void rowsLeadOnAndBack();
  void loopsAreFollowed();
  void theElementHasAHistory();
  void tableAndExplanationShowTheSameIteration();
  void thePanelIsPlacedBySpace_data();
  void thePanelIsPlacedBySpace();
  void keysFollowWhatIsSeen();
  void sharesLast();
  void queriesAreCancelled();
  void anElementIsExplainedByName();
  void axesArePlacedByTheCommandLine();

 private:
  void run();
  OpId op(const char* name) const;

  std::unique_ptr<EngineSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<TensorsView> view_;
};

void OriginViewTest::init() {
  session_ = std::make_unique<EngineSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  session_->documents.open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  QTRY_VERIFY(session_->compilations.compilation() &&
              !session_->compilations.compileProgress().busy);
  QTRY_VERIFY(!session_->values.series().empty());
  view_ = std::make_unique<TensorsView>(*workspace_);
  view_->resize(700, 600);
  view_->show();
}

void OriginViewTest::cleanup() {
  view_.reset();
  session_.reset();
}

void OriginViewTest::run() {
  session_->run.run();
  QTRY_COMPARE(session_->run.status().state, RunState::finished);
  QTRY_VERIFY(session_->values.value(op("W")) && view_->showsValue());
}

OpId OriginViewTest::op(const char* name) const {
  for (const OpRecord& each : session_->documents.document()->graph->ops)
    if (each.name == name) return each.id;
  return 0;
}

void OriginViewTest::aCellIsExplained() {
  run();
  QVERIFY(!view_->origin().isVisible());
  NumberGrid& grid = view_->pane().numbers();
  QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, grid.cellRect(0, 1).center());
  QTest::keyClick(&grid, Qt::Key_O);
  QTRY_VERIFY(view_->origin().isVisible());
  const ElementOriginPtr origin = session_->queries.elementOrigin();
  QCOMPARE(origin->op, op("W"));
  QCOMPARE(origin->element, 1);
  QCOMPARE(origin->iteration, 100);
  QVERIFY(std::abs(origin->value - session_->values.value(op("W"))->value.at(1)) < 1e-5);
  QVERIFY2(view_->origin().title().startsWith("W[W 0, H 1] = "),
           qPrintable(view_->origin().title()));
  QVERIFY(jobs_->idle());
}

void OriginViewTest::aHeatMapCellIsExplained() {
  run();
  view_->pane().setModes(TensorMode::heatMap);
  HeatMap& map = view_->pane().heatMap();
  map.setFocus();
  QTRY_VERIFY(map.hasFocus());
  const QPointF at = map.cellRect(1, 0).center();
  QMouseEvent moved(QEvent::MouseMove, at, map.mapToGlobal(at), Qt::NoButton, {}, {});
  QApplication::sendEvent(&map, &moved);
  QTest::keyClick(&map, Qt::Key_O);
  QTRY_VERIFY(view_->origin().isVisible());
  QCOMPARE(session_->queries.elementOrigin()->place, std::string("W 1, H 0"));
}

// From W to the assigned difference, the gradient and so on along the first rows, and back again.
void OriginViewTest::rowsLeadOnAndBack() {
  run();
  OriginPanel& panel = view_->origin();
  panel.ask(op("W"), 1);
  QTRY_VERIFY(panel.isVisible());
  const QString first = panel.title();
  QVERIFY(!panel.canGoBack());
  panel.follow(0);
  QTRY_VERIFY(panel.title() != first);
  QVERIFY2(panel.title().startsWith("subtract_"), qPrintable(panel.title()));
  QCOMPARE(panel.rows(), 2);
  const QString second = panel.title();
  panel.follow(0);  // W at the end of the previous iteration
  QTRY_VERIFY(panel.title() != second);
  QCOMPARE(session_->queries.elementOrigin()->iteration, 99);
  QTest::keyClick(&panel, Qt::Key_Backspace);
  QTRY_COMPARE(panel.title(), second);
  QCOMPARE(session_->queries.elementOrigin()->iteration, 100);
  panel.back();
  QTRY_COMPARE(panel.title(), first);
  QVERIFY(!panel.canGoBack());
  panel.leave();
  QVERIFY(!panel.isVisible());
}

// From the loop's result into its last step, and from there to the previous step.
void OriginViewTest::loopsAreFollowed() {
  session_->documents.open(testing::sourceFile("sample_graphs/09_lstm.ngraph"));
  QTRY_VERIFY(session_->compilations.compilation() != nullptr && op("c") != 0);
  session_->run.stepIteration();
  QTRY_COMPARE(session_->run.status().iteration, 1);
  OriginPanel& panel = view_->origin();
  // Inside the loop, as a row of the panel requests it.
  session_->queries.explain({op("c"), 0, {}, 19});
  panel.ask(op("Y_hat"), 0);
  QTRY_VERIFY(panel.isVisible() && panel.title().startsWith("Y_hat"));
  const auto goTo = [&](const QString& name) {
    for (int row = 0; row < panel.rows(); ++row)
      if (panel.table().model()->index(row, 2).data().toString().startsWith(name)) {
        panel.follow(row);
        return true;
      }
    return false;
  };
  for (const char* name : {"add_", "dot_", "h[", "tanh_", "c[", "multiply_37", "c["}) {
    QVERIFY2(goTo(name), name);
    QTRY_VERIFY2(panel.title().startsWith(name), qPrintable(panel.title()));
  }
  QVERIFY2(panel.title().contains(" · REC 18 = "), qPrintable(panel.title()));
  QCOMPARE(session_->queries.elementOrigin()->step.value_or(-1), 18);
  panel.back();
  QTRY_VERIFY2(panel.title().startsWith("multiply_37"), qPrintable(panel.title()));
  QVERIFY2(panel.title().contains(" · REC 19 = "), qPrintable(panel.title()));
  // A query can also start inside the loop.
  const QString there = panel.title();
  const QString element = QString::fromStdString(session_->queries.elementOrigin()->name + "[" +
                                                 session_->queries.elementOrigin()->place + "]");
  panel.leave();
  QStringList words;
  connect(view_.get(), &TensorsView::echoed, this,
          [&words](const QString& command, const QStringList& rest) {
            words = command.isEmpty() ? rest : QStringList{command} + rest;
          });
  QCOMPARE(view_->arrange({{"explain", element}, {"step", 19}}), QString());
  QTRY_COMPARE(panel.title(), there);
  QTRY_COMPARE(words, (QStringList{"explain", element, "--step", "19"}));
}

void OriginViewTest::theElementHasAHistory() {
  run();
  view_->origin().ask(op("W"), 1);
  QTRY_VERIFY(view_->origin().isVisible());
  const ElementOriginPtr origin = session_->queries.elementOrigin();
  QVERIFY(origin->history.size() > 20);
  QCOMPARE(origin->history.back().first, 100);
  QCOMPARE(origin->history.back().second, origin->value);
  for (const auto& [iteration, value] : origin->history) QVERIFY(std::isfinite(value));
  ElementHistory& history = view_->origin().history();
  QVERIFY(history.isVisible());
  view_->resize(300, 260);
  testing::settle(20);
  const QFontMetricsF letters(Theme::current().captionFont());
  const double room = history.width() - history.pointAt(origin->history.size() - 1).x();
  for (const auto& each : origin->history)
    QVERIFY(letters.horizontalAdvance(valueText(each.second, 5)) < room);
  QVERIFY(history.pointAt(0).x() < history.pointAt(origin->history.size() - 1).x());
  QTest::mouseClick(&history, Qt::LeftButton, {}, history.pointAt(3).toPoint());
  const std::int64_t there = origin->history[3].first;
  QTRY_COMPARE(session_->run.status().iteration, there);
  QTRY_COMPARE(session_->queries.elementOrigin()->iteration, there);
  QVERIFY(std::abs(session_->queries.elementOrigin()->value - origin->history[3].second) < 1e-6);
}

// The window follows the panel's iteration, and the panel follows the window's.
void OriginViewTest::tableAndExplanationShowTheSameIteration() {
  run();
  OriginPanel& panel = view_->origin();
  view_->showTensor(op("W"));
  panel.ask(op("W"), 1);
  QTRY_VERIFY(panel.isVisible());
  const auto same = [&](std::int64_t iteration) {
    return !session_->queries.explaining() && session_->queries.elementOrigin() &&
           session_->queries.elementOrigin()->iteration == iteration &&
           session_->run.status().iteration == iteration &&
           view_->pane().tensor()->iteration == iteration &&
           panel.formula().endsWith(QString("iteration %1").arg(iteration));
  };
  QTRY_VERIFY(same(100));
  session_->run.showIteration(40);
  QTRY_VERIFY(same(40));
  QVERIFY(std::abs(session_->queries.elementOrigin()->value -
                   session_->values.value(op("W"))->value.at(1)) < 1e-5);
  panel.follow(0);  // the assigned difference
  QTRY_VERIFY(panel.title().startsWith("subtract_"));
  panel.follow(0);  // W at the end of iteration 39
  QTRY_VERIFY(panel.title().startsWith("W["));
  QTRY_VERIFY(same(39));
  panel.back();
  QTRY_VERIFY(same(40));
  session_->run.showIteration(60);
  QTRY_VERIFY(same(60));
  QVERIFY(panel.title().startsWith("subtract_"));
  panel.back();  // now at iteration 60
  QTRY_VERIFY(panel.title().startsWith("W[") && same(60));
}

void OriginViewTest::thePanelIsPlacedBySpace_data() {
  QTest::addColumn<QSize>("room");
  QTest::addColumn<int>("way");
  QTest::newRow("high") << QSize(480, 460) << static_cast<int>(OriginWay::below);
  QTest::newRow("wide") << QSize(1000, 460) << static_cast<int>(OriginWay::beside);
  QTest::newRow("low") << QSize(700, 260) << static_cast<int>(OriginWay::beside);
  QTest::newRow("small") << QSize(400, 260) << static_cast<int>(OriginWay::instead);
}

// The number grid keeps at least four lines wherever it is visible.
void OriginViewTest::thePanelIsPlacedBySpace() {
  QFETCH(QSize, room);
  QFETCH(int, way);
  run();
  view_->resize(room);
  QCOMPARE(view_->arrange({{"explain", "Y_hat[N 5]"}}), QString());
  QTRY_VERIFY(view_->origin().isVisible() && view_->pane().tensor()->op == op("Y_hat"));
  QCOMPARE(static_cast<int>(view_->parts().way()), way);
  QCOMPARE(view_->pane().isVisible(), view_->parts().way() != OriginWay::instead);
  QTRY_VERIFY(view_->origin().height() >= 148 && view_->origin().width() >= 320);
  NumberGrid& grid = view_->pane().numbers();
  if (grid.isVisible()) QVERIFY2(grid.height() >= 80, qPrintable(QString::number(grid.height())));
  view_->origin().leave();
  QVERIFY(view_->pane().isVisible());
}

// Where the explanation replaces the number grid it gets the focus, and Esc returns it.
void OriginViewTest::keysFollowWhatIsSeen() {
  run();
  view_->resize(400, 260);
  QVERIFY(QTest::qWaitForWindowActive(view_.get(), testing::patience));
  NumberGrid& grid = view_->pane().numbers();
  grid.setFocus();
  QTest::keyClick(&grid, Qt::Key_O);
  QTRY_VERIFY(view_->origin().isVisible() && !grid.isVisible());
  QWidget* focus = QApplication::focusWidget();
  QVERIFY(focus == &view_->origin() || view_->origin().isAncestorOf(focus));
  QTest::keyClick(focus, Qt::Key_Escape);
  QVERIFY(!view_->origin().isVisible() && grid.isVisible());
  QCOMPARE(QApplication::focusWidget(), &grid);
}

void OriginViewTest::sharesLast() {
  run();
  view_->resize(480, 600);
  view_->origin().ask(op("W"), 1);
  QTRY_VERIFY(view_->origin().isVisible());
  view_->restoreState({{"origin", QJsonObject{{"below", 0.4}, {"beside", "half"}}}});
  const int given = view_->origin().height();
  QVERIFY2(std::abs(given - 0.4 * view_->parts().height()) < 3, qPrintable(QString::number(given)));
  view_->resize(480, 300);
  view_->resize(480, 600);
  QCOMPARE(view_->origin().height(), given);
  QCOMPARE(view_->savedState()["origin"].toObject(), (QJsonObject{{"below", 0.4}}));
}

void OriginViewTest::queriesAreCancelled() {
  run();
  view_->origin().ask(op("W"), 1);
  QCOMPARE(jobs_->running().size(), std::size_t(1));
  jobs_->cancelLongest();  // as Shift+F5 does
  QTRY_VERIFY(!session_->queries.explaining() && jobs_->idle());
}

void OriginViewTest::anElementIsExplainedByName() {
  run();
  QStringList words;
  connect(view_.get(), &TensorsView::echoed, this,
          [&words](const QString& command, const QStringList& rest) {
            words = command.isEmpty() ? rest : QStringList{command} + rest;
          });
  QCOMPARE(view_->arrange({{"explain", "dot_6[N=5]"}}), QString());
  QTRY_VERIFY(view_->origin().isVisible());
  QCOMPARE(session_->queries.elementOrigin()->place, std::string("N 5"));
  QCOMPARE(words, (QStringList{"explain", "dot_6[N 5]"}));
  QVERIFY2(view_->origin().formula().contains("sum(x * y)"), qPrintable(view_->origin().formula()));
  QCOMPARE(view_->origin().rows(), 8);  // four terms of two factors
  QVERIFY(view_->arrange({{"explain", "nobody"}}).contains("nobody"));
  QVERIFY(view_->arrange({{"explain", "dot_6[N 128]"}}).contains("N: 128"));
}

void OriginViewTest::axesArePlacedByTheCommandLine() {
  run();
  QStringList words;
  connect(view_.get(), &TensorsView::echoed, this,
          [&words](const QString& command, const QStringList& rest) {
            words = command.isEmpty() ? rest : QStringList{command} + rest;
          });
  view_->showTensor(op("X"));
  QTRY_COMPARE(view_->pane().tensor()->op, op("X"));
  QCOMPARE(view_->arrange({{"map", "rows=N,columns=H,W=1"}}), QString());
  const TensorSlice& slice = view_->pane().sliceBar().slice();
  QCOMPARE(axisMapText(slice), QString("rows=N,columns=H,W=1"));
  QCOMPARE(slice.rows(), 128);
  QCOMPARE(slice.columns(), 2);
  view_->pane().sliceBar().transpose();
  QCOMPARE(words, (QStringList{"--select", "X", "--map", "rows=H,columns=N,W=1"}));
  QVERIFY(view_->arrange({{"map", "rows=Q"}}).contains("(W: 2, H: 2, N: 128)"));
  QVERIFY(view_->arrange({{"map", "rows=N,N=3"}}).contains("twice"));
}

NGRAPH_VIEW_TEST(OriginViewTest)
#include "origin_view_test.moc"
