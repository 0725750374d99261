// SPDX-License-Identifier: Apache-2.0
#include "views/tensors/element_editor.h"

#include <QKeyEvent>
#include <QStyleOptionFrame>

#include "views/core/theme/theme.h"
#include "views/widgets/escape_key.h"

namespace ng::views {

ElementEditor::ElementEditor(QWidget* over, const QRect& number, const QFont& font,
                             Qt::Alignment alignment, const QString& shown)
    : QLineEdit(over) {
  setFont(font);
  setAlignment(alignment);
  setText(shown);
  setToolTip(
      tr("A number, nan or inf. Enter or a click outside shows what would change; the run is not "
         "affected."));
  place(number);
  selectAll();
  show();
  setFocus();
  connect(this, &QLineEdit::returnPressed, this, [this, shown] {
    if (text() == shown) return leave();
    const std::optional<Number> entered = this->number();
    if (!entered) {
      QPalette wrong = palette();
      wrong.setColor(QPalette::Text, Theme::current().colours().error);
      return setPalette(wrong);
    }
    emit taken(*entered);
    leave();
  });
}

// A cell can be narrower than the editor, which then exceeds it on the side without digits. Where
// there is no room for that, a margin keeps the digits in place.
void ElementEditor::place(const QRect& number) {
  // QLineEdit keeps a margin around the text, and room for the cursor after it.
  constexpr int leastWidth = 104, textMargin = 2, cursorRoom = 3;
  ensurePolished();  // the style sheet has the padding
  QStyleOptionFrame option;
  initStyleOption(&option);
  const int inset =
      style()->subElementRect(QStyle::SE_LineEditContents, &option, this).left() + textMargin;
  const int needed = std::max(number.width(), fontMetrics().horizontalAdvance(text()) + cursorRoom);
  const int width = std::max(needed + 2 * inset, leastWidth);
  const int height = std::max(26, fontMetrics().height() + 8);
  const bool right = alignment().testFlag(Qt::AlignRight);
  const int left = right ? number.right() + 1 + inset + cursorRoom - width : number.left() - inset;
  setGeometry(std::max(0, left), number.center().y() - height / 2, width, height);
  if (left < 0 && right) setTextMargins(0, 0, -left, 0);
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

std::optional<Number> ElementEditor::number() const {
  const QString entered = text().trimmed().replace(QChar(0x2212), u'-');
  if (const auto integer = number_from(entered.toStdString())) return integer;
  bool right = false;  // Qt also knows "+1" and "inf"
  const double real = entered.toDouble(&right);
  return right ? std::optional<Number>(real) : std::nullopt;
}

void ElementEditor::leave() {
  hide();
  deleteLater();
}

void ElementEditor::focusOutEvent(QFocusEvent* event) {
  QLineEdit::focusOutEvent(event);
  const bool outside = event->reason() == Qt::MouseFocusReason && isModified() && !isHidden();
  if (const std::optional<Number> entered = number(); outside && entered)
    QMetaObject::invokeMethod(
        this, [this, value = *entered] { emit taken(value); }, Qt::QueuedConnection);
  leave();
}

}  // namespace ng::views
