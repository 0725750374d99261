// SPDX-License-Identifier: Apache-2.0
// Compares texts with the files in tests/golden. NGRAPH_REWRITE_GOLDEN=1 rewrites the files.
#include "tests/support/golden.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringList>

#include "tests/support/qt_checkout.h"

namespace ng {

QString goldenDifference(const QString& name, const QString& text) {
  const QString path = testing::sourceFile("tests/golden/") + name;
  QFile file(path);
  if (qEnvironmentVariableIsSet("NGRAPH_REWRITE_GOLDEN")) {
    QDir().mkpath(QFileInfo(path).path());
    if (!file.open(QIODevice::WriteOnly)) return path + " cannot be written";
    file.write(text.toUtf8());
    return {};
  }
  if (!file.open(QIODevice::ReadOnly)) {
    return path + " is missing; run with NGRAPH_REWRITE_GOLDEN=1 and review it";
  }
  const QString kept = QString::fromUtf8(file.readAll());
  if (kept == text) return {};
  const QStringList a = kept.split('\n'), b = text.split('\n');
  qsizetype line = 0;
  while (line < a.size() && line < b.size() && a[line] == b[line]) ++line;
  return QString("%1, line %2:\n  golden: %3\n  actual: %4")
      .arg(name)
      .arg(line + 1)
      .arg(a.value(line, "(end of text)"), b.value(line, "(end of text)"));
}

}  // namespace ng
