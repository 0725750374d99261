// SPDX-License-Identifier: Apache-2.0
// Tests the editors that open in place: they scroll into view, a click or double click outside
// commits them, and the line on the canvas completes names.
#include <QAbstractItemView>
#include <QScrollArea>
#include <QToolButton>

#include "engine/records/plan_record.h"
#include "tests/support/build_window.h"
#include "tests/support/view_main.h"
#include "views/graph/editing/canvas_line.h"
#include "views/run/plan_panel.h"
#include "views/run/plan_sources.h"
#include "views/run/run_view.h"
#include "views/widgets/section.h"
#include "views/widgets/source_chooser.h"

using namespace ng;
using namespace ng::testing;

class InlineEditorsTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QSettings().clear(); }
  void tabbingScrollsInputsIntoView();
  void theWantedInputIsInView();
  void aDoubleClickOutsideCommitsASource();
  void aDoubleClickOutsideCommitsTheCanvasLine();
  void aRefusedCanvasLineStaysOpen();
  void aDoubleClickOnACardCommitsTheBuildLine();
  void wantedLinesRaiseTheBuildPanel();
  void namesThatAreNoWordsAreNumbers();
  void sourcesInScopesKeepTheirOp();
  void theCanvasLineCompletes();
  void completionShowsSignaturesInBothSpellings();

 private:
  static bool made(BuildWindow& w, const QStringList& lines) {
    w.editor.newDocument();
    for (const QString& line : lines)
      if (!w.editor.apply(line, {}).good) return false;
    return w.settled();
  }
  // Many inputs in a low panel.
  static bool manyInputs(BuildWindow& w) {
    QStringList lines;
    QString sum = "y = x0";
    for (int i = 0; i < 16; ++i) lines << QString("x%1 = placeholder([])").arg(i);
    for (int i = 1; i < 16; ++i) sum += QString(" + x%1").arg(i);
    if (!made(w, lines << sum)) return false;
    w.window->resize(1280, 720);
    w.window->showView("run");
    return QTest::qWaitFor([&w] { return plan(w).isVisible(); }, patience);
  }
  static PlanPanel& plan(BuildWindow& w) {
    return *qobject_cast<RunView*>(w.window->docks().view("run"))->plan();
  }
  static bool isInView(QWidget* widget, QScrollArea& column) {
    const QRect rect(widget->mapTo(column.viewport(), QPoint()), widget->size());
    return column.viewport()->rect().contains(rect.center());
  }
  static QPoint emptyPoint(BuildWindow& w) {
    for (int y = w.canvas().height() - 8; y > 0; y -= 16)
      if (w.canvas().itemAt({8, y}) == 0) return {8, y};
    return {};
  }
  static void doubleClick(BuildWindow& w, QPoint at) {
    QTest::mouseClick(&w.canvas(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(&w.canvas(), Qt::LeftButton, {}, at);
  }
};

void InlineEditorsTest::tabbingScrollsInputsIntoView() {
  BuildWindow w;
  QVERIFY(manyInputs(w));
  auto* column = plan(w).findChild<SectionColumn*>();
  QVERIFY(column->verticalScrollBar()->maximum() > 0);
  QToolButton* first = column->findChildren<QToolButton*>().front();
  first->setFocus();
  int visited = 0;
  for (QWidget* now = first; now && column->isAncestorOf(now); now = QApplication::focusWidget()) {
    QVERIFY2(isInView(now, *column), qPrintable(QString::number(visited)));
    if (++visited > 60) break;
    QTest::keyClick(now, Qt::Key_Tab);
  }
  QVERIFY2(visited >= 16, qPrintable(QString::number(visited)));
}

void InlineEditorsTest::theWantedInputIsInView() {
  BuildWindow w;
  QVERIFY(manyInputs(w));
  auto* column = plan(w).findChild<SectionColumn*>();
  emit w.editor.sourceWanted(w.op("x15"));
  QTRY_VERIFY(plan(w).sources().chooser() && plan(w).sources().chooser()->line().hasFocus());
  QTRY_VERIFY(isInView(&plan(w).sources().chooser()->line(), *column));
}

void InlineEditorsTest::aDoubleClickOutsideCommitsASource() {
  BuildWindow w;
  QVERIFY(manyInputs(w));
  emit w.editor.sourceWanted(w.op("x3"));
  QTRY_VERIFY(plan(w).sources().chooser() && plan(w).sources().chooser()->line().hasFocus());
  QLineEdit& line = plan(w).sources().chooser()->line();
  line.selectAll();
  QTest::keyClicks(&line, "4.5");
  doubleClick(w, emptyPoint(w));
  QTRY_COMPARE(givenTo(w.session.plans.plan(), "x3").source, std::string("4.5"));
  QCOMPARE(w.editor.undoName(), QString("Feed x3"));
}

void InlineEditorsTest::aDoubleClickOutsideCommitsTheCanvasLine() {
  BuildWindow w;
  QVERIFY(made(w, {"y = x + 1"}));
  w.toCanvas();
  w.key(Qt::Key_Equal);
  CanvasLine& line = w.graph().build()->line();
  QTest::keyClicks(&line, "z = y * y");
  doubleClick(w, emptyPoint(w));
  QTRY_VERIFY(w.op("z") != 0);
  QVERIFY(!line.isVisible());
  w.key(Qt::Key_Equal);  // an empty line closes
  QVERIFY(line.isVisible());
  doubleClick(w, emptyPoint(w));
  QTRY_VERIFY(!line.isVisible());
}

void InlineEditorsTest::aRefusedCanvasLineStaysOpen() {
  BuildWindow w;
  QVERIFY(made(w, {"y = x + 1"}));
  w.toCanvas();
  w.key(Qt::Key_Equal);
  CanvasLine& line = w.graph().build()->line();
  QTest::keyClicks(&line, "z = y *");
  QTest::mouseClick(&w.canvas(), Qt::LeftButton, {}, emptyPoint(w));
  QTRY_VERIFY(line.hasFocus());
  QCOMPARE(line.text(), QString("z = y *"));
  QVERIFY(w.graph().build()->tip().refused());
  QTest::keyClick(&line, Qt::Key_Escape);
  QVERIFY(!line.isVisible());
}

void InlineEditorsTest::aDoubleClickOnACardCommitsTheBuildLine() {
  BuildWindow w;
  QVERIFY(made(w, {"y = x + 1"}));
  w.window->showView(Task::edit);
  w.build().field().setFocus();
  QTest::keyClicks(&w.build().field(), "q = x + 7");
  w.window->activateWindow();
  doubleClick(w, w.canvas().cardRect(w.op("x")).center().toPoint());
  QTRY_VERIFY(w.op("q") != 0);
  QTRY_COMPARE(w.build().field().text(), QString("x = 0"));
}

void InlineEditorsTest::wantedLinesRaiseTheBuildPanel() {
  BuildWindow w;
  QVERIFY(made(w, {"x = placeholder([])", "y = x + 1"}));
  w.window->docks().dock("build")->hide();
  w.window->workspace().selection.selectOp(w.op("y"));
  w.toCanvas();
  w.key(Qt::Key_F2);
  QVERIFY(w.build().isVisible() && w.build().field().hasFocus());
  QCOMPARE(w.build().field().selectedText(), QString("name"));
  w.build().field().clear();
  w.window->docks().dock("build")->hide();
  emit w.editor.functionWanted(w.op("y"), QPointF());
  QVERIFY(w.build().isVisible() && w.build().isAncestorOf(QApplication::focusWidget()));
  QVERIFY(!w.build().field().hasFocus());  // but the list's filter
}

void InlineEditorsTest::namesThatAreNoWordsAreNumbers() {
  BuildWindow w;
  QVERIFY(made(w, {"x = placeholder([])", "W = variable([], initial_value=2)", "y = x * W"}));
  for (const auto& [name, head] :
       {std::pair{"x", "feed(#%1, "}, {"W", "set(#%1, initial_value="}}) {
    const OpId op = w.op(name);
    const QString plain = name + QString(" = ");
    w.window->workspace().selection.selectOp(op);
    w.toCanvas();
    w.key(Qt::Key_Return);
    QVERIFY2(w.build().field().text().startsWith(plain), qPrintable(w.build().field().text()));
    w.build().field().clear();
    QVERIFY(w.editor.apply(QString("rename(#%1, \"größe ∑ %2\")").arg(op).arg(name), {}).good);
    QTRY_VERIFY(w.op(QString("größe ∑ %1").arg(name)) == op);
    QVERIFY(w.settled());
    w.toCanvas();
    w.key(Qt::Key_Return);
    QVERIFY2(w.build().field().text().startsWith(QString(head).arg(op)),
             qPrintable(w.build().field().text()));
    QVERIFY(w.editor.preview(w.build().field().text()).good);
    w.build().field().clear();
  }
}

// A line that begins with the short name would make another op.
void InlineEditorsTest::sourcesInScopesKeepTheirOp() {
  BuildWindow w;
  QVERIFY(made(w, {"x = placeholder([])", "W = variable([], initial_value=2)", "y = x * W"}));
  for (const auto& [name, head] :
       {std::pair{"x", "feed(#%1, "}, {"W", "set(#%1, initial_value="}}) {
    const OpId op = w.op(name);
    QVERIFY(w.editor.apply(QString("rename(#%1, \"layer/%2\")").arg(op).arg(name), {}).good);
    QTRY_COMPARE(w.session.documents.document()->graph->find(op)->scope, std::string("layer"));
    QVERIFY(w.settled());
    w.window->workspace().selection.selectOp(op);
    w.toCanvas();
    w.key(Qt::Key_Return);
    QVERIFY2(w.build().field().text().startsWith(QString(head).arg(op)),
             qPrintable(w.build().field().text()));
    w.build().field().clear();
  }
}

void InlineEditorsTest::theCanvasLineCompletes() {
  BuildWindow w;
  QVERIFY(made(w, {"weights = placeholder([])", "y = weights + 1"}));
  w.toCanvas();
  w.key(Qt::Key_Equal);
  CanvasLine& line = w.graph().build()->line();
  QTest::keyClicks(&line, "z = wei");
  QVERIFY(line.offering());
  QTest::keyClick(&line, Qt::Key_Escape);  // the list only
  QVERIFY(line.isVisible() && !line.offering());
  QTest::keyClicks(&line, "g");
  QVERIFY(line.offering());
  QTest::keyClick(&line, Qt::Key_Tab);
  QCOMPARE(line.text(), QString("z = weights"));
  QTest::keyClicks(&line, " * 2");
  QTest::keyClick(&line, Qt::Key_Return);
  QTRY_VERIFY(w.op("z") != 0);
}

// `add` and Python's class `Add`; within the parentheses the signature stays.
void InlineEditorsTest::completionShowsSignaturesInBothSpellings() {
  BuildWindow w;
  QVERIFY(made(w, {"x = placeholder([])"}));
  w.window->showView(Task::edit);
  ExpressionField& field = w.build().field();
  field.setFocus();
  for (const char* name : {"multiply", "Multiply"}) {
    field.selectAll();
    QTest::keyClicks(&field, QString("z = ") + QString(name).left(6));
    QVERIFY(field.offering());
    const QModelIndex first = field.findChild<QCompleter*>()->popup()->model()->index(0, 0);
    QCOMPARE(first.data().toString(), QString(name) + "(x, y)");
    QTest::keyClick(&field, Qt::Key_Tab);
    QCOMPARE(field.text(), QString("z = %1(").arg(name));
    QTest::keyClicks(&field, "x, 2");
    QVERIFY2(w.build().answer().startsWith(QString(name) + "(x, y)"),
             qPrintable(w.build().answer()));
    QTest::keyClicks(&field, ")");
    QTest::keyClick(&field, Qt::Key_Return);
    QTRY_VERIFY(w.op("z") != 0);
    w.editor.undo();
    QTRY_VERIFY(w.op("z") == 0);
  }
}

NGRAPH_VIEW_TEST(InlineEditorsTest)
#include "inline_editors_test.moc"
