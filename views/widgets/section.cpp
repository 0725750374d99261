// SPDX-License-Identifier: Apache-2.0
// A scrolling column of headed sections.
#include "views/widgets/section.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "views/core/theme/theme.h"
#include "views/widgets/fitting_text.h"

namespace ng::views {
namespace {

constexpr int margin = 2 * metrics::grid;

QLabel* label(const QString& text, const QFont& font, const QColor& colour) {
  auto* made = new QLabel(text);
  made->setFont(font);
  made->setTextFormat(Qt::PlainText);
  QPalette palette = made->palette();
  palette.setColor(QPalette::WindowText, colour);
  made->setPalette(palette);
  return made;
}

QWidget* line() {
  auto* made = new QWidget;
  made->setFixedHeight(1);
  made->setAutoFillBackground(true);
  const auto follow = [made] {
    QPalette palette = made->palette();
    palette.setColor(QPalette::Window, Theme::current().colours().separator);
    made->setPalette(palette);
  };
  follow();
  QObject::connect(&Theme::current(), &Theme::changed, made, follow);
  return made;
}

QHBoxLayout* rowLayout(QWidget* row, int height) {
  row->setFixedHeight(height);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(margin, 0, margin, 0);
  layout->setSpacing(metrics::grid);
  return layout;
}

class FactRow : public QWidget {
 public:
  FactRow(const QString& name, const QString& value) : name_(name), value_(value) {
    setFixedHeight(metrics::row);
    setToolTip(value);
    setAccessibleName(name + u' ' + value);
    auto* copy = new QAction(QObject::tr("Copy"), this);
    connect(copy, &QAction::triggered, this,
            [this] { QApplication::clipboard()->setText(value_); });
    addAction(copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setFont(theme.tableFont());
    painter.setPen(theme.colours().dimText);
    const QRect box = rect().adjusted(margin, 0, -margin, 0);
    const int label = painter.fontMetrics().horizontalAdvance(name_) + metrics::grid;
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, name_);
    painter.setFont(theme.monoFont());
    painter.setPen(theme.colours().text);
    const int room = std::max(2 * metrics::row, box.width() - label);
    painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter,
                     fittingText(value_, painter.fontMetrics(), room, Qt::ElideRight));
  }

 private:
  QString name_, value_;
};

}  // namespace

SectionColumn::SectionColumn(QWidget* parent) : QScrollArea(parent) {
  setFrameShape(NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  verticalScrollBar()->setSingleStep(metrics::row);
  clear();
}

void SectionColumn::clear(bool keepPlace) {
  place_ = keepPlace ? verticalScrollBar()->value() : 0;
  body_ = std::make_unique<QWidget>();
  rows_ = new QVBoxLayout(body_.get());
  rows_->setContentsMargins(0, 0, 0, metrics::grid);
  rows_->setSpacing(0);
}

void SectionColumn::heading(const QString& text, const QString& detail) {
  const Theme& theme = Theme::current();
  if (rows_->count() > 0) {
    space(metrics::grid);
    rows_->addWidget(line());
  }
  auto* row = new QWidget;
  auto* layout = rowLayout(row, metrics::strip);
  QFont font = theme.captionFont();
  font.setWeight(QFont::DemiBold);
  layout->addWidget(label(text, font, theme.colours().dimText), 1);
  if (!detail.isEmpty()) {
    layout->addWidget(label(detail, theme.captionFont(), theme.colours().dimText));
  }
  rows_->addWidget(row);
}

void SectionColumn::add(QWidget* row) {
  rows_->addWidget(row);
}

void SectionColumn::addIndented(QWidget* row) {
  auto* layout = new QHBoxLayout;
  layout->setContentsMargins(margin, 0, margin, 0);
  layout->addWidget(row);
  rows_->addLayout(layout);
}

QLabel* SectionColumn::paragraph(const QString& text, bool dim) {
  const Theme& theme = Theme::current();
  auto* words =
      label(text, theme.tableFont(), dim ? theme.colours().dimText : theme.colours().text);
  words->setWordWrap(true);
  words->setTextInteractionFlags(Qt::TextSelectableByMouse);
  words->setContentsMargins(margin, 2, margin, 2);
  rows_->addWidget(words);
  return words;
}

void SectionColumn::fact(const QString& name, const QString& value) {
  rows_->addWidget(factRow(name, value));
}

void SectionColumn::space(int pixels) {
  rows_->addSpacing(pixels);
}

void SectionColumn::end() {
  rows_->addStretch(1);
  QWidget* page = body_.release();
  setWidget(page);  // deletes the previous page
  // Updates the scroll bar's range.
  QCoreApplication::sendPostedEvents(page, QEvent::LayoutRequest);
  verticalScrollBar()->setValue(place_);
}

QWidget* factRow(const QString& name, const QString& value) {
  return new FactRow(name, value);
}

}  // namespace ng::views
