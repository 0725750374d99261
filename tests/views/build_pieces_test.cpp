// SPDX-License-Identifier: Apache-2.0
// Tests editing several ops in the window: box selection, moving, copying, removing, saved
// positions, the command line on the canvas, inspector fields, and the prompt before edits are
// lost.
#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTemporaryDir>

#include "app/window/unsaved_strip.h"
#include "engine/records/document_record.h"
#include "engine/records/op_record.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/graph/editing/canvas_line.h"
#include "views/inspector/edit_fields.h"
#include "views/inspector/inspector_view.h"

using namespace ng;
using namespace ng::testing;

class BuildPiecesTest : public QObject {
  Q_OBJECT

 private slots:
  // Ctrl+D, which duplicates ops, needs a document that is being edited.
  void viewingDoesNotChangeADocument() {
    BuildWindow w;
    w.window->open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
    QTRY_VERIFY(w.session.compilations.compilation() && w.op("dot_6") != 0);
    QTRY_VERIFY(w.canvas().scene().find(w.op("dot_6")) >= 0);
    const DocumentRecordPtr shown = w.session.documents.document();
    w.window->workspace().selection.selectOp(w.op("dot_6"));
    w.canvas().setFocus();
    w.key(Qt::Key_D, Qt::ControlModifier);
    w.key(Qt::Key_Backspace);
    QVERIFY(!w.editor.editing());
    QCOMPARE(w.session.documents.document(), shown);
  }

  void editingKeepsTheLayout_data();
  void editingKeepsTheLayout();
  void init() { QSettings().clear(); }
  void aBoxSelectsOpsToMoveAndRemove();
  void piecesAreCopiedAndPasted();
  void piecesArePastedIntoOtherDocuments();
  void newOpsAreInView();
  void anOpThatIsTypedAtOnceHasFullSize();
  void draggingACardBeginsToEdit();
  void placesAreSavedAndFoundAgain();
  void movingCardsKeepsTheRun();
  void anExpressionIsTypedOnTheCanvas();
  void tipsLeaveTheCardLegible();
  void theMenuOfACardHasItsKeys();
  void fieldsChangeTheOp();
  void anUndoneEditLeavesNothing();
  void theEditMenuActsWhereTheFocusIs();
  void leavingUnsavedEditsAsksFirst();

 private:
  static bool started(BuildWindow& w, const QStringList& lines);
  static void shiftDrag(BuildWindow& w, QPoint from, QPoint to);
  static void dragCard(BuildWindow& w, OpId card, QPoint by);
  static QPointF centre(BuildWindow& w, OpId op) { return w.canvas().cardRect(op).center(); }
  static QAbstractButton* button(QWidget& in, const QString& text);
};

bool BuildPiecesTest::started(BuildWindow& w, const QStringList& lines) {
  w.key(Qt::Key_N, Qt::ControlModifier);
  if (!QTest::qWaitFor([&] { return w.session.documents.document() != nullptr; }, patience))
    return false;
  for (const QString& line : lines) w.type(line);
  const QString last = lines.last().section(" = ", 0, 0);
  if (!QTest::qWaitFor([&] { return w.op(last) != 0; }, patience) || !w.settled()) return false;
  w.toCanvas();
  return true;
}

void BuildPiecesTest::shiftDrag(BuildWindow& w, QPoint from, QPoint to) {
  QTest::mousePress(&w.canvas(), Qt::LeftButton, Qt::ShiftModifier, from);
  w.move((from + to) / 2);
  w.move(to);
  QTest::mouseRelease(&w.canvas(), Qt::LeftButton, Qt::ShiftModifier, to);
}

void BuildPiecesTest::dragCard(BuildWindow& w, OpId card, QPoint by) {
  const QPoint from = centre(w, card).toPoint();
  w.move(from, Qt::NoButton);
  QTest::mousePress(&w.canvas(), Qt::LeftButton, {}, from);
  w.move(from + by / 2);
  w.move(from + by);
  QTest::mouseRelease(&w.canvas(), Qt::LeftButton, {}, from + by);
}

