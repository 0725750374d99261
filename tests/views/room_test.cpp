// SPDX-License-Identifier: Apache-2.0
// Tests the room of the views: one is maximized and restored, F5 raises the curves, the tool bar
// switches layouts, and no button is clipped in common window sizes.
#include <QAbstractButton>
#include <QDockWidget>
#include <QMenu>
#include <QTabBar>
#include <QToolButton>

#include "app/window/panels/maximized_view.h"
#include "app/window/tool_bar.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/view_table.h"

using namespace ng;
using namespace ng::testing;

class RoomTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { w_.reset(); }
  void aTabIsMaximizedAndRestored();
  void theKeyMaximizesTheFocusedView();
  void theGraphHoldsStill();
  void anotherViewRestoresAll();
  void aMaximizedViewIsNotTheSavedLayout();
  void f5RaisesTheCurves();
  void theToolBarSwitchesLayouts();
  void theGraphHasAThirdAfterARun();
  void noButtonIsClipped_data();
  void noButtonIsClipped();

 private:
  Docks& docks() { return w_->window->docks(); }
  bool shown(const char* id) { return !docks().view(id)->visibleRegion().isEmpty(); }
  void focus(const char* id) {
    w_->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(w_->window.get(), patience));
    docks().raise(id);
    testing::settle(20);
  }
  std::unique_ptr<BuildWindow> w_;
};

void RoomTest::init() {
  QSettings().clear();
  w_ = std::make_unique<BuildWindow>();
  w_->window->open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  QTRY_VERIFY(w_->session.compilations.compilation() && w_->op("W") != 0);
  QTRY_VERIFY(!w_->session.values.series().empty());
  testing::settle(50);
}

