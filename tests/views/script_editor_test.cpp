// SPDX-License-Identifier: Apache-2.0
// Tests the script view's parts: Python highlighting, editor keys, completion, output.
#include <QAbstractItemView>
#include <QClipboard>
#include <QCompleter>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QTextBlock>

#include "tests/support/view_main.h"
#include "views/script/output_pane.h"
#include "views/script/python_assistant.h"
#include "views/script/python_indent.h"
#include "views/script/traceback.h"
#include "views/widgets/code/code_search.h"
#include "views/widgets/code/code_view.h"
#include "views/widgets/code/python_tokens.h"

using namespace ng::views;

class ScriptEditorTest : public QObject {
  Q_OBJECT

 private slots:
  void pythonIsSplitIntoTokens_data();
  void pythonIsSplitIntoTokens();
  void triplyQuotedStringsSpanLines();
  void newLinesAreIndented_data();
  void newLinesAreIndented();
  void tabsAndCommentsChangeSelectedLines();
  void onlyTextIsPasted();
  void backspaceLeavesALevel();
  void fittingNamesAreOffered_data();
  void fittingNamesAreOffered();
  void chosenNameReplacesWhatWasTyped();
  void matchesAreCounted();
  void tracebackLocationsAreFound();
  void outputFollowsTheTerminal_data();
  void outputFollowsTheTerminal();
  void outputComesInPieces();
  void outputIsBounded();
  void aClickOnALocationIsReported();
};

// The editor of the script view.
struct PythonEditor : CodeView {
  PythonEditor() : CodeView(Use::edit), assistant(*new PythonAssistant(this)) {
    setLanguage(Language::python);
  }
  PythonAssistant& assistant;
};

// Token kinds, one letter per column.
static QString kindsOf(const QString& line, LineState& state) {
  QString kinds(line.size(), u'.');
  const QString letters = ".ktnscf?d";  // in the order of enum Token
  for (const TokenSpan& span : tokenisePython(line, state))
    kinds.replace(span.start, span.length,
                  QString(span.length, letters[static_cast<int>(span.token)]));
  return kinds;
}

void ScriptEditorTest::pythonIsSplitIntoTokens_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("kinds");
  QTest::newRow("import") << "import ngraph as ng"
                          << "kkkkkk........kk...";
  QTest::newRow("call") << "y = ng.dot(W, 1.5e-3)"
                        << ".......fff....nnnnnn.";
  QTest::newRow("def") << "def loss(w):  # mean"
                       << "kkk.ffff......cccccc";
  QTest::newRow("strings") << "f'a {b}' + r\"\\\" + 'x"
                           << "ssssssss...sssssssss";
  QTest::newRow("builtin") << "for i in range(3): x.range"
                           << "kkk...kk.ttttt.n.........";
  QTest::newRow("decorator") << "@ng.with_name"
                             << "ddddddddddddd";
}

void ScriptEditorTest::pythonIsSplitIntoTokens() {
  QFETCH(QString, line);
  QFETCH(QString, kinds);
  LineState state = LineState::code;
  QString found = kindsOf(line, state);
  found.resize(kinds.size());
  QCOMPARE(found, kinds);
}

void ScriptEditorTest::triplyQuotedStringsSpanLines() {
  LineState state = LineState::code;
  QCOMPARE(kindsOf("x = '''a \"\"\"", state), QString("....ssssssss"));
  QCOMPARE(state, LineState::tripleSingle);
  QCOMPARE(kindsOf("if \\''' not", state), QString("sssssssssss"));
  QCOMPARE(state, LineState::tripleSingle);
  QCOMPARE(kindsOf("''' if", state), QString("sss.kk"));
  QCOMPARE(state, LineState::code);
}

void ScriptEditorTest::newLinesAreIndented_data() {
  QTest::addColumn<QString>("before");
  QTest::addColumn<QString>("added");
  QTest::newRow("same") << "    x = 1"
                        << "    ";
  QTest::newRow("deeper") << "  for i in y:  # all"
                          << "      ";
  QTest::newRow("colon in a comment") << "x = 1  # so:"
                                      << "";
  QTest::newRow("out") << "        return x"
                       << "    ";
  QTest::newRow("start") << ""
                         << "";
}

