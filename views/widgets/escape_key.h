// SPDX-License-Identifier: Apache-2.0
// A widget that can be dismissed takes Esc before the window's own Esc does.
#pragma once

#include <QKeyEvent>

namespace ng::views {

// From QWidget::event(): accepts the key's ShortcutOverride, so that the key press itself follows.
inline bool takesEscape(QEvent* event) {
  const bool takes = event->type() == QEvent::ShortcutOverride &&
                     static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
  if (takes) event->accept();
  return takes;
}

}  // namespace ng::views
