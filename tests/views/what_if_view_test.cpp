// SPDX-License-Identifier: Apache-2.0
// Tests what-if edits in the window, over the engine with real values: a source's element is edited
// in a cell, the result is compared with the original on the canvas, then kept or dropped;
// background queries leave the run unchanged.
#include <QLineEdit>
#include <algorithm>

#include "app/link/session/engine_session.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/op_record.h"
#include "tests/support/hidden_infinity.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/debug/compare_page.h"
#include "views/debug/debug_view.h"
#include "views/debug/what_if_page.h"
#include "views/graph/graph_view.h"
#include "views/tensors/element_editor.h"
#include "views/tensors/tensor_pane.h"
#include "views/tensors/tensors_view.h"
#include "views/tensors/what_if_bar.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"
#include "views/widgets/tensors/number_grid.h"

using namespace ng;
using namespace ng::views;

namespace {

const WhatIfRecord::Pair& pair(const WhatIfRecord& record, OpId op) {
  return *std::find_if(record.values.begin(), record.values.end(),
                       [op](const auto& each) { return each.after.op == op; });
}

}  // namespace

class WhatIfViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();
  void aCellIsEdited();
  void theEditorsDigitsAreInPlace_data();
  void theEditorsDigitsAreInPlace();
  void computedOpsSayWhatToEdit();
  void everyChangeIsListedAndDrawn();
  void keptEditsContinueTheRun();
  void onlyTheLastIterationIsKept();
  void anotherIterationQueriesAgain();
  void refusedEditsAreDropped();
  void theRunContinuesMeanwhile();
  void errorsBetweenTransformersAreDrawn();
  void trialsAreKilled();
  void infinitiesOfAnyOpAreFound();

 private:
  void open(const QString& path);
  void waitForRun() { QTRY_VERIFY(session_->run.status().state != RunState::running); }
  OpId op(const char* name) const;
  Tensor valueOf(const char* name) const { return session_->values.value(op(name))->value; }
  TensorsView& tensors();

  std::unique_ptr<EngineSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<TensorsView> tensors_;
};

void WhatIfViewTest::init() {
  session_ = std::make_unique<EngineSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
}

void WhatIfViewTest::cleanup() {
  tensors_.reset();
  session_.reset();
}

void WhatIfViewTest::open(const QString& path) {
  session_->documents.open(path.startsWith('/') ? path
                                                : testing::sourceFile("sample_graphs/") + path);
  QTRY_VERIFY(session_->compilations.compilation() != nullptr);
  QTRY_VERIFY(!session_->compilations.compileProgress().busy && !session_->values.series().empty());
}

OpId WhatIfViewTest::op(const char* name) const {
  for (const OpRecord& each : session_->documents.document()->graph->ops)
    if (each.name == name) return each.id;
  return 0;
}

TensorsView& WhatIfViewTest::tensors() {
  tensors_ = std::make_unique<TensorsView>(*workspace_);
  tensors_->resize(700, 300);
  tensors_->show();
  return *tensors_;
}

void WhatIfViewTest::theEditorsDigitsAreInPlace_data() {
  QTest::addColumn<QByteArray>("variable");
  QTest::addColumn<int>("column");
  QTest::newRow("first column") << QByteArray("W") << 0;
  QTest::newRow("second column") << QByteArray("W") << 1;
  QTest::newRow("scalar") << QByteArray("b") << 0;
}