void RoomTest::aTabIsMaximizedAndRestored() {
  docks().raise("kernels");
  testing::settle(20);
  QTabBar* bar = nullptr;
  int tab = -1;
  for (QTabBar* each : w_->window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
    for (int i = 0; i < each->count(); ++i)
      if (each->isVisible() && each->tabText(i) == "Kernels") bar = each, tab = i;
  QVERIFY(bar);
  const QSize before = docks().view("kernels")->size();
  QTest::mouseDClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
  testing::settle(20);
  QVERIFY(shown("kernels"));
  QVERIFY(!shown("graph") && !shown("inspector") && !shown("tensors"));
  QVERIFY(docks().view("kernels")->width() > 0.95 * w_->window->width());
  QVERIFY(w_->window->actions()["window.maximize"]->isChecked());
  w_->key(Qt::Key_M, Qt::ControlModifier);
  testing::settle(20);
  QVERIFY(shown("kernels") && shown("graph") && shown("inspector") && shown("tensors"));
  QCOMPARE(docks().view("kernels")->size(), before);
  QVERIFY(!w_->window->actions()["window.maximize"]->isChecked());
}

void RoomTest::theKeyMaximizesTheFocusedView() {
  QStringList left;  // what takes their focus is hidden or disabled
  for (const View& row : viewTable()) {
    focus(row.id);
    QWidget* view = docks().view(row.id);
    if (!view->isAncestorOf(QApplication::focusWidget()) && QApplication::focusWidget() != view) {
      const QWidget* target = view;
      while (target->focusProxy() != nullptr) target = target->focusProxy();
      QVERIFY2(!target->isVisible() || !target->isEnabled(), row.id);
      left << row.id;
      continue;
    }
    w_->key(Qt::Key_M, Qt::ControlModifier);
    testing::settle(20);
    QVERIFY2(shown(row.id), row.id);
    for (const View& other : viewTable())
      if (QString(other.id) != row.id) QVERIFY2(!shown(other.id), other.id);
    w_->key(Qt::Key_M, Qt::ControlModifier);
    testing::settle(20);
    QVERIFY2(shown(row.id) && shown("graph"), row.id);
  }
  const std::ptrdiff_t views = std::ssize(viewTable()), tested = views - left.size();
  qInfo("%td of %td views, without: %s", tested, views, qPrintable(left.join(' ')));
  QVERIFY2(2 * tested > views, qPrintable(left.join(' ')));
}

// While other views are maximized and other layouts are shown; the user moved the graph before.
void RoomTest::theGraphHoldsStill() {
  w_->canvas().camera().zoomBy(1.3);
  w_->canvas().camera().panBy({-130, -90});
  const QPointF centre = w_->canvas().camera().visibleArea().center();
  const double scale = w_->canvas().camera().scale();
  const auto moved = [&] {
    return QLineF(w_->canvas().camera().visibleArea().center(), centre).length();
  };
  for (const char* id : {"run", "tensors", "inspector", "graph"}) {
    focus(id);
    for (int i = 0; i < 2; ++i) {
      w_->key(Qt::Key_M, Qt::ControlModifier);
      testing::settle(50);
    }
    QVERIFY2(moved() < 2, qPrintable(QString("%1: %2").arg(id).arg(moved())));
  }
  for (const auto layout : {Qt::Key_4, Qt::Key_2, Qt::Key_1}) {
    w_->key(layout, Qt::AltModifier);
    testing::settle(50);
    focus("graph");
    for (int i = 0; i < 2; ++i) w_->key(Qt::Key_M, Qt::ControlModifier), testing::settle(50);
  }
  QVERIFY2(moved() < 2, qPrintable(QString::number(moved())));
  QCOMPARE(w_->canvas().camera().scale(), scale);
}

void RoomTest::anotherViewRestoresAll() {
  focus("run");
  w_->key(Qt::Key_M, Qt::ControlModifier);
  QVERIFY(docks().maximized().active() && !shown("graph"));
  w_->window->workspace().selection.selectOp(w_->op("W"));
  QVERIFY(docks().maximized().active());  // a click elsewhere is no reason
  w_->window->workspace().selection.reveal(Facet::op);
  QVERIFY(!docks().maximized().active());
  QTRY_VERIFY(shown("graph"));
  focus("run");
  w_->key(Qt::Key_M, Qt::ControlModifier);
  w_->key(Qt::Key_2, Qt::AltModifier);
  QVERIFY(!docks().maximized().active());
  QTRY_VERIFY(shown("kernels") && shown("graph"));
  w_->window->goHome();
  QVERIFY(w_->window->atStart());
  w_->window->goHome();
  QTRY_VERIFY(shown("graph"));
}

void RoomTest::aMaximizedViewIsNotTheSavedLayout() {
  focus("run");
  w_->key(Qt::Key_M, Qt::ControlModifier);
  w_->window->close();
  w_ = std::make_unique<BuildWindow>();
  w_->window->open(testing::sourceFile("sample_graphs/01_x_plus_one.ngraph"));
  QTRY_VERIFY(w_->session.compilations.compilation() != nullptr);
  QTRY_VERIFY(shown("graph") && shown("run") && shown("inspector"));
}

void RoomTest::f5RaisesTheCurves() {
  docks().raise("kernels");
  testing::settle(20);
  QVERIFY(!shown("run"));
  w_->session.run.setPace(0);
  w_->toCanvas();
  w_->key(Qt::Key_F5);
  QTRY_VERIFY(shown("run"));
  QVERIFY(w_->canvas().hasFocus());
  QVERIFY(w_->finished());
  w_->key(Qt::Key_4, Qt::AltModifier);  // Profile shows the run on its timeline
  QTRY_VERIFY(shown("timeline"));
  w_->key(Qt::Key_F5);
  testing::settle(50);
  QVERIFY(shown("timeline"));
}

void RoomTest::theToolBarSwitchesLayouts() {
  auto* layouts = w_->window->toolBar().findChild<QToolButton*>("layouts");
  QVERIFY(layouts && layouts->isVisible());
  for (QAction* action : layouts->menu()->actions())
    if (action->text() == "Layout: Profile") action->trigger();
  QCOMPARE(docks().layout(), QString("profile"));
}

void RoomTest::theGraphHasAThirdAfterARun() {
  w_->window->resize(1280, 720);
  w_->session.run.setPace(0);
  w_->session.run.run();
  QVERIFY(w_->finished());
  testing::settle(50);
  QCOMPARE(w_->window->size(), QSize(1280, 720));
  const QSize graph = docks().view("graph")->size();
  QVERIFY2(3 * graph.width() * graph.height() >= 1280 * 720,
           qPrintable(QString("%1 x %2").arg(graph.width()).arg(graph.height())));
  const ToolBar& bar = w_->window->toolBar();  // whose texts are now the longest
  for (const QWidget* part : bar.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
    if (part->isVisible())
      QVERIFY2(bar.rect().contains(part->geometry()), part->metaObject()->className());
}

void RoomTest::noButtonIsClipped_data() {
  QTest::addColumn<QSize>("size");
  QTest::addRow("1280x720") << QSize(1280, 720);
  QTest::addRow("1920x1080") << QSize(1920, 1080);
  QTest::addRow("1920x1080 at 200 percent") << QSize(960, 540);
}

// A button may be outside of a scroll area; it must not be narrower than its text, nor cut by the
// panel.
void RoomTest::noButtonIsClipped() {
  QFETCH(QSize, size);
  w_->window->resize(size);
  QStringList faults;
  for (const View& row : viewTable()) {
    QWidget* view = docks().view(row.id);
    docks().raise(row.id);
    testing::settle(30);
    QList<QTabBar*> tabs = view->findChildren<QTabBar*>();
    const int pages = tabs.isEmpty() ? 1 : std::max(1, tabs[0]->count());
    for (int page = 0; page < pages; ++page) {
      if (pages > 1) tabs[0]->setCurrentIndex(page);
      testing::settle(10);
      for (const QAbstractButton* button : view->findChildren<QAbstractButton*>()) {
        if (!button->isVisible() || button->text().isEmpty() || button->visibleRegion().isEmpty())
          continue;
        const auto* tool = qobject_cast<const QToolButton*>(button);
        if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly) continue;
        if (button->visibleRegion().boundingRect().width() < button->minimumSizeHint().width())
          faults << QString("%1: '%2' %3 of %4 px")
                        .arg(row.id, button->text())
                        .arg(button->visibleRegion().boundingRect().width())
                        .arg(button->minimumSizeHint().width());
      }
    }
  }
  QVERIFY2(faults.isEmpty(), qPrintable(faults.join("\n")));
}

NGRAPH_VIEW_TEST(RoomTest)
#include "room_test.moc"