QAbstractButton* BuildPiecesTest::button(QWidget& in, const QString& text) {
  for (QAbstractButton* each : in.findChildren<QAbstractButton*>())
    if (each->text() == text) return each;
  return nullptr;
}

void BuildPiecesTest::aBoxSelectsOpsToMoveAndRemove() {
  BuildWindow w;
  QVERIFY(started(w, {"y = x + 1", "z = exp(y)"}));
  const QRectF x = w.canvas().cardRect(w.op("x")), y = w.canvas().cardRect(w.op("y"));
  const QRectF both = x.united(y).adjusted(-12, -12, 12, 6);
  shiftDrag(w, both.topLeft().toPoint(), both.bottomRight().toPoint());
  const BuildLayer& layer = *w.graph().build();
  QVERIFY(layer.picked().count(w.op("x")) == 1 && layer.picked().count(w.op("y")) == 1);
  QVERIFY(layer.picked().count(w.op("z")) == 0);
  const auto count = layer.picked().size();
  // Dragging one selected card moves all of them in one undo step, and they stay there.
  const QPointF before = centre(w, w.op("x")), zBefore = centre(w, w.op("z"));
  dragCard(w, w.op("y"), {60, -20});
  QCOMPARE(w.editor.undoName(), QString("Move %1 ops").arg(count));
  QTRY_VERIFY((centre(w, w.op("x")) - before - QPointF(60, -20)).manhattanLength() < 3);
  QCOMPARE(centre(w, w.op("z")), zBefore);
  w.key(Qt::Key_Z, Qt::ControlModifier);
  QTRY_VERIFY((centre(w, w.op("x")) - before).manhattanLength() < 3);
  w.key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  QTRY_VERIFY((centre(w, w.op("x")) - before - QPointF(60, -20)).manhattanLength() < 3);
  w.canvas().setFocus();
  w.key(Qt::Key_Delete);
  QTRY_VERIFY(w.op("x") == 0 && w.op("y") == 0);
  QCOMPARE(w.editor.undoName(), QString("Remove %1 ops").arg(count));
  QVERIFY(layer.picked().empty());
}

void BuildPiecesTest::piecesAreCopiedAndPasted() {
  BuildWindow w;
  QVERIFY(started(w, {"y = x + 1", "z = exp(y)"}));
  QTest::mouseClick(&w.canvas(), Qt::LeftButton, {}, centre(w, w.op("y")).toPoint());
  QTest::mouseClick(&w.canvas(), Qt::LeftButton, Qt::ShiftModifier, centre(w, w.op("z")).toPoint());
  QCOMPARE(w.graph().build()->picked().size(), std::size_t(2));
  w.key(Qt::Key_D, Qt::ControlModifier);
  QTRY_VERIFY(w.op("y_2") != 0 && w.op("z_2") != 0);
  QVERIFY(w.settled());
  QCOMPARE(w.editor.undoName(), QString("Copy 2 ops"));
  QVERIFY(w.graph().build()->picked() == (std::set<ItemId>{w.op("y_2"), w.op("z_2")}));
  const OpRecord* copy = w.session.documents.document()->graph->find(w.op("z_2"));
  QCOMPARE(copy->operands[0].op, w.op("y_2"));
  w.canvas().setFocus();
  w.key(Qt::Key_C, Qt::ControlModifier);
  w.key(Qt::Key_V, Qt::ControlModifier);
  QTRY_VERIFY(w.op("y_2_2") != 0);
  QVERIFY(w.settled());
  const std::vector<Card>& cards = w.canvas().scene().cards;
  for (std::size_t a = 0; a < cards.size(); ++a)  // no copy covers a card
    for (std::size_t b = 0; b < a; ++b) QVERIFY(!cards[a].rect.intersects(cards[b].rect));
}

