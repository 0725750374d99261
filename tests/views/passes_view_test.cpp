// SPDX-License-Identifier: Apache-2.0
// Tests that the passes view sets Selection::pass and follows it.
#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QTimer>
#include <QTreeView>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/panel_sample.h"
#include "tests/support/sample_record.h"
#include "tests/support/view_main.h"
#include "views/core/text_recorder.h"
#include "views/passes/op_sparkline.h"
#include "views/passes/pass_delegate.h"
#include "views/passes/pass_list.h"
#include "views/passes/passes_view.h"
#include "views/view_table.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

class PassesViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void isInTheViewTable();
  void listHasEveryPassAndItsRewrites();
  void longNamesAreLegible();
  void stepsStayInside();
  void skipsPassesThatChangedNothing();
  void clickSelectsThePass();
  void rightClickKeepsWhatIsShown();
  void lettersAreCommands();
  void rewritesAreSteppedThrough();
  void historyOfAnOp();
  void rewriteSelectsItsOp();
  void selectionMovesTheList();
  void checkBoxSwitchesThePassOff();
  void playStopsAtTheEnd();
  void sparklineHasABarForEveryGraph();
  void emptyWithoutDocument();

 private:
  QTreeView* tree() { return view_->findChild<QTreeView*>(); }

  std::unique_ptr<PanelSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<PassesView> view_;
};

void PassesViewTest::init() {
  view_.reset();
  session_ = std::make_unique<PanelSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  session_->documents.open("sample.ngraph");
  view_ = std::make_unique<PassesView>(*workspace_);
  view_->resize(280, 320);
  view_->show();
}

void PassesViewTest::isInTheViewTable() {
  const View* row = findView("passes");
  QVERIFY(row);
  const std::unique_ptr<QWidget> made(row->make(*workspace_));
  made->show();
  QVERIFY(!made->grab().isNull());
}

void PassesViewTest::listHasEveryPassAndItsRewrites() {
  const PassList& list = view_->list();
  QCOMPARE(list.passCount(), 7);
  QCOMPARE(list.rowCount(), 8);
  QCOMPARE(list.index(0, 0).data().toString(), QString("input graph"));
  const QModelIndex fuse = list.indexOfPass(5);
  QCOMPARE(fuse.data().toString(), QString("fuse"));
  QCOMPARE(list.rowCount(fuse), 1);
  QCOMPARE(list.parent(list.index(0, 0, fuse)), fuse);
  QCOMPARE(list.opCount(-1), 28);
  QCOMPARE(list.opCount(5),
           static_cast<int>(session_->compilations.compilation()->passes[5].after->ops.size()));
}

// In a list of the default width.
void PassesViewTest::longNamesAreLegible() {
  auto record = std::make_shared<CompilationRecord>(*session_->compilations.compilation());
  PassRecord& pass = record->passes[1];
  pass.name = "eliminate_common_subexpressions";
  pass.changed = true;
  pass.removed = {1, 2, 3, 4}, pass.modified = {5}, pass.added.clear();
  PassList list;
  list.setCompilation(record);
  QTreeView tree;
  tree.setModel(&list);
  tree.setItemDelegate(new PassDelegate(list, &tree));
  tree.setHeaderHidden(true);
  tree.resize(280, 400);
  tree.show();
  QStringList texts;
  for (const PaintedText& each : paintedTexts(*tree.viewport())) texts << each.text;
  QVERIFY2(texts.contains(QString::fromStdString(pass.name)), qPrintable(texts.join(u'|')));
  const QString tip = list.indexOfPass(1).data(Qt::ToolTipRole).toString();
  QVERIFY2(tip.startsWith("eliminate_common_subexpressions\n"), qPrintable(tip));
}

void PassesViewTest::stepsStayInside() {
  view_->step(-1);
  QCOMPARE(selection_->pass(), asWritten);
  view_->step(1);
  QCOMPARE(selection_->pass(), 0);
  view_->goTo(99);
  QCOMPARE(selection_->pass(), 6);
  view_->step(1);
  QCOMPARE(selection_->pass(), 6);
}

void PassesViewTest::skipsPassesThatChangedNothing() {
  view_->goTo(2);  // simplify; merge_equal and drop_dead changed nothing
  view_->stepToChanged(1);
  QCOMPARE(selection_->pass(), 5);
  view_->stepToChanged(1);  // liveness changed nothing
  QCOMPARE(selection_->pass(), 5);
  view_->stepToChanged(-1);
  QCOMPARE(selection_->pass(), 2);
  view_->goTo(0);
  view_->stepToChanged(-1);
  QCOMPARE(selection_->pass(), asWritten);
}

// Steps through all passes and back, one rewrite at a time.
void PassesViewTest::rewritesAreSteppedThrough() {
  int all = 0;
  for (const PassRecord& pass : session_->compilations.compilation()->passes)
    all += static_cast<int>(pass.rewrites.size());
  QVERIFY(all > 2);
  view_->goTo(-1);
  QTRY_COMPARE(tree()->currentIndex(), view_->list().indexOfPass(-1));
  std::vector<std::pair<int, int>> seen;
  const auto here = [this] {
    const QModelIndex at = tree()->currentIndex();
    return std::pair(at.data(PassList::passRole).toInt(), at.data(PassList::rewriteRole).toInt());
  };
  for (int i = 0; i < all; ++i) {
    view_->stepRewrite(1);
    QCOMPARE(selection_->pass(), here().first);
    QVERIFY(here().second >= 0);
    if (!seen.empty()) QVERIFY(seen.back() < here());
    seen.push_back(here());
  }
  view_->stepRewrite(1);  // there is only one
  QCOMPARE(here(), seen.back());
  view_->stepRewrite(-1);
  QCOMPARE(here(), seen[seen.size() - 2]);
}

