// SPDX-License-Identifier: Apache-2.0
// Tests the kernels view: texts or the reason for their absence, line to op links, the table.
#include "views/kernels/kernels_view.h"
#include "tests/support/panel_sample.h"
#include "tests/support/sample_record.h"
#include "tests/support/view_main.h"
#include "views/kernels/kernel_diff.h"
#include "views/kernels/kernel_editor.h"
#include "views/kernels/kernel_pane.h"
#include "views/kernels/kernel_table.h"
#include "views/view_table.h"
#include "views/widgets/code/code_marks.h"
#include "views/widgets/code/code_view.h"
#include "views/widgets/code/text_diff.h"
#include "views/widgets/table_view.h"

#include <QSignalSpy>
#include <QSplitter>

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

class KernelsViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void isInTheViewTable();
  void firstKernelIsShown();
  void opLightsItsLinesInEveryPane();
  void lineSelectsItsOps();
  void opBringsItsKernel();
  void removedOpHighlightsItsSuccessors();
  void absentTextSaysWhy();
  void headerHasTheCosts();
  void tableSelectsTheKernel();
  void everyTextCanBeChosen();
  void repeatedClicksCycleThroughTheLinesOps();
  void timesStayVisibleWithTheEditor();
  void editorAndDiffHaveRoom();
  void rowBringsItsKernelBack();
  void lineNeverLeavesTheKernel();
  void anotherDocumentResetsTheView();

 private:
  std::unique_ptr<PanelSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<KernelsView> view_;
};

void KernelsViewTest::init() {
  view_.reset();
  session_ = std::make_unique<PanelSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  session_->documents.open("sample.ngraph");
  view_ = std::make_unique<KernelsView>(*workspace_);
  view_->resize(1400, 420);
  view_->show();
}

void KernelsViewTest::isInTheViewTable() {
  const View* row = findView("kernels");
  QVERIFY(row);
  const std::unique_ptr<QWidget> made(row->make(*workspace_));
  made->show();
  QVERIFY(!made->grab().isNull());
}

void KernelsViewTest::firstKernelIsShown() {
  QCOMPARE(view_->kernel(), QString("k0"));
  for (int i = 0; i < 3; ++i) QVERIFY(view_->pane(i).showsText());
  QVERIFY(view_->pane(0).code().code().text().startsWith("void k0("));
}

void KernelsViewTest::opLightsItsLinesInEveryPane() {
  selection_->selectOp(id_sigmoid);
  QTRY_COMPARE(view_->pane(0).code().marks().lit(), (std::vector<int>{3}));
  QCOMPARE(view_->pane(1).code().marks().lit(), (std::vector<int>{11, 12, 13}));
  QCOMPARE(view_->pane(2).code().marks().lit(), (std::vector<int>{12, 13, 14}));
  selection_->selectOp(id_k0);  // the kernel itself: all its ops
  QTRY_VERIFY(view_->pane(0).code().marks().lit().size() == 3);
}

void KernelsViewTest::lineSelectsItsOps() {
  CodeView& assembly = view_->pane(2).code();
  QTest::mouseClick(assembly.viewport(), Qt::LeftButton, {}, assembly.lineRect(13).center());
  QCOMPARE(selection_->op(), id_sigmoid);
  QCOMPARE(selection_->state().kernel, QString("k0"));
  QTRY_COMPARE(view_->pane(0).code().marks().lit(), (std::vector<int>{3}));
}

void KernelsViewTest::opBringsItsKernel() {
  selection_->selectOp(24);  // subtract_2, in k1
  QTRY_COMPARE(view_->kernel(), QString("k1"));
  QCOMPARE(view_->table().currentSourceRow(), 1);
  selection_->selectOp(id_x);  // computed by no kernel: the shown kernel stays
  testing::settle();
  QCOMPARE(view_->kernel(), QString("k1"));
}