// Pasting into the same document links the copy to the original's inputs; elsewhere only ops are
// pasted.
void BuildPiecesTest::piecesArePastedIntoOtherDocuments() {
  BuildWindow w;
  QVERIFY(started(w, {"y = x + 1", "z = exp(y)"}));
  QTest::mouseClick(&w.canvas(), Qt::LeftButton, {}, centre(w, w.op("y")).toPoint());
  QTest::mouseClick(&w.canvas(), Qt::LeftButton, Qt::ShiftModifier, centre(w, w.op("z")).toPoint());
  w.key(Qt::Key_C, Qt::ControlModifier);
  QVERIFY(QApplication::clipboard()->text().startsWith("paste(\""));
  w.editor.newDocument();
  w.type("a = b * 3");
  QVERIFY(w.settled());
  w.canvas().setFocus();
  w.key(Qt::Key_V, Qt::ControlModifier);
  QTRY_VERIFY(w.op("y") != 0 && w.op("z") != 0);
  QVERIFY(w.settled());
  // The constant 1 is a chip on the card of y.
  QCOMPARE(w.editor.undoName(), QString("Paste 3 ops"));
  QVERIFY(w.editor.why(w.op("y")).contains("lacks x"));
  QVERIFY(w.editor.apply("connect(a, y, \"x\")", {}).good);
  QVERIFY(w.editor.why(w.op("z")).isEmpty());
}

void BuildPiecesTest::newOpsAreInView() {
  BuildWindow w;
  w.window->open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  QVERIFY(QTest::qWaitFor([&] { return !w.canvas().scene().cards.empty(); }, patience));
  QVERIFY(w.settled());
  w.canvas().camera().zoomBy(0.33 / w.canvas().camera().scale());
  w.window->newDocument();
  QVERIFY(QTest::qWaitFor([&] { return w.graph().build()->active(); }, patience));
  QVERIFY(w.settled());
  testing::settle(50);  // wait until the docks have their sizes
  const auto seen = [&](const QString& name) {
    if (!QTest::qWaitFor([&] { return w.canvas().scene().find(w.op(name)) >= 0; }, patience))
      return false;
    return QRectF(w.canvas().rect()).contains(w.canvas().cardRect(w.op(name)));
  };
  w.type("y = x + 1");
  QVERIFY(seen("y") && seen("x"));
  QCOMPARE(w.canvas().camera().scale(), 1.0);
  const QRectF first = w.canvas().cardRect(w.op("y"));
  QString last = "y";
  for (int k = 0; k < 10; ++k) {
    const QString next = QString("a%1").arg(k);
    w.type(next + " = exp(" + last + ")");
    QVERIFY2(seen(next), qPrintable(next));
    // There was free space at the original position.
    if (k == 0) QCOMPARE(w.canvas().cardRect(w.op("y")), first);
    last = next;
  }
  QVERIFY(w.canvas().cardRect(w.op("y")) != first);
  QCOMPARE(w.canvas().camera().scale(), 1.0);
}

// The engine answers after the first op is typed.
void BuildPiecesTest::anOpThatIsTypedAtOnceHasFullSize() {
  for (const char* before : {"", "sample_graphs/05_logistic_part2.ngraph"}) {
    BuildWindow w;
    if (*before != 0) {
      w.window->open(testing::sourceFile(before));
      QVERIFY(QTest::qWaitFor([&] { return !w.canvas().scene().cards.empty(); }, patience));
      QVERIFY(w.settled());
    }
    w.window->newDocument();
    QVERIFY(w.editor.apply("y = 1 + 2", {}).good);
    QVERIFY(QTest::qWaitFor([&] { return w.op("y") != 0; }, patience));
    QVERIFY(w.settled());
    testing::settle(50);
    // The canvas may be fitted when the docks get their sizes.
    QVERIFY(w.canvas().camera().scale() < 1.1);
  }
}