void PassesViewTest::historyOfAnOp() {
  const PassRecord& fuse = session_->compilations.compilation()->passes[5];
  QVERIFY(!fuse.added.empty());
  selection_->selectOp(fuse.added.front());
  view_->goTo(-1);
  view_->stepThroughHistory();
  QCOMPARE(selection_->pass(), 5);
}

void PassesViewTest::clickSelectsThePass() {
  const QRect row = tree()->visualRect(view_->list().indexOfPass(5));
  QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, row.center());
  QCOMPARE(selection_->pass(), 5);
}

void PassesViewTest::rightClickKeepsWhatIsShown() {
  view_->goTo(2);
  QTRY_COMPARE(tree()->currentIndex(), view_->list().indexOfPass(2));
  const QRect row = tree()->visualRect(view_->list().indexOfPass(5));
  QString offered;
  QTimer::singleShot(0, this, [&offered] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    if (!menu) return;
    for (QAction* action : menu->actions())
      if (action->text().startsWith("Compare the displayed graph with") && action->isEnabled()) {
        offered = action->text();
        action->trigger();
      }
    menu->close();
  });
  QTest::mouseClick(tree()->viewport(), Qt::RightButton, {}, row.center());
  QContextMenuEvent menu(QContextMenuEvent::Mouse, row.center(),
                         tree()->viewport()->mapToGlobal(row.center()));
  QApplication::sendEvent(tree()->viewport(), &menu);
  QCOMPARE(offered, QString("Compare the displayed graph with the graph after fuse"));
  QCOMPARE(selection_->pass(), 2);
  QCOMPARE(selection_->state().against, std::optional(5));
}

void PassesViewTest::lettersAreCommands() {
  view_->goTo(5);
  tree()->setFocus();
  QTRY_VERIFY(tree()->hasFocus());
  QTest::keyClick(tree(), Qt::Key_C);
  QCOMPARE(selection_->pass(), 5);
  QCOMPARE(selection_->state().against, std::optional(asWritten));
  QTest::keyClick(tree(), Qt::Key_C);
  QCOMPARE(selection_->state().against, std::optional<int>());
}

void PassesViewTest::rewriteSelectsItsOp() {
  view_->goTo(5);
  QTRY_COMPARE(tree()->currentIndex(), view_->list().indexOfPass(5));
  const QModelIndex rewrite = view_->list().index(0, 0, view_->list().indexOfPass(5));
  QVERIFY(tree()->visualRect(rewrite).isValid());  // expanded together with its pass
  tree()->setCurrentIndex(rewrite);
  QCOMPARE(selection_->op(), id_k0);
  QCOMPARE(selection_->pass(), 5);
}

void PassesViewTest::selectionMovesTheList() {
  selection_->selectPass(2);
  QTRY_COMPARE(tree()->currentIndex(), view_->list().indexOfPass(2));
  selection_->selectPass(asWritten);
  QTRY_COMPARE(tree()->currentIndex(), view_->list().indexOfPass(-1));
}

void PassesViewTest::checkBoxSwitchesThePassOff() {
  const QRect row = tree()->visualRect(view_->list().indexOfPass(5));
  QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, PassDelegate::checkRect(row).center());
  QVERIFY(!session_->compilations.compilation()->passes[5].enabled);
  QVERIFY(session_->compilations.compilation()->passes[4].enabled);
  QCOMPARE(view_->list().indexOfPass(5).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
}

void PassesViewTest::playStopsAtTheEnd() {
  view_->goTo(2);
  view_->setPlaying(true);
  QVERIFY(view_->playing());
  QTRY_COMPARE(selection_->pass(), 5);
  QTRY_VERIFY(!view_->playing());
}

void PassesViewTest::sparklineHasABarForEveryGraph() {
  auto* sparkline = view_->findChild<OpSparkline*>();
  const QRect written = sparkline->barRect(-1), expanded = sparkline->barRect(0);
  QVERIFY(expanded.height() > written.height());
  const QRect merged = sparkline->barRect(3);
  QCOMPARE(merged.height(), written.height());  // the pass changed nothing
  QVERIFY2(sparkline->tip(5).startsWith("6  fuse: −"), qPrintable(sparkline->tip(5)));
  QVERIFY(expanded.left() > written.left());
  QTest::mouseClick(sparkline, Qt::LeftButton, {}, sparkline->barRect(2).center());
  QCOMPARE(selection_->pass(), 2);
}

void PassesViewTest::emptyWithoutDocument() {
  PanelSession fresh;
  Workspace workspace{fresh, *selection_, *jobs_};
  PassesView view(workspace);
  QCOMPARE(view.list().passCount(), 0);
  view.step(1);
  view.stepToChanged(1);
  QCOMPARE(selection_->pass(), asWritten);
}

NGRAPH_VIEW_TEST(PassesViewTest)
#include "passes_view_test.moc"
