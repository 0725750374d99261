// SPDX-License-Identifier: Apache-2.0
// An icon, a sentence and a button, centred.
#include "views/widgets/empty_state.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/core/theme/theme.h"

namespace ng::views {
namespace {

constexpr int iconSize = 32;

// The icon in one flat grey, at the screen's resolution.
QPixmap greyed(const QString& name, qreal ratio) {
  QPixmap pixmap = Theme::current().icon(name).pixmap(QSize(iconSize, iconSize), ratio);
  if (pixmap.isNull()) return pixmap;
  QPainter painter(&pixmap);
  painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
  painter.fillRect(QRect(0, 0, iconSize, iconSize), Theme::current().colours().disabledText);
  return pixmap;
}

}  // namespace

EmptyState::EmptyState(const QString& icon, const QString& sentence, QWidget* parent)
    : QWidget(parent),
      iconName_(icon),
      picture_(new QLabel),
      words_(new QLabel(sentence)),
      button_(new QPushButton) {
  picture_->setAlignment(Qt::AlignCenter);
  words_->setAlignment(Qt::AlignCenter);
  words_->setWordWrap(true);
  words_->setTextFormat(Qt::PlainText);
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  button_->hide();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(2 * metrics::grid, metrics::grid, 2 * metrics::grid, metrics::grid);
  column->setSpacing(metrics::grid);
  column->addStretch(2);
  column->addWidget(picture_);
  column->addWidget(words_);
  column->addWidget(button_, 0, Qt::AlignHCenter);
  column->addStretch(3);
  connect(button_, &QPushButton::clicked, this, &EmptyState::pressed);
  connect(&Theme::current(), &Theme::changed, this, &EmptyState::followTheme);
  followTheme();
}

void EmptyState::setIcon(const QString& icon) {
  iconName_ = icon;
  followTheme();
}

void EmptyState::setSentence(const QString& sentence) {
  words_->setText(sentence);
  fit();
}

QString EmptyState::sentence() const {
  return words_->text();
}

void EmptyState::setButton(const QString& text, const QString& key) {
  button_->setText(key.isEmpty() ? text : text + QStringLiteral("   ") + key);
  button_->setVisible(!text.isEmpty());
  fit();
}

void EmptyState::resizeEvent(QResizeEvent* event) {
  fit();
  QWidget::resizeEvent(event);
}

void EmptyState::fit() {
  constexpr int side = 2 * metrics::grid;
  int needed = words_->heightForWidth(width() - 2 * side);
  if (!button_->isHidden()) needed += metrics::grid + button_->sizeHint().height();
  const bool margins = needed + 2 * metrics::grid <= height();
  picture_->setVisible(needed + iconSize + 3 * metrics::grid <= height());
  layout()->setContentsMargins(side, margins ? metrics::grid : 0, side,
                               margins ? metrics::grid : 0);
}

void EmptyState::followTheme() {
  const Theme& theme = Theme::current();
  picture_->setPixmap(greyed(iconName_, devicePixelRatioF()));
  words_->setFont(theme.uiFont());
  QPalette palette = words_->palette();
  palette.setColor(QPalette::WindowText, theme.colours().dimText);
  words_->setPalette(palette);
}

}  // namespace ng::views