// The editor opens over the number without moving its digits.
void WhatIfViewTest::theEditorsDigitsAreInPlace() {
  QFETCH(QByteArray, variable);
  QFETCH(int, column);
  open("05_logistic_part2.ngraph");
  TensorsView& view = tensors();
  session_->run.run();
  waitForRun();
  selection_->selectOp(op(variable));
  QTRY_VERIFY(view.current() == op(variable) && view.showsValue());
  NumberGrid& grid = view.pane().numbers();
  const QRect number = grid.numberRect(0, column);
  QTest::mouseDClick(grid.viewport(), Qt::LeftButton, {}, number.center());
  auto* editor = grid.viewport()->findChild<ElementEditor*>();
  QVERIFY(editor != nullptr);
  QCOMPARE(editor->font().pixelSize(), grid.numberFont().pixelSize());
  const bool left = variable == "b";
  left ? editor->home(false) : editor->end(false);
  editor->grab();  // painting aligns the text
  const QRect cursor = editor->inputMethodQuery(Qt::ImCursorRectangle).toRect();
  const int digits = editor->x() + cursor.center().x();
  const int painted = left ? number.left() : number.right() + 1;
  QVERIFY2(std::abs(digits - painted) <= 1, qPrintable(QString("%1 %2").arg(digits).arg(painted)));
  QVERIFY(std::abs(editor->geometry().center().y() - number.center().y()) <= 1);
}

void WhatIfViewTest::aCellIsEdited() {
  open("05_logistic_part2.ngraph");
  TensorsView& view = tensors();
  session_->run.run();
  waitForRun();
  QTRY_VERIFY(session_->values.value(op("W")) && view.showsValue());
  QCOMPARE(view.current(), op("W"));
  const Tensor was = valueOf("W");
  NumberGrid& grid = view.pane().numbers();
  QTest::mouseDClick(grid.viewport(), Qt::LeftButton, {}, grid.cellRect(0, 1).center());
  auto* editor = grid.viewport()->findChild<ElementEditor*>();
  QVERIFY(editor != nullptr);
  editor->setText("3");
  QTest::keyClick(editor, Qt::Key_Return);
  QTRY_VERIFY(session_->queries.whatIf() != nullptr);
  // Enter did not open another editor
  QTRY_VERIFY(grid.viewport()->findChild<ElementEditor*>() == nullptr);
  const WhatIfRecordPtr record = session_->queries.whatIf();
  QCOMPARE(record->iteration, 100);
  QCOMPARE(record->edits[0].edit, (ElementEdit{op("W"), 1, 3}));
  const Tensor is = pair(*record, op("W")).after.value;
  for (int i = 0; i < 4; ++i)  // single ops round where the run's fused kernel does not
    QVERIFY(std::abs(pair(*record, op("W")).before.value.at(i) - was.at(i)) < 1e-6);
  QVERIFY(std::abs(is.at(1) - was.at(1)) > 0.5);
  QCOMPARE(view.pane().tensor()->value, is);
  QVERIFY2(view.whatIf().text().startsWith("W[W 0, H 1] = 3 before iteration 100, was "),
           qPrintable(view.whatIf().text()));
  view.whatIf().show(WhatIfBar::was);
  QCOMPARE(view.pane().tensor()->value, pair(*record, op("W")).before.value);
  view.whatIf().show(WhatIfBar::difference);
  QCOMPARE(view.pane().tensor()->value.at(1), is.at(1) - pair(*record, op("W")).before.value.at(1));
  QCOMPARE(valueOf("W"), was);  // the run's own value
  session_->queries.setEdits({});
  QVERIFY(!view.whatIf().isVisible());
  QTRY_COMPARE(view.pane().tensor()->value, was);
}

void WhatIfViewTest::computedOpsSayWhatToEdit() {
  open("05_logistic_part2.ngraph");
  TensorsView& view = tensors();
  QVERIFY(view.whatIf().whyNot(op("W")).isEmpty());
  QVERIFY(view.whatIf().whyNot(op("X")).isEmpty());
  const QString why = view.whatIf().whyNot(op("dot_6"));
  QVERIFY2(why.contains("computed from W and X"), qPrintable(why));
}