void KernelsViewTest::removedOpHighlightsItsSuccessors() {
  selection_->selectOp(id_deriv_w);  // expand_deriv replaced it by d_logit, d_mean …
  QTRY_COMPARE(view_->kernel(), QString("k0"));
  QTRY_COMPARE(view_->pane(2).code().marks().lit(), (std::vector<int>{15, 16, 17}));
  // In reverse: in the written graph, a line's op has the name of its origin.
  CodeView& assembly = view_->pane(2).code();
  selection_->clear();
  QTest::mouseClick(assembly.viewport(), Qt::LeftButton, {}, assembly.lineRect(16).center());
  QCOMPARE(selection_->op(), id_deriv_w);
  selection_->selectPass(5);
  QTest::mouseClick(assembly.viewport(), Qt::LeftButton, {}, assembly.lineRect(16).center());
  QCOMPARE(selection_->op(), OpId{31});
}

void KernelsViewTest::absentTextSaysWhy() {
  selection_->selectKernel("k1");
  QTRY_COMPARE(view_->kernel(), QString("k1"));
  QVERIFY(view_->pane(0).showsText());
  QVERIFY(!view_->pane(1).showsText());
  QCOMPARE(view_->pane(1).absence(), QString("The Clang plugin is not installed."));
  view_->pane(1).setKind(TextKind::ptx);
  QCOMPARE(view_->pane(1).absence(), QString("NVRTC is not installed."));
}

void KernelsViewTest::headerHasTheCosts() {
  const QString header = view_->header();
  for (const char* part :
       {"k0", "5.1 µs", "61 % of kernel time", "2,944 FLOP", "1,540 B", "7.20 ms"}) {
    QVERIFY2(header.contains(part), part);
  }
  selection_->selectKernel("k1");
  QTRY_VERIFY(view_->header().contains("cached"));
}

void KernelsViewTest::tableSelectsTheKernel() {
  TableView& table = view_->table();
  const QRect row = table.visualRect(table.model()->index(1, 0));
  QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, row.center());
  QCOMPARE(selection_->state().kernel, QString("k1"));
  QTRY_COMPARE(view_->kernel(), QString("k1"));
  table.sortByColumn(1, Qt::DescendingOrder);
  QCOMPARE(table.model()->index(0, 0).data().toString(), QString("k0"));
  table.setFilter("oneDNN");
  QCOMPARE(table.shownRows(), 1);
}

void KernelsViewTest::everyTextCanBeChosen() {
  for (int kind = 0; kind < textKindCount; ++kind) {
    view_->pane(0).setKind(static_cast<TextKind>(kind));
    const bool text = view_->pane(0).showsText();
    QVERIFY(text != !view_->pane(0).absence().isEmpty() || text);
    QVERIFY(!view_->pane(0).grab().isNull());
  }
}

void KernelsViewTest::repeatedClicksCycleThroughTheLinesOps() {
  QCOMPARE(nextOfLine({7, 8, 9}, 0), OpId{7});
  QCOMPARE(nextOfLine({7, 8, 9}, 7), OpId{8});
  QCOMPARE(nextOfLine({7, 8, 9}, 9), OpId{7});
  QCOMPARE(nextOfLine({}, 9), OpId{0});
}

void KernelsViewTest::timesStayVisibleWithTheEditor() {
  const auto* table = view_->findChild<TableView*>();
  for (const int width : {1400, 900}) {
    view_->resize(width, 420);
    for (const bool editing : {false, true}) {
      view_->setEditing(editing);
      QCoreApplication::processEvents();
      const int end = table->columnViewportPosition(1) + table->columnWidth(1);
      QCOMPARE(table->model()->headerData(1, Qt::Horizontal).toString(), QString("µs"));
      QVERIFY2(end <= table->viewport()->width(), qPrintable(QString::number(end)));
    }
  }
}

