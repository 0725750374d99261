// SPDX-License-Identifier: Apache-2.0
// Runs the `ngraph` command in the source folder.
#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QtTest>

#include "tests/support/qt_checkout.h"

namespace ng {

struct Ran {
  int code = -1;
  QString out, err;
};

inline void prepare(QProcess& process, const QStringList& words) {
  process.setWorkingDirectory(testing::sourceFile(""));
  process.setProgram(testing::builtProgram("ngraph"));
  process.setArguments(words);
}

inline Ran finished(QProcess& process) {
  if (!process.waitForFinished(120'000)) return {};
  const bool exited = process.exitStatus() == QProcess::NormalExit;
  return {exited ? process.exitCode() : -1, QString::fromUtf8(process.readAllStandardOutput()),
          QString::fromUtf8(process.readAllStandardError())};
}

inline Ran ngraph(const QStringList& words) {
  QProcess process;
  prepare(process, words);
  process.start();
  return finished(process);
}

inline QString shown(const QStringList& words, const Ran& ran) {
  return "ngraph " + words.join(' ') + " gave " + QString::number(ran.code) + "\n" + ran.out +
         ran.err;
}

inline void checkExit(const QStringList& words, int code, const QStringList& said) {
  const Ran ran = ngraph(words);
  QVERIFY2(ran.code == code, qPrintable(shown(words, ran)));
  QVERIFY2(ran.out.isEmpty(), qPrintable(shown(words, ran)));
  for (const QString& word : said) {
    QVERIFY2(ran.err.contains(word), qPrintable("no '" + word + "': " + shown(words, ran)));
  }
}

inline QJsonObject json(const QStringList& words, int code = 0) {
  const Ran ran = ngraph(words + QStringList{"--json"});
  QJsonParseError error;
  const QString answer = ran.out.trimmed().section('\n', -1);  // skips the lines of epochs
  const QJsonDocument document = QJsonDocument::fromJson(answer.toUtf8(), &error);
  if (ran.code != code || error.error != QJsonParseError::NoError) {
    qWarning("%s: %s", qPrintable(error.errorString()), qPrintable(shown(words, ran)));
    return {};
  }
  return document.object();
}

}  // namespace ng
