// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/compiled_texts.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QtTest>

namespace ng::testing {

CompiledTexts::CompiledTexts(const QString& folder, const std::string& compiler)
    : folder_(folder), compiler_(QByteArray::fromStdString(compiler)) {
  QDir().mkpath(folder_);
  for (const QFileInfo& info : QDir(folder_).entryInfoList(QDir::Files)) {
    QFile file(info.filePath());
    if (!file.open(QIODevice::ReadOnly)) continue;
    for (const QByteArray& line : file.readAll().split('\n')) known_ << QString::fromLatin1(line);
  }
}

std::string CompiledTexts::hash_of(const std::string& text) const {
  QCryptographicHash hash(QCryptographicHash::Sha1);
  hash.addData(compiler_);
  hash.addData(QByteArray::fromStdString(text));
  return hash.result().toHex().toStdString();
}

bool CompiledTexts::add(const std::string& hash) {
  const QString key = QString::fromStdString(hash);
  if (seen_.contains(key)) return false;
  seen_ << key;
  if (known_.contains(key)) return false;
  waiting_ << key;
  return true;
}

// Every test function has its own file, because they may run in several processes.
void CompiledTexts::keep() {
  QFile file(folder_ + "/" + QTest::currentTestFunction());
  if (!file.open(QIODevice::WriteOnly | QIODevice::Append)) return;
  for (const QString& key : waiting_) file.write(key.toLatin1() + '\n');
  waiting_.clear();
}

}  // namespace ng::testing
