// SPDX-License-Identifier: Apache-2.0
// Completion names, read from the stubs of the installed package.
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSet>

#include "app/scripts/script_runner.h"

namespace ng::views {

namespace {

constexpr qint64 largestStub = 4 * 1024 * 1024;  // bytes

void collect(const QString& text, QSet<QString>& functions, QSet<QString>& members) {
  static const QRegularExpression line(
      "^( *)(?:async +)?(?:def +|class +|(?=[A-Za-z_]\\w* *[:=]))([A-Za-z_]\\w*)",
      QRegularExpression::MultilineOption);
  auto found = line.globalMatch(text);
  while (found.hasNext()) {
    const QRegularExpressionMatch match = found.next();
    const QString name = match.captured(2);
    if (name.startsWith(u'_') || match.capturedLength(1) > 4) continue;
    (match.capturedLength(1) == 0 ? functions : members).insert(name);
  }
}

}  // namespace

ScriptNames readScriptNames(const QString& folder) {
  QSet<QString> functions, members;
  const QDir dir(folder);
  for (const QString& name : dir.entryList({"*.pyi", "__init__.py"}, QDir::Files)) {
    QFile file(dir.filePath(name));
    if (file.size() > largestStub || !file.open(QIODevice::ReadOnly)) continue;
    collect(QString::fromUtf8(file.readAll()), functions, members);
  }
  for (const QString& name : dir.entryList({"*.py"}, QDir::Files))
    if (!name.startsWith(u'_')) functions.insert(name.chopped(3));
  for (const QString& name : dir.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
    if (!name.startsWith(u'_')) functions.insert(name);
  return {functions.values(), members.values()};
}

}  // namespace ng::views
