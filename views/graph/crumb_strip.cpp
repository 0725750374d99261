// SPDX-License-Identifier: Apache-2.0
// Breadcrumbs, notice, pass and colour choice.
#include "views/graph/crumb_strip.h"

#include <QHBoxLayout>
#include <QToolButton>

#include "views/core/theme/literal_text.h"
#include "views/core/theme/theme.h"

namespace ng::views {
namespace {

constexpr int confirmationTime = 8000;  // ms
constexpr int widestCrumb = 180;        // pixels

ElidedLabel* caption(QWidget* parent) {
  auto* label = new ElidedLabel(parent);
  label->setFont(Theme::current().captionFont());
  return label;
}

void dim(QWidget* widget, const QColor& colour) {
  QPalette palette = widget->palette();
  palette.setColor(QPalette::WindowText, colour);
  widget->setPalette(palette);
}

}  // namespace

CrumbStrip::CrumbStrip(QWidget* parent)
    : QWidget(parent),
      row_(new QHBoxLayout(this)),
      path_(new QWidget),
      pass_(caption(this)),
      notice_(caption(this)),
      moment_(caption(this)),
      colour_(new QComboBox) {
  setFixedHeight(metrics::strip);
  row_->setContentsMargins(metrics::grid, 0, metrics::grid, 0);
  row_->setSpacing(metrics::grid);
  row_->addWidget(path_);
  row_->addWidget(notice_, 1);  // takes the remaining width and never requests more
  notice_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  notice_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  expiry_.setSingleShot(true);
  expiry_.setInterval(confirmationTime);
  connect(&expiry_, &QTimer::timeout, this, [this] { setNotice(About::confirmation, {}); });
  row_->addWidget(moment_);
  moment_->hide();
  row_->addWidget(pass_);
  row_->addSpacing(metrics::grid);
  auto* title = caption(this);
  title->setText(tr("colour:"));
  row_->addWidget(title);
  row_->addWidget(colour_);
  colour_->setFont(Theme::current().captionFont());
  colour_->addItems({tr("family"), tr("FLOP"), tr("bytes"), tr("FLOP per byte"), tr("kernel time"),
                     tr("largest value"), tr("error"), tr("overlay"), tr("placement")});
  colour_->setAccessibleName(tr("Colour of the cards"));
  colour_->setFocusPolicy(Qt::TabFocus);
  pass_->setAccessibleName(tr("Pass"));
  const auto follow = [this, title] {
    dim(title, Theme::current().colours().dimText);
    dim(pass_, Theme::current().colours().dimText);
    dim(moment_, Theme::current().colours().warning);
    showNotice();
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
    button->setFont(last ? Theme::current().titleFont() : Theme::current().uiFont());
    const QString words = button->fontMetrics().elidedText(text, Qt::ElideMiddle, widestCrumb);
    button->setText(literalText(words));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    const QString tip = tr("Show this part of the graph");
    button->setToolTip(words == text ? tip : text + u'\n' + tip);
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

void CrumbStrip::setPass(const QString& sentence, const QString& tip) {
  pass_->setText(sentence);
  pass_->setToolTip(tip);
}

void CrumbStrip::setNotice(About about, const QString& notice, bool warning) {
  if (notice.isEmpty())
    notices_.erase(about);
  else
    notices_[about] = {notice, warning};
  if (about == About::confirmation && !notice.isEmpty()) expiry_.start();
  showNotice();
}

void CrumbStrip::showNotice() {
  const Notice shown = notices_.empty() ? Notice() : notices_.begin()->second;
  notice_->setText(shown.text);
  const Colours& c = Theme::current().colours();
  dim(notice_, shown.warning ? c.warning : c.dimText);
}

void CrumbStrip::setMoment(const QString& moment) {
  moment_->setText(moment);
  moment_->setVisible(!moment.isEmpty());
}

ColourBy CrumbStrip::colourBy() const {
  return static_cast<ColourBy>(colour_->currentIndex());
}

void CrumbStrip::setColourBy(ColourBy by) {
  colour_->setCurrentIndex(static_cast<int>(by));
}

}  // namespace ng::views
