// SPDX-License-Identifier: Apache-2.0
// Tests Ctrl+P for what belongs to the window: samples, recent files and settings.
#include <QLineEdit>
#include <QTabBar>

#include "app/window/palette/palette.h"
#include "app/window/palette/palette_entries.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::testing;

class WindowPlacesTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QSettings().clear();
    w_ = std::make_unique<BuildWindow>();
  }
  void cleanup() {
    Theme::current().setDark(false);
    w_.reset();
  }

  void samplesAndRecentFilesAreOpened() {
    go("06_mlp");
    QTRY_VERIFY(w_->window->windowTitle().startsWith("06_mlp.ngraph"));
    w_->key(Qt::Key_P, Qt::ControlModifier);
    QTest::keyClicks(w_->window->palette().field(), "06_mlp.ngraph");
    int listed = 0;  // a recent sample is listed once
    for (const QString& title : w_->window->palette().titles()) listed += title == "06_mlp.ngraph";
    QCOMPARE(listed, 1);
    w_->key(Qt::Key_Escape);
  }

  void settingsAreChanged() {
    go("Theme: dark");
    QVERIFY(Theme::current().dark());
    QVERIFY(w_->window->actions()["view.dark"]->isChecked());
    go("Pace: full speed");
    QCOMPARE(w_->session.run.status().pace, 0.0);
    w_->window->open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
    QTRY_VERIFY(w_->session.compilations.compilation());
    go("Transformer: reference");
    QCOMPARE(w_->session.compilations.transformer(), QString("reference"));
    go("Layout: Profile");
    QCOMPARE(w_->window->docks().layout(), QString("profile"));
  }

  void ampersandsAreShown() {
    w_->editor.newDocument();
    QVERIFY(w_->editor.apply("x = placeholder([])", {}).good &&
            w_->editor.apply("y = x + 1", {}).good);
    QVERIFY(w_->settled());
    QVERIFY(w_->editor.apply(QString("rename(#%1, \"a&b\")").arg(w_->op("y")), {}).good);
    QTRY_VERIFY(w_->op("a&b") != 0);
    w_->window->workspace().selection.selectOp(w_->op("a&b"));
    const QTabBar* tabs = w_->window->docks().view("inspector")->findChild<QTabBar*>();
    QVERIFY(tabs);
    const auto isShown = [tabs] {
      for (int tab = 0; tab < tabs->count(); ++tab)
        if (tabs->tabText(tab) == "a&&b") return true;  // painted as a&b
      return false;
    };
    QTRY_VERIFY(isShown());
    QAction undo("Undo rename a&&b");
    QCOMPARE(commandEntries({&undo}, [](const QAction&) { return QString(); }).at(0).title,
             QString("Undo rename a&b"));
  }

  void unavailableSettingsSayWhy() {
    for (const TransformerChoice& choice : w_->session.compilations.transformers()) {
      if (choice.available) continue;
      const QString before = w_->session.compilations.transformer();
      go("Transformer: " + choice.name);
      QVERIFY(w_->window->palette().isVisible());
      QCOMPARE(w_->session.compilations.transformer(), before);
      return;
    }
    QSKIP("all transformers are available");
  }

 private:
  void go(const QString& text) {
    w_->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(w_->window.get(), patience));
    w_->key(Qt::Key_P, Qt::ControlModifier);
    QLineEdit* field = w_->window->palette().field();
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
  }
  std::unique_ptr<BuildWindow> w_;
};

NGRAPH_VIEW_TEST(WindowPlacesTest)
#include "window_places_test.moc"