// A click on an opened document changes nothing; a drag is an edit that can be undone.
void BuildPiecesTest::draggingACardBeginsToEdit() {
  BuildWindow w;
  w.window->open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  QVERIFY(QTest::qWaitFor([&] { return !w.canvas().scene().cards.empty(); }, patience));
  QVERIFY(w.settled());
  const BuildLayer& layer = *w.graph().build();
  const OpId op = w.op("Y_hat");
  const QPointF before =
      w.canvas().scene().cards[static_cast<std::size_t>(w.canvas().scene().find(op))].rect.center();
  const auto now = [&] {
    return w.canvas()
        .scene()
        .cards[static_cast<std::size_t>(w.canvas().scene().find(op))]
        .rect.center();
  };
  QTest::mouseClick(&w.canvas(), Qt::LeftButton, {}, centre(w, op).toPoint());
  QCOMPARE(w.window->workspace().selection.op(), op);
  QVERIFY(!layer.active() && !w.editor.modified());
  const QRectF area = w.canvas().camera().visibleArea();
  dragCard(w, op, {-70, 30});
  QVERIFY(layer.active() && w.editor.modified());
  QVERIFY2(w.editor.undoName().startsWith("Move"), qPrintable(w.editor.undoName()));
  const QPointF by = QPointF(-70, 30) / w.canvas().camera().scale();
  QTRY_VERIFY((now() - before - by).manhattanLength() < 3);
  QCOMPARE(w.canvas().camera().visibleArea(), area);
  w.key(Qt::Key_Z, Qt::ControlModifier);
  QTRY_VERIFY((now() - before).manhattanLength() < 3);
  QVERIFY(!w.editor.modified());
}

void BuildPiecesTest::placesAreSavedAndFoundAgain() {
  QTemporaryDir folder;
  const QString path = folder.filePath("placed.ngraph");
  QPointF apart;
  {
    BuildWindow w;
    QVERIFY(started(w, {"y = x + 1"}));
    dragCard(w, w.op("x"), {-90, 30});
    dragCard(w, w.op("y"), {80, 60});
    apart = (centre(w, w.op("y")) - centre(w, w.op("x"))) / w.canvas().camera().scale();
    QVERIFY(w.editor.save(path).good);
  }
  BuildWindow w;
  w.window->open(path);
  QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().find(w.op("y")) >= 0; }, patience));
  QVERIFY(!w.editor.editing());
  QTRY_VERIFY(((centre(w, w.op("y")) - centre(w, w.op("x"))) / w.canvas().camera().scale() - apart)
                  .manhattanLength() < 2);
}

void BuildPiecesTest::movingCardsKeepsTheRun() {
  BuildWindow w;
  QVERIFY(started(w, {"y = x + 1"}));
  w.key(Qt::Key_F5);
  QVERIFY(w.finished());
  dragCard(w, w.op("x"), {-50, 0});
  QCOMPARE(w.editor.undoName(), QString("Move x"));
  QVERIFY(!w.session.compilations.compileProgress().busy);
  testing::settle(50);
  QCOMPARE(w.session.run.status().state, RunState::finished);
}

void BuildPiecesTest::anExpressionIsTypedOnTheCanvas() {
  BuildWindow w;
  QVERIFY(started(w, {"y = x + 1"}));
  w.key(Qt::Key_Equal);
  CanvasLine& line = w.graph().build()->line();
  QVERIFY(line.isVisible() && line.hasFocus());
  QTest::keyClicks(&line, "z = y * y");
  QCOMPARE(w.graph().build()->tip().text(), QString("multiply z: float32 ()"));
  QTest::keyClick(&line, Qt::Key_Return);
  QVERIFY(!line.isVisible());
  QTRY_VERIFY(w.op("z") != 0);
  QCOMPARE(w.window->workspace().selection.op(), w.op("z"));
  QVERIFY(w.canvas().hasFocus() && w.build().field().text().isEmpty());
  w.toCanvas();
  QTRY_VERIFY(w.canvas().hasFocus());
  w.key(Qt::Key_Tab);
  QVERIFY(line.isVisible());
  QTest::keyClicks(&line, "q = sum(z, out_axes=[Q])");
  QTest::keyClick(&line, Qt::Key_Return);
  QVERIFY(w.graph().build()->tip().refused());
  QVERIFY(line.isVisible());  // with the typed text
  QTest::keyClick(&line, Qt::Key_Escape);
  QVERIFY(!line.isVisible());
}

