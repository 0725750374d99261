// SPDX-License-Identifier: Apache-2.0
#include "app/window/opening/view_options.h"

#include <QJsonArray>

#include "views/view_table.h"

namespace ng::views {
namespace {

using Kind = ViewOption::Kind;
using Stage = ViewOption::Stage;

// "right or down", "an integer from 0".
QString expected(const ViewOption& option) {
  switch (option.kind) {
    case Kind::word: return option.words.join(" or ");
    case Kind::count: return "an integer from 0";
    default: return option.value;
  }
}

// The value of one text; null: it is wrong.
QJsonValue valueOf(const ViewOption& option, const QString& text) {
  bool right = true;
  qint64 count = 0;
  if (option.kind == Kind::word) right = option.words.contains(text);
  if (option.kind == Kind::pair) right = text.count(':') == 1;
  if (option.kind == Kind::count) count = text.toLongLong(&right);
  if (!right || count < 0) return {};
  return option.kind == Kind::count ? QJsonValue(count) : QJsonValue(text);
}

QJsonValue valueOf(const ViewOption& option, const QStringList& texts) {
  if (option.kind == Kind::flag) return true;
  if (option.repeats) return QJsonArray::fromStringList(texts);
  return valueOf(option, texts.last());
}

QString read(const QCommandLineParser& parser, const ViewOption& option, bool alone,
             QJsonObject& values) {
  const QString name = option.name;
  if (!parser.isSet(name)) return {};
  if (option.alone && !alone) return "--" + name + " requires --screenshot or --json";
  if (*option.needs != 0 && !parser.isSet(option.needs))
    return QString("--%1 requires --%2").arg(name, option.needs);
  const QStringList texts = parser.values(name);
  const QJsonValue value = valueOf(option, texts);
  if (value.isNull())
    return QString("--%1 takes %2, not \"%3\"").arg(name, expected(option), texts.last());
  values[name] = value;
  return {};
}

bool applies(const ViewOption& option, Stage stage, const QJsonValue& value) {
  const bool compiled = option.compiled.contains(value.toString());
  const Stage own = compiled ? Stage::compiled : option.stage;
  return own == stage || (stage == Stage::compiled && own == Stage::opened);
}

}  // namespace

QList<QCommandLineOption> viewOptions() {
  QList<QCommandLineOption> rows;
  for (const View& view : viewTable())
    for (const ViewOption& option : view.options)
      rows << QCommandLineOption(option.name, option.help, option.value);
  return rows;
}

QString readViewOptions(const QCommandLineParser& parser, bool alone,
                        QMap<QString, QJsonObject>& views) {
  for (const View& view : viewTable()) {
    QJsonObject values;
    for (const ViewOption& option : view.options)
      if (const QString why = read(parser, option, alone, values); !why.isEmpty()) return why;
    if (!values.isEmpty()) views[view.id] = values;
  }
  return {};
}

bool needsCompilation(const QMap<QString, QJsonObject>& views) {
  for (const View& view : viewTable()) {
    const QJsonObject options = views.value(view.id);
    for (const ViewOption& option : view.options) {
      const QJsonValue value = options[option.name];
      if (value.isUndefined()) continue;
      const bool drawn = option.stage == Stage::opened || option.stage == Stage::compiled;
      if (!drawn || option.compiled.contains(value.toString())) return true;
    }
  }
  return false;
}

QJsonObject optionsAt(Stage stage, const View& view, const QJsonObject& options) {
  QJsonObject now;
  for (const ViewOption& option : view.options)
    if (options.contains(option.name) && applies(option, stage, options[option.name]))
      now[option.name] = options[option.name];
  return now;
}

}  // namespace ng::views
