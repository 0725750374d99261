// SPDX-License-Identifier: Apache-2.0
// Tests that panels get their former sizes back after the window was small for a while.
#include <QDockWidget>
#include <QLabel>
#include <QSlider>
#include <QSplitter>
#include <QToolButton>

#include "app/window/main_window.h"
#include "app/window/status_line.h"
#include "app/window/tool_bar.h"
#include "tests/support/sample_session.h"
#include "tests/support/view_main.h"
#include "views/view_table.h"

using namespace ng;
using namespace ng::views;

class PanelSizesTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QSettings().clear(); }
  void cleanup() { QSettings().clear(); }

  // Across intermediate sizes, in every layout; sizes dragged meanwhile are kept.
  void panelsComeBackWithTheWindow() {
    testing::SampleSession session;
    MainWindow window(session, {});
    window.show();
    window.open("sample.ngraph");
    window.resize(1600, 1000);
    const auto sizes = [&] {
      QStringList all;
      for (const View& row : viewTable()) {
        const QDockWidget* dock = window.docks().dock(row.id);
        if (!dock || dock->visibleRegion().isEmpty()) continue;
        all << QString("%1 %2x%3").arg(row.id).arg(dock->width()).arg(dock->height());
      }
      for (const QSplitter* parts : window.findChildren<QSplitter*>())
        if (parts->isVisible())
          for (const int size : parts->sizes()) all << QString::number(size);
      return all;
    };
    for (const LayoutRow& row : layoutTable()) {
      window.actions()[QString("window.") + row.id]->trigger();
      testing::settle(30);
      const QStringList before = sizes();
      QVERIFY(before.size() > 1 || QString(row.id) == "graph");
      for (const QSize& size :
           {QSize(800, 600), QSize(1200, 700), QSize(800, 600), QSize(1600, 1000)}) {
        window.resize(size);
        testing::settle(30);
      }
      QCOMPARE(sizes(), before);
    }
    window.actions()["window.explore"]->trigger();
    testing::settle(30);
    window.resize(800, 600);
    testing::settle(30);
    window.resize(1920, 1200);
    testing::settle(30);
    window.resize(1600, 1000);
    testing::settle(30);
    QCOMPARE(window.docks().dock("outline")->width(), 280);
    window.resizeDocks({window.docks().dock("outline")}, {400}, Qt::Horizontal);
    testing::settle(30);
    window.resize(800, 600);
    testing::settle(30);
    window.resize(1600, 1000);
    testing::settle(30);
    QCOMPARE(window.docks().dock("outline")->width(), 400);
  }

  // A folded panel unfolds to a width for its view, although the layout changed meanwhile.
  void aFoldedPanelGetsItsWidthBack() {
    testing::SampleSession session;
    MainWindow window(session, {});
    window.show();
    window.open("sample.ngraph");
    window.resize(1600, 1000);
    testing::settle(30);
    const int width = window.docks().dock("inspector")->width();
    window.resize(1024, 700);
    testing::settle(30);
    for (const char* layout : {"window.profile", "window.explore"}) {
      window.actions()[layout]->trigger();
      testing::settle(30);
    }
    QVERIFY(window.docks().dock("inspector")->width() < 100);
    window.resize(1600, 1000);
    testing::settle(30);
    QCOMPARE(window.docks().dock("inspector")->width(), width);
  }

  // A new window restores the layout of the last one; a briefly small size is not restored.
  void theLastLayoutIsRestored() {
    for (const QSize& left : {QSize(1600, 1000), QSize(700, 560)}) {
      testing::SampleSession session;
      MainWindow window(session, {});
      window.show();
      window.open("sample.ngraph");
      window.resize(1600, 1000);
      if (left.width() > 1000) {
        window.actions()["window.profile"]->trigger();
        window.docks().raise("checkpoints");
        window.resizeDocks({window.docks().dock("inspector")}, {420}, Qt::Horizontal);
      }
      testing::settle(30);
      window.resize(left);
      testing::settle(30);
      window.close();
    }
    testing::SampleSession session;
    MainWindow window(session, {});
    window.show();
    window.resize(1600, 1000);
    window.open("sample.ngraph");
    testing::settle(30);
    QCOMPARE(window.docks().layout(), QString("profile"));
    QVERIFY(!window.docks().dock("checkpoints")->visibleRegion().isEmpty());
    QCOMPARE(window.docks().dock("inspector")->width(), 420);
  }

  // In a narrow window the last action's text yields to the run state.
  void theStateIsSeenInASmallWindow() {
    testing::SampleSession session;
    MainWindow window(session, {});
    window.show();
    window.open("sample.ngraph");
    for (const int width : {1600, 800}) {
      window.resize(width, 600);
      window.statusLine().showShellLine("ngraph run " + QString(200, 'x') + ".ngraph --epochs 10");
      testing::settle(30);
      QCOMPARE(window.width(), width);  // immediately, although the inspector folds on the way
      for (const QLabel* label : window.statusLine().findChildren<QLabel*>()) {
        if (!label->isVisible() || !label->text().contains("●")) continue;
        QVERIFY(label->width() >= label->sizeHint().width());
        QVERIFY(label->geometry().right() < window.statusLine().width());
      }
      for (QWidget* each :
           {static_cast<QWidget*>(window.toolBar().slider()), window.findChild<QWidget*>("goto")})
        QVERIFY(!each->visibleRegion().isEmpty());
      for (const QToolButton* button : window.statusLine().findChildren<QToolButton*>())
        if (button->isVisible() && button->text().startsWith("$"))
          QVERIFY(button->width() < width / 3 + 60);
    }
  }
};

NGRAPH_VIEW_TEST(PanelSizesTest)
#include "panel_sizes_test.moc"