// A rejection tip appears below the card and does not cover its last line.
void BuildPiecesTest::tipsLeaveTheCardLegible() {
  BuildWindow w;
  QVERIFY(started(w, {"A = make_axis(4)", "B = make_axis(3)", "u = variable([A])",
                      "v = variable([B])", "s = make(\"assign\", u)"}));
  QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().find(w.op("s")) >= 0; }, patience));
  const QRectF card = w.canvas().cardRect(w.op("s"));
  w.drag(w.op("v"), card.center().toPoint());
  QVERIFY(w.graph().build()->tip().refused());
  const QRectF box = w.graph().build()->tip().rect();
  QVERIFY(!box.isEmpty());
  QVERIFY(!box.intersects(card));
  QTest::mouseRelease(&w.canvas(), Qt::LeftButton, {}, card.center().toPoint());
}

// Ops of other computations are shown while the document has edits.
void BuildPiecesTest::anUndoneEditLeavesNothing() {
  BuildWindow w;
  w.window->open(testing::sourceFile("sample_graphs/06_mlp.ngraph"));
  QTRY_VERIFY(w.session.compilations.compilation() != nullptr);
  const auto cards = [&] {
    std::set<ItemId> all;
    for (const Card& card : w.canvas().scene().cards) all.insert(card.id);
    return all;
  };
  QTRY_VERIFY(!w.graph().busy() && !cards().empty());
  const std::set<ItemId> before = cards();
  QVERIFY(w.editor.apply("Z = Y_hat * 2", {}).good);
  QTRY_VERIFY(w.canvas().scene().find(w.op("Z")) >= 0);
  QVERIFY(w.window->shell().last().startsWith("ngraph edit"));
  w.window->workspace().selection.selectOp(w.op("Z"));
  QTRY_VERIFY(!w.session.compilations.compileProgress().busy);
  QVERIFY2(!w.window->shell().last().contains(" Z"), qPrintable(w.window->shell().last()));
  w.editor.undo();
  QTRY_VERIFY(!w.session.compilations.compileProgress().busy && !w.graph().busy());
  QTRY_COMPARE(cards(), before);
}

void BuildPiecesTest::theEditMenuActsWhereTheFocusIs() {
  BuildWindow w;
  QVERIFY(started(w, {"y = x + 1"}));
  QMenu* edit = nullptr;
  for (QAction* each : w.window->menuBar()->actions())
    if (each->text() == "&Edit") edit = each->menu();
  QVERIFY(edit);
  const auto entry = [&](const char* id) -> QAction* {
    emit edit->aboutToShow();
    for (QAction* each : edit->actions())
      if (each->objectName() == id) return each;
    return nullptr;
  };
  w.toCanvas();
  w.window->workspace().selection.clear();
  QApplication::clipboard()->clear();
  for (const char* id : {"edit.cut", "edit.copy", "edit.paste", "edit.delete"})
    QVERIFY2(!entry(id)->isEnabled(), id);
  w.window->workspace().selection.selectOp(w.op("y"));
  QVERIFY(entry("edit.copy")->isEnabled());
  entry("edit.copy")->trigger();
  QVERIFY(QApplication::clipboard()->text().startsWith("paste("));
  QVERIFY(entry("edit.paste")->isEnabled());
  const auto count = [&] { return w.session.documents.document()->graph->ops.size(); };
  const std::size_t ops = count();
  entry("edit.paste")->trigger();
  QVERIFY2(w.editor.undoName().startsWith("Copy"), qPrintable(w.editor.undoName()));
  QVERIFY(w.settled());
  QTRY_COMPARE(count(), ops + 1);
  entry("edit.cut")->trigger();  // the pasted ops are selected
  QVERIFY2(w.editor.undoName().startsWith("Remove"), qPrintable(w.editor.undoName()));
  QTRY_COMPARE(count(), ops);
  QVERIFY(w.op("y") != 0);
  entry("edit.find")->trigger();
  QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
  QVERIFY(w.canvas().parentWidget()->isAncestorOf(QApplication::focusWidget()) ||
          w.graph().isAncestorOf(QApplication::focusWidget()));
}

