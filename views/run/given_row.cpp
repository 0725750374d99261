// SPDX-License-Identifier: Apache-2.0
#include "views/run/given_row.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/records/op_record.h"
#include "engine/records/plan_record.h"
#include "views/core/op_title.h"
#include "views/core/theme/theme.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/source_chooser.h"

namespace ng::views {

GivenRow::GivenRow(const OpRecord& placeholder, const PlanGivenRecord& given, QWidget* parent)
    : QWidget(parent), button_(new QToolButton) {
  const Theme& theme = Theme::current();
  const bool missing = given.source.empty() || given.assumed;
  auto* name = new ElidedLabel;
  name->setFont(theme.tableFont());
  name->setText(opTitle(placeholder));
  auto* source = new ElidedLabel;
  source->setFont(missing ? theme.captionFont() : theme.monoFont());
  source->setText(givenWords(given));
  QPalette palette = source->palette();
  const Colours& colours = theme.colours();
  palette.setColor(QPalette::WindowText, given.source.empty() ? colours.error
                                         : given.assumed      ? colours.warning
                                                              : colours.dimText);
  source->setPalette(palette);
  button_->setText(missing ? tr("Set…") : tr("Change…"));
  button_->setFont(theme.tableFont());
  button_->setObjectName("give " + QString::fromStdString(placeholder.name));
  button_->setToolTip(tr("Choose the source of %1").arg(QString::fromStdString(placeholder.name)));
  button_->setFocusPolicy(Qt::StrongFocus);
  auto* words = new QVBoxLayout;
  words->setContentsMargins(0, 0, 0, 0);
  words->setSpacing(0);
  words->addWidget(name);
  words->addWidget(source);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 2, 0, 2);
  row->setSpacing(metrics::grid);
  row->addLayout(words, 1);
  row->addWidget(button_);
}

}  // namespace ng::views
