// SPDX-License-Identifier: Apache-2.0
// Tests window-wide keys, where they do not apply, and the sheet that lists them.
#include <QDialog>
#include <QLineEdit>
#include <QShortcut>
#include <QTableView>
#include <QTreeView>

#include "app/window/commands/help.h"
#include "engine/records/compilation_record.h"
#include "tests/support/sample_record.h"
#include "tests/support/sample_window.h"
#include "tests/support/view_main.h"
#include "views/graph/graph_view.h"
#include "views/view_table.h"

using namespace ng;
using namespace ng::views;

namespace {

struct Window : testing::SampleWindow {
  int pass() { return selection().pass(); }
  GraphView& graph() { return *dynamic_cast<GraphView*>(window.docks().view("graph")); }
  void focus(const QString& view) {
    window.showView(view);
    window.docks().view(view)->setFocus();
    testing::settle(20);
  }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : &window, key, modifiers);
    testing::settle(20);  // the views follow
  }
};

}  // namespace

class WindowKeysTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QSettings().clear(); }

  void passesAreSteppedFromAnywhere() {
    Window w;
    w.graph().canvas().setFocus();
    w.key(Qt::Key_BracketRight);
    QCOMPARE(w.pass(), 0);
    w.key(Qt::Key_BracketRight);
    QCOMPARE(w.pass(), 1);
    w.key(Qt::Key_BracketLeft);
    QCOMPARE(w.pass(), 0);
    for (const char* view : {"passes", "kernels", "messages"}) {
      w.focus(view);
      const int before = w.pass();
      w.key(Qt::Key_BracketRight);
      QCOMPARE(w.pass(), before + 1);
    }
  }

  void everyShortcutHasAKey() {
    Window w;
    const QList<QShortcut*> shortcuts = w.window.findChildren<QShortcut*>();
    QVERIFY(!shortcuts.isEmpty());
    for (const QShortcut* each : shortcuts) QVERIFY(!each->key().isEmpty());
  }

  // The Profile layout focuses the timeline, so its letter keys work at once.
  void theProfileLayoutFocusesTheTimeline() {
    Window w;
    QAction* profile = nullptr;
    for (QAction* each : w.window.commands())
      if (each->text() == "Layout: Profile") profile = each;
    QVERIFY(profile);
    w.graph().canvas().setFocus();
    profile->trigger();
    QTRY_VERIFY(w.window.docks().view("timeline")->isAncestorOf(QApplication::focusWidget()));
  }

  // A letter has the same meaning in every view: its commands begin with the same word. Exceptions:
  // Home and End select a list's first and last row; W, A, S, D and M in the timeline are those of
  // other trace viewers.
  void aKeyHasOneMeaning() {
    Window w;
    QMap<QString, QPair<QString, QString>> meanings;
    int shared = 0;
    for (const View& row : viewTable()) {
      QList<QAction*> commands = w.window.docks().view(row.id)->actions();
      for (const QWidget* part : w.window.docks().view(row.id)->findChildren<QWidget*>())
        commands << part->actions();
      for (const QAction* command : commands) {
        const QString key = command->shortcut().toString(),
                      verb = command->text().section(' ', 0, 0);
        const bool list = QString(row.id) == "passes" && (key == "Home" || key == "End");
        const bool moves = QString(row.id) == "timeline" && QString("WASDM").contains(key);
        if ((key.size() != 1 && key != "Home") || list || moves) continue;
        const auto [known, text] = meanings.value(key, {verb, command->text()});
        QVERIFY2(known == verb, qPrintable(key + ": " + text + ", but " + command->text()));
        if (meanings.contains(key)) ++shared;
        meanings[key] = {verb, command->text()};
      }
    }
    QVERIFY(shared >= 4);  // Home, F, C, P
    QCOMPARE(meanings["C"].first, QString("Compare"));
    QCOMPARE(meanings["Home"].first, QString("Fit"));
  }

  // A key of the window has no other meaning in any view: commands that share it begin with the
  // same word. Qt runs neither of two commands with one key.
  void noKeyOfTheWindowHasTwoMeanings() {
    Window w;
    QMap<QString, QString> everywhere;
    const auto verb = [](const QString& text) { return text.section(' ', 0, 0); };
    for (const QAction* command : w.window.actions().all())
      for (const QKeySequence& key : command->shortcuts()) {
        QVERIFY2(!everywhere.contains(key.toString()),
                 qPrintable(key.toString() + ": " + command->text() + ", but " +
                            everywhere.value(key.toString())));
        everywhere[key.toString()] = command->text();
      }
    QVERIFY(everywhere.size() > 60);
    for (const View& row : viewTable())
      for (const QKeySequence& key : QKeySequence::listFromString(row.windowKeys))
        for (const QAction* command : w.window.docks().view(row.id)->actions())
          if (command->shortcuts().contains(key)) everywhere[key.toString()] = command->text();
    for (const View& row : viewTable()) {
      QList<QAction*> commands = w.window.docks().view(row.id)->actions();
      for (const QWidget* part : w.window.docks().view(row.id)->findChildren<QWidget*>())
        commands << part->actions();
      for (const QAction* command : commands)
        for (const QKeySequence& key : command->shortcuts()) {
          const QString other = everywhere.value(key.toString());
          const bool filters = verb(command->text()) == "Filter" && verb(other) == "Find";
          QVERIFY2(other.isEmpty() || filters || verb(other) == verb(command->text()),
                   qPrintable(key.toString() + " in " + row.id + ": " + command->text() +
                              ", but everywhere: " + other));
        }
    }
  }

  // Handled by widgets without a command, and listed in the key table by hand.
  void keysOfGesturesAreFree() {
    Window w;
    for (const QAction* command : w.window.actions().all())
      for (const char* key : {"Ctrl+D", "F2", "=", "Tab", "Return", "Up", "Down", "Left", "Right"})
        QVERIFY2(!command->shortcuts().contains(QKeySequence(key)), qPrintable(command->text()));
  }

  // A letter that is not a command of the focused view does nothing, even if it is one elsewhere.
  void lettersActInTheFocusedViewOnly() {
    Window w;
    w.key(Qt::Key_BracketRight);
    for (const View& row : viewTable()) {
      QWidget* focused = w.window.docks().view(row.id);
      w.focus(row.id);
      if (!focused->isAncestorOf(QApplication::focusWidget())) continue;  // it has nothing to focus
      QList<QPair<QString, QAction*>> others;
      QSet<QString> own;
      for (const View& other : viewTable()) {
        QWidget* view = w.window.docks().view(other.id);
        QList<QAction*> commands = view->actions();
        for (const QWidget* part : view->findChildren<QWidget*>()) commands << part->actions();
        for (QAction* command : commands) {
          const QString key = command->shortcut().toString();
          if (key.size() != 1 || !key[0].isLetter()) continue;
          if (view == focused)
            own << key;
          else
            others << qMakePair(key, command);
        }
      }
      for (const auto& [key, command] : others) {
        if (own.contains(key)) continue;
        const QSignalSpy ran(command, &QAction::triggered);
        QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(key[0].unicode()));
        QVERIFY2(ran.isEmpty(), qPrintable(key + " in " + row.id + ": " + command->text()));
      }
    }
  }

  // The graph's letters also work in its outline: C compares, F goes to the selection; they do not
  // start the tree's type-ahead search.
  void theOutlineHasLettersToo() {
    Window w;
    w.selection().selectOp(testing::id_dot);
    w.focus("outline");
    auto* tree = qobject_cast<QTreeView*>(QApplication::focusWidget());
    QVERIFY(tree);
    const QModelIndex at = tree->currentIndex();
    w.key(Qt::Key_C);
    QTRY_VERIFY(w.graph().comparison().active());
    QCOMPARE(w.selection().state().against, std::optional(asWritten));
    w.key(Qt::Key_C);
    QTRY_VERIFY(!w.graph().comparison().active());
    const QSignalSpy revealed(&w.selection(), &Selection::revealed);
    w.key(Qt::Key_F);
    QCOMPARE(revealed.size(), 1);
    w.key(Qt::Key_L);
    QCOMPARE(tree->currentIndex().data(), at.data());
  }

  void theComparisonFollows() {
    Window w;
    w.graph().canvas().setFocus();
    w.key(Qt::Key_BracketRight);
    w.key(Qt::Key_C);
    QTRY_VERIFY(w.graph().comparison().active());
    w.key(Qt::Key_BracketRight);
    QCOMPARE(w.pass(), 1);
    QCOMPARE(w.window.workspace().selection.state().against, std::optional(asWritten));
    QTRY_VERIFY(!w.graph().busy());
    QVERIFY(w.graph().comparison().active());
    QCOMPARE(w.graph().graph(), w.session.compilations.compilation()->passes[1].after);
  }

  void textFieldsGetTypedKeys() {
    Window w;
    w.graph().canvas().setFocus();
    w.key(Qt::Key_F, Qt::ControlModifier);
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(field);
    QTest::keyClicks(field, "a[0]");
    QCOMPARE(field->text(), "a[0]");
    QCOMPARE(w.pass(), asWritten);
  }

  void theSearchOpensFromAViewWithoutOne() {
    Window w;
    w.focus("passes");
    QVERIFY(w.window.docks().view("passes")->isAncestorOf(QApplication::focusWidget()));
    w.key(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(w.graph().isAncestorOf(QApplication::focusWidget()));
    QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    w.focus("outline");  // the outline has its own
    w.key(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(w.window.docks().view("outline")->isAncestorOf(QApplication::focusWidget()));
  }

  void theSheetNamesTheViews() {
    Window w;
    showKeys(w.window);
    const auto* table = w.window.findChild<QDialog*>()->findChild<QTableView*>();
    QVERIFY(table);
    QMap<QString, QString> where;
    for (int row = 0; row < table->model()->rowCount(); ++row)
      where[table->model()->index(row, 2).data().toString()] =
          table->model()->index(row, 1).data().toString();
    QStringList keys;
    for (int row = 0; row < table->model()->rowCount(); ++row)
      keys << table->model()->index(row, 0).data().toString();
    for (const QAction* command : w.window.commands())  // also second keys, such as Ctrl+Y
      for (const QKeySequence& key : command->shortcuts())
        QVERIFY(keys.contains(key.toString(QKeySequence::NativeText)));
    QVERIFY(keys.contains("Ctrl+Y"));
    QCOMPARE(where["Fit the graph"], "Graph");
    QCOMPARE(where["Input graph"], "Passes");
    QVERIFY(where["Go to the selected op"] == "Graph" ||
            where["Go to the selected op"] == "Outline");
    QCOMPARE(where["Next pass that changed something"], "everywhere");
    QCOMPARE(where["Next pass"], "everywhere");
    QCOMPARE(where["Next op with this axis"], "Axes");
    QCOMPARE(where["Find in the graph"], "everywhere");
    QCOMPARE(where["Keys"], "everywhere");
  }
};

NGRAPH_VIEW_TEST(WindowKeysTest)
#include "window_keys_test.moc"
