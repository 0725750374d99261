// SPDX-License-Identifier: Apache-2.0
// The common parts of pages that ask background queries: a line of fields and buttons, a sentence,
// the result.
#pragma once

#include <QString>
#include <initializer_list>
#include <optional>

class QLabel;
class QLineEdit;
class QWidget;

namespace ng::views {

QLineEdit* numberField(const QString& text, const QString& tip);
std::optional<double> numberIn(const QLineEdit& field);  // nullopt: no number of at least 0
void fillQueryPage(QWidget& page, std::initializer_list<QWidget*> head, QLabel* sentence,
                   QWidget* result);
QString queryRuns();  // a sentence

}  // namespace ng::views