void BuildPiecesTest::theMenuOfACardHasItsKeys() {
  BuildWindow w;
  QVERIFY(started(w, {"y = x + 1", "z = exp(y)"}));
  const auto choose = [&](const char* op, const QString& text) {
    w.window->workspace().selection.selectOp(w.op(op));
    QMenu menu;
    w.graph().build()->addEntries(menu, w.op(op));
    for (QAction* each : menu.actions())
      if (each->text().section('\t', 0, 0) == text) return each->trigger(), true;
    return false;
  };
  QApplication::clipboard()->clear();
  QVERIFY(choose("y", "Copy"));
  QVERIFY(QApplication::clipboard()->text().startsWith("paste("));
  QSignalSpy wanted(&w.editor, &views::Editor::lineWanted);
  QVERIFY(choose("y", "Rename…"));
  QCOMPARE(wanted.at(0).at(0).toString(), QString("rename(#%1, \"name\")").arg(w.op("y")));
  QVERIFY(choose("y", "Duplicate"));
  QVERIFY2(w.editor.undoName().startsWith("Copy"), qPrintable(w.editor.undoName()));
  QVERIFY(w.settled());
  // The copies are picked; another op's menu is not about them.
  QVERIFY(choose("z", "Remove the op"));
  QVERIFY(w.settled());
  QTRY_COMPARE(w.op("z"), OpId{0});
  QVERIFY(w.op("y") != 0);
}

void BuildPiecesTest::fieldsChangeTheOp() {
  BuildWindow w;
  w.window->open(testing::sourceFile("sample_graphs/03_logistic_part1.ngraph"));
  QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().find(w.op("W")) >= 0; }, patience));
  const OpId op = w.op("W");
  w.window->workspace().selection.selectOp(op);
  QWidget& inspector = *w.window->docks().view("inspector");
  QTRY_VERIFY(button(inspector, "Edit this op"));
  button(inspector, "Edit this op")->click();
  const auto fields = [&] { return inspector.findChild<EditFields*>(); };
  QTRY_VERIFY(fields());
  QVERIFY(w.editor.editing() && !w.editor.modified());
  const auto line = [&](const QString& name) -> QLineEdit* {
    for (QLineEdit* each : fields()->findChildren<QLineEdit*>())
      if (each->accessibleName() == name) return each;
    return nullptr;
  };
  QVERIFY(line("axes") && line("initial_value"));
  QCOMPARE(line("name")->text(), QString("W"));
  line("axes")->setText("[Q]");
  QTest::keyClick(line("axes"), Qt::Key_Return);
  QVERIFY2(fields()->refusal("axes").contains("there is no axis"),
           qPrintable(fields()->refusal("axes")));
  QVERIFY(!w.editor.modified());
  line("initial_value")->setText("0.5");
  QTest::keyClick(line("initial_value"), Qt::Key_Return);
  QCOMPARE(w.editor.undoName(), QString("Set initial_value of W"));
  line("name")->setText("weights");
  QTest::keyClick(line("name"), Qt::Key_Return);
  QTRY_VERIFY(w.op("weights") == op);
  w.editor.undo();
  w.editor.undo();
  QVERIFY(!w.editor.modified());
}

