// SPDX-License-Identifier: Apache-2.0
// Lets a widget that can be dismissed handle Esc before the window does.
#pragma once

#include <QKeyEvent>

namespace ng::views {

// Call it from QWidget::event(): accepts the ShortcutOverride of Esc so that the widget receives
// the key press.
inline bool takesEscape(QEvent* event) {
  const bool takes = event->type() == QEvent::ShortcutOverride &&
                     static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
  if (takes) event->accept();
  return takes;
}

}  // namespace ng::views
