// SPDX-License-Identifier: Apache-2.0
// Tests a window of 800 x 600: titles of tabs can be recognised, and no label of the tool bar is
// cut, in every layout. A wider one keeps the buttons of the tool bar.
#include <QComboBox>
#include <QLabel>
#include <QSplitter>
#include <QStyleOptionTab>
#include <QTabBar>
#include <QToolButton>

#include "app/window/tool_bar.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/core/theme/theme.h"

using namespace ng;
using namespace ng::testing;

namespace {

struct DrawnTabs : QTabBar {
  // As it is drawn, with "…" in place of what has no room.
  static QString text(const QTabBar& bar, int tab) {
    QStyleOptionTab option;
    (bar.*&DrawnTabs::initStyleOption)(&option, tab);
    return option.text;
  }
};

}  // namespace

class SmallWindowTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { w_.reset(); }
  void tabsKeepTheirTitles();
  void theToolBarIsNotCut();
  void theToolBarKeepsItsButtons_data();
  void theToolBarKeepsItsButtons();
  void theBuildPanelDoesNotOverlapItself();
  void thePositionOfTheDebuggerIsNotCovered();

 private:
  template <class Check>
  void inEveryLayout(Check&& check) {
    for (const LayoutRow& row : layoutTable()) {
      w_->window->docks().setLayout(row.id);
      testing::settle(50);
      QCOMPARE(w_->window->size(), QSize(800, 600));
      check();
      if (QTest::currentTestFailed()) return;
    }
  }
  std::unique_ptr<BuildWindow> w_;
};

void SmallWindowTest::init() {
  QSettings().clear();
  w_ = std::make_unique<BuildWindow>();
  w_->window->resize(800, 600);
  w_->window->open(testing::sourceFile("sample_graphs/06_mlp.ngraph"));
  QTRY_VERIFY(w_->session.compilations.compilation() != nullptr);
  w_->session.run.stepIteration();
  QTRY_COMPARE(w_->session.run.status().state, RunState::paused);
}

void SmallWindowTest::tabsKeepTheirTitles() {
  int tabs = 0;
  inEveryLayout([&] {
    for (const QTabBar* bar : w_->window->findChildren<QTabBar*>()) {
      for (int i = 0; bar->isVisible() && i < bar->count(); ++i) {
        if (!bar->isTabVisible(i) || bar->tabText(i).isEmpty()) continue;
        const QString drawn = DrawnTabs::text(*bar, i).remove(QChar(0x2026)).trimmed();
        QVERIFY2(!drawn.isEmpty(), qPrintable(bar->tabText(i)));
        ++tabs;
      }
    }
  });
  QVERIFY(tabs > 8);
}

void SmallWindowTest::theToolBarIsNotCut() {
  int labels = 0;
  inEveryLayout([&] {
    const ToolBar& bar = w_->window->toolBar();
    for (const QLabel* label : bar.findChildren<QLabel*>()) {
      if (!label->isVisible() || label->text().isEmpty()) continue;
      ++labels;
      QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
    }
    for (const QToolButton* button : bar.findChildren<QToolButton*>()) {
      if (!button->isVisible()) continue;
      QVERIFY2(button->width() >= button->minimumSizeHint().width(), qPrintable(button->text()));
    }
    for (const QComboBox* box : bar.findChildren<QComboBox*>()) {
      if (!box->isVisible()) continue;
      QVERIFY2(box->width() >= box->fontMetrics().horizontalAdvance(box->currentText()),
               qPrintable(box->currentText()));
    }
    for (const QWidget* part : bar.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
      if (part->isVisible())
        QVERIFY2(bar.rect().contains(part->geometry()), part->metaObject()->className());
  });
  QVERIFY(labels > 0);
}

void SmallWindowTest::theToolBarKeepsItsButtons_data() {
  QTest::addColumn<int>("width");
  QTest::addRow("1280") << 1280;
  QTest::addRow("1000") << 1000;
}

// Also while it shows the ranks and the way back to the latest iteration.
void SmallWindowTest::theToolBarKeepsItsButtons() {
  QFETCH(int, width);
  w_->session.compilations.setRanks("N=2");
  QTRY_VERIFY(!w_->session.compilations.compileProgress().busy);
  w_->window->resize(width, 720);
  w_->session.run.run();
  QVERIFY(w_->finished());
  w_->session.run.showIteration(1);
  QTRY_VERIFY(w_->window->toolBar().now()->isVisible());
  testing::settle(50);
  const ToolBar& bar = w_->window->toolBar();
  QVERIFY(!bar.ranksText().isEmpty());
  const auto* more = bar.findChild<QToolButton*>("qt_toolbar_ext_button");
  QVERIFY(!more->isVisible());
  QCOMPARE(more->icon().pixmap(metrics::icon).toImage(),
           Theme::current().icon("more").pixmap(metrics::icon).toImage());
  QVERIFY(bar.widgetForAction(w_->window->actions()["view.dark"])->isVisible());
}

void SmallWindowTest::thePositionOfTheDebuggerIsNotCovered() {
  w_->window->resize(w_->window->minimumWidth(), 630);
  w_->window->showView("debug");
  testing::settle(50);
  int parts = 0;
  for (const QSplitter* splitter : w_->window->docks().view("debug")->findChildren<QSplitter*>()) {
    for (int i = 1; splitter->isVisible() && i < splitter->count(); ++i, ++parts)
      QVERIFY(splitter->widget(i)->x() > splitter->widget(i - 1)->geometry().right());
  }
  QCOMPARE(parts, 2);
}

void SmallWindowTest::theBuildPanelDoesNotOverlapItself() {
  w_->window->docks().setLayout("build");
  for (const int height : {600, 420, 1000}) {
    w_->window->resize(800, height);
    testing::settle(50);
    const auto parts = w_->build().findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (const QWidget* a : parts)
      for (const QWidget* b : parts)
        if (a < b && a->isVisible() && b->isVisible())
          QVERIFY2(!a->geometry().intersects(b->geometry()), qPrintable(QString::number(height)));
  }
}

NGRAPH_VIEW_TEST(SmallWindowTest)
#include "small_window_test.moc"
