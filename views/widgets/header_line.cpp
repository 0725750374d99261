// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/header_line.h"

#include <QHBoxLayout>

#include "views/core/theme/theme.h"
#include "views/widgets/elided_label.h"

namespace ng::views {

QHBoxLayout* makeHeaderLine(QWidget* header, QLabel* title, ElidedLabel* facts) {
  header->setFixedHeight(metrics::strip);
  auto* line = new QHBoxLayout(header);
  line->setContentsMargins(metrics::grid, 0, metrics::grid, 0);
  line->setSpacing(2 * metrics::grid);
  title->setFont(Theme::current().titleFont());
  facts->setFont(Theme::current().tableFont());
  facts->setForegroundRole(QPalette::PlaceholderText);
  facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
  title->setMinimumWidth(metrics::strip);  // the buttons stay visible in a narrow view
  line->addWidget(title);
  line->addWidget(facts, 1);
  return line;
}

}  // namespace ng::views