// As in the window: the panel is laid out before it is shown.
void KernelsViewTest::editorAndDiffHaveRoom() {
  const auto widths = [&] { return view_->findChild<QSplitter*>()->sizes(); };
  const QList<int> usual = widths();
  for (const int width : {1400, 1250, 900}) {
    view_->resize(width, 420);
    view_->setEditing(true);
    QCoreApplication::processEvents();
    QVERIFY2(view_->editor().width() >= 380, qPrintable(QString::number(view_->editor().width())));
    QVERIFY(view_->editor().width() <= width * 6 / 10);
    QVERIFY(view_->table().width() >= 180 && view_->pane(0).width() >= 100);
    QVERIFY(view_->editor().edit().hasFocus());
    view_->setComparing(true);
    QCoreApplication::processEvents();
    QVERIFY(view_->editor().isHidden() && view_->diff().width() >= width * 6 / 10);
    QVERIFY(view_->diff().diff().width() >= width * 6 / 10);
    view_->setComparing(false);
    QCoreApplication::processEvents();
    for (int i = 0; i < 3; ++i) QVERIFY(view_->pane(i).width() >= 120);
    for (int i = 0; width == 1400 && i < usual.size(); ++i)
      QVERIFY(std::abs(widths()[i] - usual[i]) <= 2);
  }
}

void KernelsViewTest::rowBringsItsKernelBack() {
  TableView& table = view_->table();
  const auto click = [&](int row) {
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(table.model()->index(row, 0)).center());
  };
  click(1);
  QTRY_COMPARE(view_->kernel(), QString("k1"));
  selection_->selectOp(id_sigmoid);  // an op of k0
  QTRY_COMPARE(view_->kernel(), QString("k0"));
  QSignalSpy changes(selection_.get(), &Selection::changed);
  click(1);
  QTRY_COMPARE(view_->kernel(), QString("k1"));
  QCOMPARE(changes.count(), 1);
  QCOMPARE(changes.front().front().value<Facets>(), Facets(Facet::kernel));
}

// deriv_w is the origin of d_logit, d_mean …: only the clicked one is highlighted.
void KernelsViewTest::lineNeverLeavesTheKernel() {
  CodeView& assembly = view_->pane(2).code();
  const auto click = [&](int line) {
    QTest::mouseClick(assembly.viewport(), Qt::LeftButton, {}, assembly.lineRect(line).center());
    QCoreApplication::processEvents();
  };
  click(16);
  QCOMPARE(selection_->op(), id_deriv_w);
  const OpId inside = assembly.code().opsAt(16).front();
  QVERIFY(inside != id_deriv_w);
  QCOMPARE(assembly.marks().lit(), assembly.code().linesOf({inside}));
  QCOMPARE(view_->pane(1).code().marks().lit(), view_->pane(1).code().code().linesOf({inside}));
  selection_->selectKernel("k1");
  QTRY_COMPARE(view_->kernel(), QString("k1"));
  emit view_->pane(0).opsClicked({id_sigmoid});  // a line that loads a result of k0
  QCoreApplication::processEvents();
  QCOMPARE(selection_->op(), id_sigmoid);
  QCOMPARE(view_->kernel(), QString("k1"));
  QCOMPARE(selection_->state().kernel, QString("k1"));
  selection_->selectOp(id_k0);  // selected outside this view
  QTRY_COMPARE(view_->kernel(), QString("k0"));
}

void KernelsViewTest::anotherDocumentResetsTheView() {
  selection_->selectKernel("k1");
  QTRY_COMPARE(view_->kernel(), QString("k1"));
  session_->documents.open("sample.ngraph");  // read again: the shown kernel stays
  QTRY_COMPARE(view_->kernel(), QString("k1"));
  selection_->forgetHistory();
  session_->documents.open("other.ngraph");
  QTRY_COMPARE(view_->kernel(), QString("k0"));
}

NGRAPH_VIEW_TEST(KernelsViewTest)
#include "kernels_view_test.moc"
