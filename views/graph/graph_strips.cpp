// SPDX-License-Identifier: Apache-2.0
// Crumbs, pass and colour above; legend and zoom below.
#include "views/graph/graph_strips.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <cmath>

namespace ng::views {
namespace {

constexpr double swatch = 4, swatchHeight = 12;

QLabel* caption(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setFont(Theme::current().captionFont());
  return label;
}

void dim(QWidget* widget, const QColor& colour) {
  QPalette palette = widget->palette();
  palette.setColor(QPalette::WindowText, colour);
  widget->setPalette(palette);
}

QString markName(Mark mark) {
  switch (mark) {
    case Mark::added:
      return QObject::tr("added");
    case Mark::removed:
      return QObject::tr("removed");
    case Mark::changed:
      return QObject::tr("changed");
    case Mark::none:
      break;
  }
  return QObject::tr("untouched");
}

QString familyName(Family family) {
  const std::string_view text = name(family);
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

CrumbStrip::CrumbStrip(QWidget* parent)
    : QWidget(parent),
      row_(new QHBoxLayout(this)),
      path_(new QWidget),
      pass_(caption(this)),
      notice_(caption(this)),
      colour_(new QComboBox) {
  setFixedHeight(metrics::strip);
  row_->setContentsMargins(metrics::grid, 0, metrics::grid, 0);
  row_->setSpacing(metrics::grid);
  row_->addWidget(path_);
  row_->addStretch(1);
  row_->addWidget(notice_);
  row_->addWidget(pass_);
  row_->addSpacing(metrics::grid);
  auto* title = caption(this);
  title->setText(tr("colour:"));
  row_->addWidget(title);
  row_->addWidget(colour_);
  colour_->setFont(Theme::current().captionFont());
  colour_->addItems({tr("family"), tr("FLOP"), tr("bytes"), tr("time of kernel")});
  colour_->setAccessibleName(tr("Colour of the cards"));
  colour_->setFocusPolicy(Qt::TabFocus);
  pass_->setAccessibleName(tr("Pass"));
  const auto follow = [this, title] {
    dim(title, Theme::current().colours().dimText);
    dim(pass_, Theme::current().colours().dimText);
  };
  follow();
  connect(&Theme::current(), &Theme::changed, this, follow);
  connect(colour_, &QComboBox::activated, this, [this] { emit colourChosen(colourBy()); });
}

void CrumbStrip::setCrumbs(const QString& document, const std::vector<Crumb>& crumbs) {
  QStringList shown{document};
  for (const Crumb& crumb : crumbs) shown << crumb.text;
  if (shown == shown_) return;
  shown_ = shown;
  auto* fresh = new QWidget;
  auto* row = new QHBoxLayout(fresh);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  const auto add = [&](const QString& text, ItemId group, bool last) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setFont(last ? Theme::current().titleFont() : Theme::current().uiFont());
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QToolButton::clicked, this, [this, group] { emit crumbClicked(group); });
    row->addWidget(button);
    if (last) return;
    auto* arrow = caption(fresh);
    arrow->setText(QStringLiteral("▸"));
    row->addWidget(arrow);
  };
  add(document, 0, crumbs.empty());
  for (std::size_t i = 0; i < crumbs.size(); ++i)
    add(crumbs[i].text, crumbs[i].group, i + 1 == crumbs.size());
  delete row_->replaceWidget(path_, fresh);
  path_->hide();
  path_->deleteLater();
  path_ = fresh;
}

QString CrumbStrip::crumbText() const {
  return shown_.join(QStringLiteral(" ▸ "));
}

void CrumbStrip::setPass(const QString& sentence, const QString& tip) {
  pass_->setText(sentence);
  pass_->setToolTip(tip);
}

void CrumbStrip::setNotice(const QString& notice, bool warning) {
  notice_->setText(notice);
  notice_->setVisible(!notice.isEmpty());
  const Colours& c = Theme::current().colours();
  dim(notice_, warning ? c.warning : c.dimText);
}

ColourBy CrumbStrip::colourBy() const {
  return static_cast<ColourBy>(colour_->currentIndex());
}

void CrumbStrip::setColourBy(ColourBy by) {
  colour_->setCurrentIndex(static_cast<int>(by));
}

LegendStrip::LegendStrip(QWidget* parent)
    : QWidget(parent), buttons_(new QHBoxLayout(this)), zoom_(caption(this)) {
  setFixedHeight(metrics::strip);
  buttons_->setContentsMargins(metrics::grid, 0, metrics::grid, 0);
  buttons_->setSpacing(2);
  buttons_->addStretch(1);
  buttons_->addWidget(zoom_);
  zoom_->setMinimumWidth(44);
  zoom_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  zoom_->setAccessibleName(tr("Zoom"));
  connect(&Theme::current(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LegendStrip::addButton(QAction* action) {
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setIconSize({metrics::icon, metrics::icon});
  button->setFocusPolicy(Qt::TabFocus);
  if (action->menu()) button->setPopupMode(QToolButton::InstantPopup);
  buttons_->insertWidget(buttons_->count() - 1, button);
}

void LegendStrip::setZoom(double scale) {
  const double percent = scale * 100;
  zoom_->setText(percent >= 1 ? tr("%1 %").arg(std::lround(percent))
                              : tr("%1 %").arg(percent, 0, 'f', 1));
}

void LegendStrip::show(const GraphScene& scene, ColourBy by) {
  by_ = by;
  families_.clear();
  marks_.clear();
  entries_.clear();
  for (const Card& card : scene.cards) {
    if (!card.group &&
        std::find(families_.begin(), families_.end(), card.family) == families_.end())
      families_.push_back(card.family);
    if (scene.diff && card.mark != Mark::none &&
        std::find(marks_.begin(), marks_.end(), card.mark) == marks_.end())
      marks_.push_back(card.mark);
  }
  for (const Hull& hull : scene.hulls)
    if (scene.diff && hull.mark != Mark::none &&
        std::find(marks_.begin(), marks_.end(), hull.mark) == marks_.end())
      marks_.push_back(hull.mark);
  std::sort(families_.begin(), families_.end());
  std::sort(marks_.begin(), marks_.end());
  if (by != ColourBy::family) {
    families_.clear();
    const QStringList names{"", tr("FLOP"), tr("bytes"), tr("time of kernel")};
    entries_ << names[static_cast<int>(by)];
  }
  for (const Family family : families_) entries_ << familyName(family);
  for (const Mark mark : marks_) entries_ << markName(mark);
  update();
}

void LegendStrip::paintHeat(QPainter& painter, double x) const {
  constexpr int steps = 60;
  painter.setPen(Qt::NoPen);
  for (int i = 0; i < steps; ++i)
    painter.fillRect(QRectF(x + i, (height() - swatchHeight) / 2, 1.5, swatchHeight),
                     QColor(Theme::heat(i / (steps - 1.0))));
}

void LegendStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = Theme::current();
  painter.setFont(theme.captionFont());
  const QFontMetricsF size(theme.captionFont());
  double x = metrics::grid + 4;
  const auto write = [&](const QString& text) {
    painter.setPen(theme.colours().dimText);
    painter.drawText(QPointF(x, height() / 2.0 + size.capHeight() / 2), text);
    x += size.horizontalAdvance(text) + 14;
  };
  std::size_t entry = 0;
  if (by_ != ColourBy::family && !entries_.isEmpty()) {
    paintHeat(painter, x);
    x += 68;
    write(entries_[static_cast<qsizetype>(entry++)]);
  }
  for (const Family family : families_) {
    painter.fillRect(QRectF(x, (height() - swatchHeight) / 2, swatch, swatchHeight),
                     theme.family(family));
    x += swatch + 5;
    write(entries_[static_cast<qsizetype>(entry++)]);
  }
  for (const Mark mark : marks_) {
    const QRectF box(x, (height() - swatchHeight) / 2, 16, swatchHeight);
    painter.setPen(QPen(theme.mark(mark), 1.4, theme.markLine(mark)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box, 3, 3);
    painter.drawText(box, Qt::AlignCenter, markText(mark));
    x += 16 + 5;
    write(entries_[static_cast<qsizetype>(entry++)]);
  }
}

}  // namespace ng::views
