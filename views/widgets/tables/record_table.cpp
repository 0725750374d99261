// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/tables/record_table.h"

#include <cmath>

#include "engine/analysis/axis_facts.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

QString text(std::string_view value) {
  return QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size()));
}

QString integerText(CellKind kind, std::int64_t value) {
  if (kind == CellKind::bytes) return byteText(value);
  if (kind != CellKind::change || value == 0) return countText(value);
  return value > 0 ? u'+' + countText(value) : u'−' + countText(-value);
}

// Of an element, with trailing zeros, so that digits align; empty: NaN stands for no value.
QString elementText(double value) {
  if (std::isnan(value)) return {};
  if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  QString text = QString::asprintf("%#.4g", value);
  if (text.endsWith(u'.')) text.chop(1);
  return text;
}

QString realText(CellKind kind, double value) {
  if (kind == CellKind::value) return elementText(value);
  if (kind == CellKind::element) return valueText(value, 7);
  const NumberForm form = number_form(kind, value);
  if (form.grouped) return countText(std::llround(value));
  if (form.significant) return QString::number(value, 'g', 4);
  const QString text = QString::number(value, 'f', form.decimals);
  if (kind != CellKind::change) return text;
  return (value >= 0.05 ? QStringLiteral("+") : QString()) + QString(text).replace(u'-', u'−');
}

QString listText(const auto& values, const QString& between, auto text) {
  QStringList texts;
  for (const auto& value : values) texts << text(value);
  return texts.join(between);
}

QString axesText(const std::vector<AxisRecord>& axes) {
  if (axes.empty()) return QObject::tr("scalar");
  return listText(axes, QStringLiteral(" · "), [](const AxisRecord& axis) {
    return text(axis.name.empty() ? length_text(axis) : shown_axis_name(axis_text(axis)));
  });
}

}  // namespace

QString cellText(const ColumnInfo& column, const Cell& cell) {
  const QString comma = QStringLiteral(", ");
  return std::visit(
      Overloaded{[](std::monostate) { return QString(); },
                 [](bool value) { return value ? QObject::tr("yes") : QString(); },
                 [&](std::int64_t value) { return integerText(column.kind, value); },
                 [&](double value) { return realText(column.kind, value * column.scale); },
                 [&](const Number& value) {
                   return value.is_integer() ? valueText(value)
                                             : realText(column.kind, value.real() * column.scale);
                 },
                 [](const std::string& value) { return text(value); },
                 [&](const Words& words) { return listText(words, comma, text); },
                 [&](const Integers& values) {
                   return listText(values, comma,
                                   [](std::int64_t value) { return QString::number(value); });
                 },
                 [](const StepRange& steps) {
                   return countText(steps.first) + u'–' + countText(steps.last);
                 },
                 [](const std::vector<AxisRecord>& axes) { return axesText(axes); }},
      cell);
}

QVariant sortKey(const ColumnInfo& column, const Cell& cell) {
  if (!is_number(column.kind)) return {};
  return std::visit(Overloaded{[](std::int64_t value) { return static_cast<double>(value); },
                               [](double value) { return std::isnan(value) ? -HUGE_VAL : value; },
                               [](const Number& value) { return value.real(); },
                               [](const StepRange& steps) { return double(steps.first); },
                               [](const auto&) { return -HUGE_VAL; }},
                    cell);
}

TableColumn cellColumn(const ColumnInfo& column, std::function<Cell(int row)> shown,
                       std::function<Cell(int row)> value) {
  const auto text = [=](int row) { return cellText(column, shown(row)); };
  TableColumn made{QString::fromStdString(heading(column)), is_number(column.kind), text, {}, {}};
  made.explanation = views::text(column.doc);
  if (made.number)
    made.value = [=](int row) { return sortKey(column, value(row)); };
  else
    made.toolTip = text;
  return made;
}

}  // namespace ng::views
