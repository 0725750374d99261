// SPDX-License-Identifier: Apache-2.0
#include "views/tensors/element_editor.h"

#include <QKeyEvent>

#include "views/core/theme/theme.h"
#include "views/widgets/escape_key.h"
#include "views/widgets/number_text.h"

namespace ng::views {

ElementEditor::ElementEditor(QWidget* over, const QRect& rect, double value) : QLineEdit(over) {
  setFont(Theme::current().monoFont());
  setAlignment(Qt::AlignRight);
  setText(valueText(value, 9));
  setToolTip(tr("A number, nan or inf. Enter shows what would change; the run is not affected."));
  const int width = std::max(rect.width(), 104);
  constexpr int height = 26;
  setGeometry(
      QRect(std::max(0, rect.right() - width + 1), rect.center().y() - height / 2, width, height));
  selectAll();
  show();
  setFocus();
  connect(this, &QLineEdit::returnPressed, this, [this] {
    bool right = false;
    QString text = this->text().trimmed();
    const double number = text.replace(QChar(0x2212), u'-').toDouble(&right);
    if (!right) {
      QPalette wrong = palette();
      wrong.setColor(QPalette::Text, Theme::current().colours().error);
      return setPalette(wrong);
    }
    emit taken(number);
    leave();
  });
}

bool ElementEditor::event(QEvent* event) {
  return takesEscape(event) || QLineEdit::event(event);
}

// Accepts every key: an Enter passed on to the grid would open the next editor.
void ElementEditor::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return leave();
  QLineEdit::keyPressEvent(event);
  event->accept();
}

void ElementEditor::leave() {
  hide();
  deleteLater();
}

void ElementEditor::focusOutEvent(QFocusEvent* event) {
  QLineEdit::focusOutEvent(event);
  leave();
}

}  // namespace ng::views