void WhatIfViewTest::everyChangeIsListedAndDrawn() {
  open("05_logistic_part2.ngraph");
  DebugView debug(*workspace_);
  GraphView graph(*workspace_);
  QVERIFY(debug.whatIf().add("alpha = 0"));
  QTRY_VERIFY(session_->queries.whatIf() != nullptr);
  QCOMPARE(session_->queries.whatIf()->iteration, 1);
  std::int64_t changed = 0;
  for (const OpDifference& each : session_->queries.whatIf()->ops) changed += each.apart > 0;
  QVERIFY(changed >= 7);
  QCOMPARE(debug.whatIf().changes().model()->rowCount(), static_cast<int>(changed));
  const QAbstractItemModel* columns = debug.whatIf().changes().model();
  QStringList titles, cells;
  for (int column = 0; column < columns->columnCount(); ++column) {
    titles << columns->headerData(column, Qt::Horizontal).toString();
    cells << columns->index(0, column).data().toString();
  }
  QCOMPARE(titles.join('|'), QString("Op|Max abs|Worst at|Before|After|Relative"));
  QVERIFY(columns->headerData(5, Qt::Horizontal, Qt::ToolTipRole)
              .toString()
              .contains("divided by its size"));
  for (const OpDifference& each : session_->queries.whatIf()->ops)
    if (each.apart > 0 && cells[0].endsWith(QString::fromStdString(each.name)))
      QCOMPARE(cells[3], valueText(each.right, 7));
  QCOMPARE(session_->queries.whatIf()->find(op("W"))->left,
           0.0);  // with alpha = 0 W is not updated
  QCOMPARE(session_->queries.whatIf()->find(op("L"))->apart, 0.0);
  QTRY_VERIFY(graph.legend().entries().contains("largest change by the edits"));
  QVERIFY(!debug.whatIf().add("nobody = 3"));
  QVERIFY2(debug.whatIf().words().contains("nobody"), qPrintable(debug.whatIf().words()));
  session_->queries.setEdits({});
  QTRY_VERIFY(!graph.legend().entries().contains("largest change by the edits"));
  QCOMPARE(debug.whatIf().changes().model()->rowCount(), 0);
}

void WhatIfViewTest::keptEditsContinueTheRun() {
  open("05_logistic_part2.ngraph");
  session_->values.watch(op("W"));
  session_->run.stepEpoch();
  waitForRun();
  QTRY_COMPARE(session_->run.status().iteration, 10);
  session_->queries.setEdits({{op("W"), {}, 0}});
  QTRY_VERIFY(session_->queries.whatIf() != nullptr);
  QTRY_VERIFY(session_->values.value(op("W")));
  QVERIFY(valueOf("W") != pair(*session_->queries.whatIf(), op("W")).after.value);
  const Tensor kept = pair(*session_->queries.whatIf(), op("W")).after.value;
  session_->queries.keepEdits();
  QVERIFY(session_->queries.edits().empty());
  QTRY_COMPARE(valueOf("W"), kept);
  session_->run.stepIteration();
  QTRY_COMPARE(session_->run.status().lastIteration, 11);
  waitForRun();
  session_->run.showIteration(10);
  QTRY_COMPARE(valueOf("W"), kept);  // the value at the end of the previous iteration
}

void WhatIfViewTest::onlyTheLastIterationIsKept() {
  open("05_logistic_part2.ngraph");
  session_->run.stepEpoch();
  waitForRun();
  session_->run.showIteration(4);
  QTRY_COMPARE(session_->run.status().iteration, 4);
  session_->queries.setEdits({{op("W"), 0, 9}});
  QTRY_VERIFY(session_->queries.whatIf() != nullptr);
  QCOMPARE(session_->queries.whatIf()->iteration, 4);
  const std::size_t said = session_->messages.messages().size();
  session_->queries.keepEdits();
  QCOMPARE(session_->messages.messages().size(), said + 1);
  QVERIFY(session_->messages.messages().back().action.find("last iteration, 10") !=
          std::string::npos);
  QVERIFY(!session_->queries.edits().empty());
}

void WhatIfViewTest::anotherIterationQueriesAgain() {
  open("05_logistic_part2.ngraph");
  session_->run.stepEpoch();
  waitForRun();
  session_->queries.setEdits({{op("alpha"), {}, 0}});
  QTRY_VERIFY(session_->queries.whatIf() && session_->queries.whatIf()->iteration == 10);
  session_->run.showIteration(3);
  QTRY_COMPARE(session_->queries.whatIf()->iteration, 3);
}

