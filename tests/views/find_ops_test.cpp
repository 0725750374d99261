// SPDX-License-Identifier: Apache-2.0
// Tests the graph's search in a window with closed groups: it finds what `ngraph find` finds, in
// graph order, opens the groups around a match, lists and completes.
#include <QTableView>
#include <QToolButton>

#include "engine/records/document_record.h"
#include "engine/records/search/op_query.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/widgets/code/find_bar.h"
#include "views/widgets/completing_edit.h"

using namespace ng;
using namespace ng::testing;

class FindOpsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void init();
  void cleanupTestCase() { w_.reset(); }
  void allOpsAreFoundInGraphOrder();
  void groupsAreOpenedOnTheWay();
  void theListGoesToAMatch();
  void errorsNameTheColumn();
  void wordsAreCompleted();
  void theFieldLeadsToItsHelp();

 private:
  GraphFinder& finder() { return w_->graph().finder(); }
  CompletingEdit& field() { return finder().field(); }
  void search(const char* text) {
    field().clear();
    QTest::keyClicks(&field(), text);
    if (!field().offered().isEmpty()) QTest::keyClick(&field(), Qt::Key_Escape);
    testing::settle(200);  // larger graphs are searched when typing pauses
  }
  std::vector<OpId> found(const char* query) {
    return find_ops(*w_->session.documents.document()->graph, OpQuery(query));
  }
  bool onCanvas(OpId op) {
    return QTest::qWaitFor(
        [&] { return !w_->graph().busy() && w_->canvas().scene().find(op) >= 0; }, patience);
  }
  std::unique_ptr<BuildWindow> w_;
};

void FindOpsTest::initTestCase() {
  QSettings().clear();
  w_ = std::make_unique<BuildWindow>();
  w_->window->open(testing::sourceFile("sample_graphs/14_cifar10_resnet.ngraph"));
  QTRY_VERIFY(w_->session.documents.document() != nullptr);
  QTRY_VERIFY_WITH_TIMEOUT(!w_->session.compilations.compileProgress().busy, 3 * patience);
  QTRY_VERIFY(!w_->graph().busy());
}

void FindOpsTest::init() {
  w_->toCanvas();
  w_->key(Qt::Key_F, Qt::ControlModifier);
  QVERIFY(field().isVisible());
  w_->graph().arrangement().setAllOpen(false);
  QTRY_VERIFY(!w_->graph().busy());
}

void FindOpsTest::allOpsAreFoundInGraphOrder() {
  search("op:convolution");
  const std::vector<OpId> expected = found("op:convolution");
  QVERIFY(expected.size() > 20);
  QCOMPARE(finder().matchCount(), static_cast<int>(expected.size()));
  QCOMPARE(finder().bar().countText(), QString("%1 matches").arg(expected.size()));
  QCOMPARE(finder().list().names().size(), static_cast<int>(expected.size()));
}

void FindOpsTest::groupsAreOpenedOnTheWay() {
  search("op:convolution");
  const std::vector<OpId> expected = found("op:convolution");
  const Selection& selection = w_->window->workspace().selection;
  for (const std::size_t i : {0, 1, 2}) {
    QTest::keyClick(&field(), Qt::Key_Return);
    QCOMPARE(selection.op(), expected[i]);
    QVERIFY(onCanvas(expected[i]));
    QVERIFY(w_->canvas().rect().contains(w_->canvas().cardRect(expected[i]).center().toPoint()));
  }
  QTest::keyClick(&field(), Qt::Key_Return, Qt::ShiftModifier);
  QCOMPARE(selection.op(), expected[1]);
}

void FindOpsTest::theListGoesToAMatch() {
  search("op:convolution");
  auto* table = finder().list().findChild<QTableView*>();
  QVERIFY(table && table->isVisible());
  const QPoint fourth = table->visualRect(table->model()->index(3, 0)).center();
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, fourth);
  const OpId op = found("op:convolution")[3];
  QCOMPARE(w_->window->workspace().selection.op(), op);
  QVERIFY(onCanvas(op));
  QCOMPARE(finder().bar().countText(), QString("4 of %1").arg(finder().matchCount()));
  const QRect covered = finder().bar().geometry() | finder().list().geometry();
  QVERIFY(!covered.contains(w_->canvas().cardRect(op).center().toPoint()));
}

void FindOpsTest::errorsNameTheColumn() {
  search("op:dot bytes>");
  QCOMPARE(finder().matchCount(), 0);
  QVERIFY2(finder().list().note().startsWith("column 14: a number"),
           qPrintable(finder().list().note()));
  search("oops:1");
  QVERIFY(finder().list().note().startsWith("'oops' is not a field"));
  search("op:convolution");
  QVERIFY2(finder().list().note().endsWith("in other computations"),
           qPrintable(finder().list().note()));
}

void FindOpsTest::wordsAreCompleted() {
  field().clear();
  QTest::keyClicks(&field(), "op:convo");
  QVERIFY(field().offered().contains("op:convolution"));
  QTest::keyClick(&field(), Qt::Key_Tab);
  QVERIFY(field().text().startsWith("op:convolution"));
  QVERIFY(field().offered().isEmpty());
  field().clear();
  QTest::keyClicks(&field(), "op:dot byt");
  QCOMPARE(field().offered().value(0), QString("bytes>"));
  QTest::keyClick(&field(), Qt::Key_Tab);
  QCOMPARE(field().text(), QString("op:dot bytes>"));
  field().clear();
  QTest::keyClicks(&field(), "op:dot");
  QTest::keyClick(&field(), Qt::Key_Return);  // closes the list and goes to the first match
  QVERIFY(field().offered().isEmpty());
  QCOMPARE(w_->window->workspace().selection.op(), found("op:dot").front());
}

void FindOpsTest::theFieldLeadsToItsHelp() {
  for (QToolButton* button : finder().bar().findChildren<QToolButton*>())
    if (button->toolTip().startsWith("Query language")) button->click();
  auto* help = w_->window->findChild<QDialog*>("help");
  QVERIFY(help && help->isVisible());
  help->close();
}

NGRAPH_VIEW_TEST(FindOpsTest)
#include "find_ops_test.moc"