void ScriptEditorTest::newLinesAreIndented() {
  QFETCH(QString, before);
  QFETCH(QString, added);
  PythonEditor editor;
  editor.setPlainText(before);
  editor.moveCursor(QTextCursor::End);
  QTest::keyClick(&editor, Qt::Key_Return);
  QCOMPARE(editor.toPlainText(), before + "\n" + added);
}

void ScriptEditorTest::tabsAndCommentsChangeSelectedLines() {
  PythonEditor editor;
  editor.setPlainText("a\n\n  b\nc");
  editor.moveCursor(QTextCursor::Start);
  for (int i = 0; i < 3; ++i) editor.moveCursor(QTextCursor::Down, QTextCursor::KeepAnchor);
  QTest::keyClick(&editor, Qt::Key_Tab);
  QCOMPARE(editor.toPlainText(), QString("    a\n\n      b\nc"));
  QTest::keyClick(&editor, Qt::Key_Backtab);
  QCOMPARE(editor.toPlainText(), QString("a\n\n  b\nc"));
  toggleComments(editor);
  QCOMPARE(editor.toPlainText(), QString("# a\n\n  # b\nc"));
  toggleComments(editor);
  QCOMPARE(editor.toPlainText(), QString("a\n\n  b\nc"));
}

// An empty clipboard, and one with something else, change nothing.
void ScriptEditorTest::onlyTextIsPasted() {
  PythonEditor editor;
  editor.setPlainText("x");
  for (const char* kind : {"", "application/octet-stream", "text/plain"}) {
    auto* data = new QMimeData;
    if (*kind != 0) data->setData(kind, "y");
    QGuiApplication::clipboard()->setMimeData(data);
    QTest::keyClick(&editor, Qt::Key_V, Qt::ControlModifier);
  }
  QCOMPARE(editor.toPlainText(), QString("yx"));
}

void ScriptEditorTest::backspaceLeavesALevel() {
  PythonEditor editor;
  editor.setPlainText("      x");
  editor.moveCursor(QTextCursor::Start);
  for (int i = 0; i < 6; ++i) editor.moveCursor(QTextCursor::Right);
  QTest::keyClick(&editor, Qt::Key_Backspace);
  QCOMPARE(editor.toPlainText(), QString("    x"));
  editor.moveCursor(QTextCursor::End);
  QTest::keyClick(&editor, Qt::Key_Backspace);
  QCOMPARE(editor.toPlainText(), QString("    "));
}

static QStringList offered(CodeView& editor) {
  const auto* completer = editor.findChild<QCompleter*>();
  QStringList names;
  if (!completer->popup()->isVisible()) return names;
  for (int i = 0; i < completer->completionCount(); ++i)
    names << completer->completionModel()->index(i, 0).data().toString();
  return names;
}

void ScriptEditorTest::fittingNamesAreOffered_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QStringList>("names");
  QTest::newRow("package") << "x = ng.s" << QStringList{"sigmoid", "softmax", "sum"};
  QTest::newRow("member") << "W.na" << QStringList{"named"};
  QTest::newRow("after a call") << "f(x).na" << QStringList{"named"};
  QTest::newRow("own words") << "momentum = 1\nmom" << QStringList{"momentum"};
  QTest::newRow("keyword") << "lamb" << QStringList{"lambda"};
  QTest::newRow("number") << "x = 1.5" << QStringList{};
  QTest::newRow("comment") << "# ng.s" << QStringList{};
  QTest::newRow("string") << "'ng.s" << QStringList{};
}

void ScriptEditorTest::fittingNamesAreOffered() {
  QFETCH(QString, text);
  QFETCH(QStringList, names);
  PythonEditor editor;
  editor.assistant.setNames({{"softmax", "sigmoid", "sum", "dot", "_s"}, {"named", "axes"}});
  editor.show();
  editor.setPlainText(text.chopped(1));
  editor.moveCursor(QTextCursor::End);
  QTest::keyClicks(&editor, text.right(1));
  QStringList found = offered(editor);
  found.removeAll("_s");
  QCOMPARE(found, names);
}