void BuildPiecesTest::leavingUnsavedEditsAsksFirst() {
  QTemporaryDir folder;
  const QString path = folder.filePath("kept.ngraph");
  const QString sample = testing::sourceFile("sample_graphs/01_x_plus_one.ngraph");
  BuildWindow w;
  QVERIFY(started(w, {"y = x + 1"}));
  QVERIFY(w.editor.save(path).good);
  w.type("z = y * 2");
  QTRY_VERIFY(w.window->windowTitle().startsWith("kept.ngraph *"));
  UnsavedStrip& strip = w.window->edits().unsaved();
  w.window->open(sample);
  QCOMPARE(
      strip.text(),
      QString("kept.ngraph has unsaved edits. Save them before you open 01_x_plus_one.ngraph?"));
  button(strip, "Stay")->click();
  QVERIFY(strip.text().isEmpty());
  QVERIFY(w.editor.modified());
  w.window->close();
  QVERIFY(w.window->isVisible() && !strip.text().isEmpty());
  button(strip, "Stay")->click();
  w.window->open(sample);
  button(strip, "Save and open")->click();
  QTRY_VERIFY(w.window->windowTitle().startsWith("01_x_plus_one.ngraph"));
  QFile saved(path);
  QVERIFY(saved.open(QIODevice::ReadOnly));
  QVERIFY(saved.readAll().contains("\"z\""));
  w.window->open(path);
  QTRY_VERIFY(w.op("z") != 0 && !w.session.compilations.compileProgress().busy);
  w.window->showView("build");
  w.type("q = z * 2");
  QVERIFY(w.editor.modified());
  w.window->closeDocument();
  button(strip, "Discard and close")->click();
  QTRY_VERIFY(w.window->atStart());
  QVERIFY(saved.reset());
  QVERIFY(!saved.readAll().contains("\"q\""));
  w.window->close();
  QVERIFY(!w.window->isVisible());
}

void BuildPiecesTest::editingKeepsTheLayout_data() {
  QTest::addColumn<QString>("sample");
  QTest::addColumn<QString>("op");
  QTest::newRow("an edge that turns next to a card") << "05_logistic_part2.ngraph" << "dot_6";
  QTest::newRow("an edge with a detour") << "06_mlp.ngraph" << "Y_hat";
}

// Cards and edge routes that were not edited stay where they were.
void BuildPiecesTest::editingKeepsTheLayout() {
  QFETCH(QString, sample);
  QFETCH(QString, op);
  BuildWindow w;
  w.window->open(testing::sourceFile("sample_graphs/" + sample));
  const auto compiled = [&w] { return !w.session.compilations.compileProgress().busy; };
  QTRY_VERIFY(w.session.compilations.compilation() && compiled());
  testing::settle(50);  // the graph hears of the compilation
  QTRY_VERIFY(!w.graph().busy());
  const auto drawn = [&w] {
    const GraphScene& scene = w.canvas().scene();
    std::map<std::pair<ItemId, ItemId>, std::vector<QPointF>> ways;
    for (const EdgeShape& edge : scene.edges)
      ways[{scene.cards[static_cast<std::size_t>(edge.from)].id,
            scene.cards[static_cast<std::size_t>(edge.to)].id}]
          .assign(scene.points.begin() + edge.first,
                  scene.points.begin() + edge.first + edge.points);
    return ways;
  };
  const auto before = drawn();
  QVERIFY(before.size() > 20);
  const EditAnswer answer =
      w.editor.apply(QString("rename(#%1, \"renamed\")").arg(w.op(op)), std::nullopt);
  QVERIFY2(answer.good, qPrintable(answer.text));
  QTRY_VERIFY(w.op("renamed") != 0 && compiled());
  testing::settle(50);
  QTRY_VERIFY(!w.graph().busy());
  const auto after = drawn();
  for (const auto& [ends, way] : before) {
    const QString edge = QString("%1 to %2").arg(ends.first).arg(ends.second);
    QVERIFY2(after.count(ends) == 1, qPrintable(edge));
    const auto& now = after.at(ends);
    QCOMPARE(now.size(), way.size());
    for (std::size_t i = 0; i < way.size(); ++i)
      QVERIFY2(QLineF(now[i], way[i]).length() < 1, qPrintable(edge));
  }
}

NGRAPH_VIEW_TEST(BuildPiecesTest)
#include "build_pieces_test.moc"
