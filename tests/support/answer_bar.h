// SPDX-License-Identifier: Apache-2.0
// Answers the bar that asks before unsaved work ends, and its file dialog, by mouse and keyboard.
#pragma once

#include <QAbstractButton>
#include <QApplication>
#include <QDeadlineTimer>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QTest>
#include <QTimer>
#include <functional>

#include "app/window/main_window.h"
#include "app/window/unsaved_strip.h"
#include "tests/support/waits.h"

namespace ng::testing {

// Clicks a button of the bar; false: the bar does not show it.
inline bool answer(views::MainWindow& window, const QString& text) {
  for (QAbstractButton* each : window.edits().unsaved().findChildren<QAbstractButton*>()) {
    if (each->text() != text || !each->isVisible()) continue;
    QTest::mouseClick(each, Qt::LeftButton);
    return true;
  }
  return false;
}

// Calls `act` with the next modal dialog of this class, as soon as it is shown. A dialog of another
// class is closed, and the test fails: it would wait for an answer forever. Ends with the test
// function.
template <class Dialog>
void withNextDialog(std::function<void(Dialog&)> act) {
  const auto running = [] {
    return QByteArray(QTest::currentTestFunction()) + ' ' + QTest::currentDataTag();
  };
  auto* timer = new QTimer(qApp);
  QObject::connect(timer, &QTimer::timeout, timer, [=, by = running(), act = std::move(act)] {
    if (running() != by) return timer->deleteLater();
    QWidget* shown = QApplication::activeModalWidget();
    if (shown == nullptr || !shown->isVisible()) return;
    timer->stop();
    timer->deleteLater();
    if (auto* dialog = qobject_cast<Dialog*>(shown)) return act(*dialog);
    const auto name = QByteArray("not the expected dialog: ") + shown->metaObject()->className();
    shown->close();
    QFAIL(name);
  });
  timer->start(10);
}

// Types a name into the next file dialog and presses Save, again until the dialog has read the
// folder and takes it.
inline void saveNextDialogAs(const QString& path) {
  withNextDialog<QFileDialog>([path](QFileDialog& dialog) {
    const auto save = [&dialog, path, limit = QDeadlineTimer(patience)] {
      if (!dialog.isVisible()) return;
      if (limit.hasExpired()) {
        dialog.reject();
        QFAIL(qPrintable("the dialog does not save as " + path));
      }
      auto* name = dialog.findChild<QLineEdit*>("fileNameEdit");
      name->selectAll();
      QTest::keyClicks(name, path);
      auto* button = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
      QTest::keyClick(button, Qt::Key_Space);
      if (dialog.isVisible()) QMetaObject::invokeMethod(&dialog, "accept");
    };
    auto* timer = new QTimer(&dialog);
    QObject::connect(timer, &QTimer::timeout, timer, save);
    timer->start(100);
    save();
  });
}

}  // namespace ng::testing
