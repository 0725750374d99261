// SPDX-License-Identifier: Apache-2.0
// A main window whose documents are edited by mouse and keyboard events.
#pragma once

#include <QApplication>
#include <QTest>
#include <algorithm>

#include "app/drafts/draft_editor.h"
#include "app/window/main_window.h"
#include "engine/records/document_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/waits.h"
#include "views/build/build_view.h"
#include "views/build/function_list.h"
#include "views/graph/editing/build_layer.h"
#include "views/graph/graph_view.h"
#include "views/widgets/code/expression_field.h"

namespace ng::testing {

using namespace ng::views;

struct BuildWindow {
  explicit BuildWindow(const QString& journals = {}) : editor(session, journals) {
    window = std::make_unique<MainWindow>(
        session, StartSources{testing::sourceFile("sample_graphs"), {}, {}}, nullptr, &editor);
    window->resize(1600, 1000);
    window->show();
    if (!QTest::qWaitForWindowActive(window.get(), patience)) qWarning("the window is not active");
  }
  GraphView& graph() { return *qobject_cast<GraphView*>(window->docks().view("graph")); }
  GraphCanvas& canvas() { return graph().canvas(); }
  BuildView& build() { return *qobject_cast<BuildView*>(window->docks().view("build")); }

  OpId op(const QString& name) const {
    const DocumentRecordPtr document = session.documents.document();
    if (!document) return 0;
    for (const OpRecord& each : document->graph->ops)
      if (each.name == name.toStdString()) return each.id;
    return 0;
  }
  // Waits until the draft has been compiled and drawn.
  bool settled() {
    return QTest::qWaitFor(
        [this] {
          const DocumentRecordPtr document = session.documents.document();
          if (!document || session.compilations.compileProgress().busy) return false;
          const auto drawn = [this](const OpRecord& each) {
            return each.op == "constant" || canvas().scene().find(each.id) >= 0;
          };
          return std::all_of(document->graph->ops.begin(), document->graph->ops.end(), drawn);
        },
        patience);
  }
  void type(const QString& line) {
    QTest::keyClicks(&build().field(), line);
    QTest::keyClick(&build().field(), Qt::Key_Return);
    if (!build().create().isHidden()) QTest::keyClick(&build().field(), Qt::Key_Return);
  }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : window.get(), key, modifiers);
  }
  // Drags from a card's port to a point of the canvas; the button stays pressed.
  void drag(OpId from, QPoint to) {
    const QPoint start = graph().build()->port(from).toPoint();
    move(canvas().cardRect(from).center().toPoint(), Qt::NoButton);
    move(start - QPoint(0, 2), Qt::NoButton);
    QTest::mousePress(&canvas(), Qt::LeftButton, {}, start);
    for (int k = 1; k <= 4; ++k) move(start + (to - start) * k / 4);
  }
  // QTest's mouse moves do not report pressed buttons.
  void move(QPoint to, Qt::MouseButtons buttons = Qt::LeftButton) {
    QMouseEvent moved(QEvent::MouseMove, to, canvas().mapToGlobal(QPointF(to)), Qt::NoButton,
                      buttons, Qt::NoModifier);
    QCoreApplication::sendEvent(&canvas(), &moved);
  }
  void link(OpId from, OpId to, double where = 0.5) {
    const QRectF rect = canvas().cardRect(to);
    const QPoint at(static_cast<int>(rect.left() + rect.width() * where),
                    static_cast<int>(rect.center().y()));
    drag(from, at);
    QTest::mouseRelease(&canvas(), Qt::LeftButton, {}, at);
  }
  QModelIndex function(const QString& name) {
    const QAbstractItemModel* model = build().list().model();
    for (int row = 0; row < model->rowCount(); ++row)
      if (model->index(row, 0).data() == name) return model->index(row, 0);
    return {};
  }
  // A completion popup leaves the window inactive on this platform.
  void toCanvas() {
    window->activateWindow();
    if (!QTest::qWaitForWindowActive(window.get(), patience)) qWarning("the window is not active");
    canvas().setFocus();
  }
  QPoint functionPoint(const QString& name) {
    testing::settle(20);  // wait for the list's layout
    const QModelIndex index = function(name);
    build().list().scrollTo(index);
    return build().list().visualRect(index).center();
  }
  void doubleClick(const QString& name) {
    QTest::mouseDClick(build().list().viewport(), Qt::LeftButton, {}, functionPoint(name));
  }
  void dragFunction(const QString& name, QPoint to) {
    QWidget* list = build().list().viewport();
    const QPoint from = functionPoint(name);
    QTest::mousePress(list, Qt::LeftButton, {}, from);
    const QPoint target = list->mapFromGlobal(canvas().mapToGlobal(to));
    for (int k = 1; k <= 3; ++k) {
      const QPoint at = from + (target - from) * k / 3;
      QMouseEvent moved(QEvent::MouseMove, at, list->mapToGlobal(QPointF(at)), Qt::NoButton,
                        Qt::LeftButton, Qt::NoModifier);
      QCoreApplication::sendEvent(list, &moved);
    }
    QTest::mouseRelease(list, Qt::LeftButton, {}, target);
  }
  bool finished() {
    return QTest::qWaitFor([this] { return session.run.status().state == RunState::finished; },
                           patience);
  }

  EngineSession session;
  DraftEditor editor;
  std::unique_ptr<MainWindow> window;
};

}  // namespace ng::testing
