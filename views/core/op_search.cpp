// SPDX-License-Identifier: Apache-2.0
// Words against fields.
#include "views/core/op_search.h"

#include <QStringList>
#include <algorithm>

namespace ng::views {
namespace {

QString text(const std::string& s) {
  return QString::fromStdString(s);
}

QStringList field(const OpRecord& op, const QString& name) {
  if (name == "op") return {text(op.op)};
  if (name == "name") return {text(op.name)};
  if (name == "scope") return {text(op.scope)};
  if (name == "role") return {text(op.role)};
  if (name == "kernel") return {text(op.kernel_name)};
  QStringList values;
  for (const ResultRecord& result : op.results) {
    if (name == "dtype") values << text(result.dtype);
    if (name == "axis")
      for (const AxisRecord& axis : result.axes) values << text(axis.name);
  }
  return values;
}

const QStringList& fields() {
  static const QStringList names{"name", "op", "axis", "scope", "role", "kernel", "dtype"};
  return names;
}

bool contains(const QStringList& values, const QString& word) {
  return std::any_of(values.begin(), values.end(), [&](const QString& value) {
    return value.contains(word, Qt::CaseInsensitive);
  });
}

bool matchesWord(const OpRecord& op, const QString& word) {
  const qsizetype colon = word.indexOf(':');
  const QString name = colon > 0 ? word.left(colon).toLower() : QString();
  if (fields().contains(name)) return contains(field(op, name), word.mid(colon + 1));
  return std::any_of(fields().begin(), fields().end() - 1,
                     [&](const QString& each) { return contains(field(op, each), word); });
}

}  // namespace

bool matches(const OpRecord& op, const QString& search) {
  const QStringList words = search.split(' ', Qt::SkipEmptyParts);
  return std::all_of(words.begin(), words.end(),
                     [&](const QString& word) { return matchesWord(op, word); });
}

}  // namespace ng::views