void WhatIfViewTest::refusedEditsAreDropped() {
  open("05_logistic_part2.ngraph");
  session_->queries.setEdits({{op("dot_6"), 0, 1}});
  QTRY_VERIFY(session_->queries.edits().empty());
  QVERIFY(session_->messages.messages().back().what.find("only sources") == 0);
  QVERIFY(!session_->queries.whatIf());
}

void WhatIfViewTest::theRunContinuesMeanwhile() {
  open("05_logistic_part2.ngraph");
  DebugView debug(*workspace_);
  session_->run.setPace(1);  // so slowly that it does not end meanwhile
  session_->run.run();
  QTRY_VERIFY(session_->run.status().lastIteration >= 2);
  debug.comparePage().compare();
  QVERIFY(session_->queries.querying());
  QTRY_VERIFY(session_->queries.comparison() != nullptr);
  QCOMPARE(session_->run.status().state, RunState::running);
  QVERIFY(session_->queries.comparison()->iteration < 60);
  const std::int64_t at = session_->run.status().lastIteration;
  QTRY_VERIFY(session_->run.status().lastIteration > at);
  session_->run.setPace(0);
  waitForRun();
  QCOMPARE(session_->values.series()[0].y.size(), std::size_t(100));
}

// The errors reach the cards once the comparison has run.
void WhatIfViewTest::errorsBetweenTransformersAreDrawn() {
  open("05_logistic_part2.ngraph");
  GraphView graph(*workspace_);
  graph.resize(1200, 800);
  graph.show();
  DebugView debug(*workspace_);
  session_->run.stepEpoch();
  waitForRun();
  QTRY_VERIFY(!graph.busy() && !graph.canvas().scene().cards.empty());
  graph.colours().choose(ColourBy::error);
  const auto hot = [&] {
    const std::vector<std::optional<float>>& heat = graph.canvas().lit().heat;
    return std::count_if(heat.begin(), heat.end(),
                         [](const auto& each) { return each.has_value(); });
  };
  QCOMPARE(hot(), 0);
  debug.comparePage().compare();
  QTRY_VERIFY(session_->queries.comparison() != nullptr);
  const auto& ops = session_->queries.comparison()->ops;
  const auto apart = std::count_if(ops.begin(), ops.end(), [&](const OpDifference& each) {
    return each.relative > 0 && graph.canvas().scene().find(each.op) >= 0;
  });
  QVERIFY(apart > 0);
  QTRY_COMPARE(hot(), apart);
}

// Stop kills the child process; the window stays responsive meanwhile.
void WhatIfViewTest::trialsAreKilled() {
  open("05_logistic_part2.ngraph");
  const QString own =
      QString::fromStdString(session_->compilations.compilation()->kernel("k0")->source.text);
  session_->queries.tryKernel(
      "k0", QString(own).replace("vf t0 = ", "for (volatile int i = 0;;) ++i; vf t0 = "));
  QTest::qWait(1500);
  QVERIFY(session_->queries.querying());
  session_->queries.cancelQuery();
  QTRY_VERIFY(!session_->queries.querying());
  QVERIFY(session_->queries.kernelTrial()->cancelled && !session_->queries.kernelTrial()->ran);
}

void WhatIfViewTest::infinitiesOfAnyOpAreFound() {
  const testing::HiddenInfinity hidden;
  open(hidden.path());
  session_->run.runToNonFinite();
  waitForRun();
  QCOMPARE(session_->run.status().state, RunState::finished);
  session_->run.runToNonFinite(true);
  waitForRun();
  QTRY_VERIFY(session_->faults.stopped());
  QCOMPARE(session_->faults.stopped()->op, op("inside"));
  QCOMPARE(session_->faults.stopped()->iteration, 1);
  QVERIFY2(session_->faults.stopped()->text.find("'inside' is not finite in iteration 1") == 0,
           session_->faults.stopped()->text.c_str());
}

NGRAPH_VIEW_TEST(WhatIfViewTest)
#include "what_if_view_test.moc"
