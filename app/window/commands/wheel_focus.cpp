// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/wheel_focus.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>

namespace ng::views {
namespace {

QWidget* fieldOf(QObject* watched) {
  if (auto* combo = qobject_cast<QComboBox*>(watched)) return combo;
  return qobject_cast<QAbstractSpinBox*>(watched);
}

// The embedded line edit of a combo box or spin box holds its focus.
bool hasFocus(const QWidget& field) {
  const QWidget* focus = QApplication::focusWidget();
  return focus != nullptr && (focus == &field || field.isAncestorOf(focus));
}

}  // namespace

WheelFocus::WheelFocus(QObject* parent) : QObject(parent) {
  qApp->installEventFilter(this);
}

bool WheelFocus::eventFilter(QObject* watched, QEvent* event) {
  const QEvent::Type type = event->type();
  if (type != QEvent::Polish && type != QEvent::Wheel) return false;
  QWidget* const field = fieldOf(watched);
  if (field == nullptr) return false;
  if (type == QEvent::Polish) {  // Qt's combo boxes take the focus from the wheel
    if (field->focusPolicy() == Qt::WheelFocus) field->setFocusPolicy(Qt::StrongFocus);
    return false;
  }
  if (hasFocus(*field)) return false;
  event->ignore();  // passed on to the parent
  return true;
}

}  // namespace ng::views
