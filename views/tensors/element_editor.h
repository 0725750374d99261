// SPDX-License-Identifier: Apache-2.0
// Line edit over a number to enter another one: Enter or a click outside accepts, Esc cancels.
#pragma once

#include <QLineEdit>
#include <optional>

#include "engine/base/number.h"

namespace ng::views {

class ElementEditor : public QLineEdit {
  Q_OBJECT

 public:
  // Its digits cover those painted in `over`: at the left or the right of `number`, in `font`.
  // Deletes itself. `shown`: the number, whose text is no edit.
  ElementEditor(QWidget* over, const QRect& number, const QFont& font, Qt::Alignment alignment,
                const QString& shown);

 signals:
  void taken(const Number& value);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void place(const QRect& number);
  std::optional<Number> number() const;
  void leave();
};

}  // namespace ng::views