void ScriptEditorTest::chosenNameReplacesWhatWasTyped() {
  PythonEditor editor;
  editor.assistant.setNames({{"sigmoid"}, {}});
  editor.show();
  editor.setPlainText("y = ng.si");
  editor.moveCursor(QTextCursor::End);
  editor.assistant.complete();
  QCOMPARE(offered(editor), QStringList{"sigmoid"});
  QTest::keyClick(editor.findChild<QCompleter*>()->popup(), Qt::Key_Return);
  QCOMPARE(editor.toPlainText(), QString("y = ng.sigmoid"));
}

void ScriptEditorTest::matchesAreCounted() {
  PythonEditor editor;
  editor.setPlainText("one\ntwo one\nthree");
  editor.show();
  editor.search().open();
  editor.findChild<QLineEdit*>()->setText("one");
  QCOMPARE(editor.currentLine(), 0);
  editor.search().next(1);
  QCOMPARE(editor.currentLine(), 1);
  editor.search().next(1);  // wraps around the end
  QCOMPARE(editor.currentLine(), 0);
  editor.search().next(-1);
  QCOMPARE(editor.currentLine(), 1);
}

void ScriptEditorTest::tracebackLocationsAreFound() {
  const auto place = placeIn("  File \"/a b/train.py\", line 14, in <module>");
  QVERIFY(place.has_value());
  QCOMPARE(place->file, QString("/a b/train.py"));
  QCOMPARE(place->line, 14);
  QVERIFY(!placeIn("line 14").has_value());
}

void ScriptEditorTest::outputFollowsTheTerminal_data() {
  QTest::addColumn<QString>("printed");
  QTest::addColumn<QString>("shown");
  QTest::newRow("lines") << "a\nb\n"
                         << "a\nb\n";
  QTest::newRow("windows") << "a\r\nb"
                           << "a\nb";
  QTest::newRow("bar") << "10%\r20%\r30%\ndone"
                       << "30%\ndone";
  QTest::newRow("finished bar") << "10%\r20%\r"
                                << "20%";
  QTest::newRow("colours") << "\x1b[31mred\x1b[0m \x1b[2Kx"
                           << "red x";
}

void ScriptEditorTest::outputFollowsTheTerminal() {
  QFETCH(QString, printed);
  QFETCH(QString, shown);
  OutputPane pane;
  pane.append(printed);
  QCOMPARE(pane.toPlainText(), shown);
}

void ScriptEditorTest::outputComesInPieces() {
  OutputPane pane;
  for (const char* piece : {"lo", "ss 1\nlo", "ss 2\r", "loss 3", "\n"}) pane.append(piece);
  QCOMPARE(pane.toPlainText(), QString("loss 1\nloss 3\n"));
}

void ScriptEditorTest::outputIsBounded() {
  OutputPane pane;
  pane.append(QString("x\n").repeated(30000));
  QVERIFY2(pane.blockCount() <= 10000, qPrintable(QString::number(pane.blockCount())));
  pane.begin();
  for (int i = 0; i < 100; ++i) pane.append(QString(1000, u'y'));  // one line without a line break
  QVERIFY2(pane.toPlainText().size() < 5000, "a long line is cut");
}

void ScriptEditorTest::aClickOnALocationIsReported() {
  OutputPane pane;
  pane.resize(600, 200);
  pane.show();
  pane.append("Traceback (most recent call last):\n  File \"t.py\", line 7, in f\n    f()\n");
  QCOMPARE(pane.placeFile(), QString("t.py"));
  QCOMPARE(pane.placeLine(), 7);
  QSignalSpy clicked(&pane, &OutputPane::placeClicked);
  QTextCursor cursor(pane.document()->findBlockByNumber(1));
  cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor, 6);
  const QPoint place = pane.cursorRect(cursor).center();
  QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, place);
  QCOMPARE(clicked.size(), 1);
  QCOMPARE(clicked[0][1].toInt(), 7);
  cursor.setPosition(pane.document()->findBlockByNumber(2).position() + 5);
  QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, pane.cursorRect(cursor).center());
  QCOMPARE(clicked.size(), 1);
}

NGRAPH_VIEW_TEST(ScriptEditorTest)

#include "script_editor_test.moc"
