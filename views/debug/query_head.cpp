// SPDX-License-Identifier: Apache-2.0
#include "views/debug/query_head.h"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "views/core/theme/theme.h"
#include "views/widgets/flow_layout.h"

namespace ng::views {

QLineEdit* numberField(const QString& text, const QString& tip) {
  auto* line = new QLineEdit(text);
  line->setFixedWidth(56);
  line->setAlignment(Qt::AlignRight);
  line->setToolTip(tip);
  QObject::connect(line, &QLineEdit::editingFinished, line, [line, text] {
    if (!line->text().isEmpty() && !numberIn(*line)) line->setText(text);
  });
  return line;
}

std::optional<double> numberIn(const QLineEdit& field) {
  bool right = false;
  const double number = field.text().toDouble(&right);
  return right && number >= 0 ? std::optional(number) : std::nullopt;
}

void fillQueryPage(QWidget& page, std::initializer_list<QWidget*> head, QLabel* sentence,
                   QWidget* result) {
  auto* column = new QVBoxLayout(&page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* line = new FlowLayout;
  line->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
  line->setSpacing(metrics::grid);
  for (QWidget* each : head) line->addWidget(each);
  sentence->setWordWrap(true);
  sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  sentence->setContentsMargins(metrics::grid, 0, metrics::grid, 6);
  column->addLayout(line);
  column->addWidget(sentence);
  column->addWidget(result, 1);
}

QString queryRuns() {
  return QObject::tr("Working… (Shift+F5 stops it)");
}

}  // namespace ng::views
