// SPDX-License-Identifier: Apache-2.0
// Answers the bar that asks before unsaved work ends, and its file dialog, by mouse and keyboard.
#pragma once

#include <QAbstractButton>
#include <QApplication>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QTest>
#include <QTimer>

#include "app/window/main_window.h"
#include "app/window/unsaved_strip.h"

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

// Types a name into the next file dialog and presses Save.
inline void saveNextDialogAs(const QString& path) {
  QTimer::singleShot(300, [path] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    if (dialog == nullptr) return;
    auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
    name->selectAll();
    QTest::keyClicks(name, path);
    auto* save = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
    QTest::keyClick(save, Qt::Key_Space);
    if (dialog->isVisible()) QMetaObject::invokeMethod(dialog, "accept");
    QTimer::singleShot(2000, dialog, &QDialog::reject);  // so that the test cannot hang
  });
}

}  // namespace ng::testing
