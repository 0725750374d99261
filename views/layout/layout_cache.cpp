// SPDX-License-Identifier: Apache-2.0
// One file per answer, named after the fingerprint of the question; contains the question and the
// answer.
#include "views/layout/layout_cache.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QStandardPaths>

#include "views/layout/protocol.h"

namespace ng::views {
namespace {

constexpr std::size_t mostInMemory = 64;
constexpr int mostFiles = 512;

void dropOldFiles(const QDir& folder) {
  const QFileInfoList files = folder.entryInfoList({"*.places"}, QDir::Files, QDir::Time);
  for (qsizetype i = mostFiles; i < files.size(); ++i) QFile::remove(files[i].absoluteFilePath());
}

}  // namespace

QString LayoutCache::userFolder() {
  const QString base = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
  return base.isEmpty() ? QString() : base + "/ngraph/layout";
}

QString LayoutCache::file(std::uint64_t key) const {
  return folder_ + "/" + QString::number(key, 16).rightJustified(16, '0') + ".places";
}

std::optional<LayoutAnswer> LayoutCache::find(const LayoutJob& job) {
  const std::uint64_t key = fingerprint(job);
  const auto it = memory_.find(key);
  if (it != memory_.end() && it->second.job == job) return it->second.answer;
  if (folder_.isEmpty()) return {};
  QFile kept(file(key));
  if (!kept.open(QIODevice::ReadOnly) ||
      kept.size() > 4 * static_cast<qint64>(layout_limits::bytes))
    return {};
  const std::string text = kept.readAll().toStdString();
  const std::string question = writeJob(job);
  if (text.compare(0, question.size(), question) != 0) return {};
  LayoutAnswer answer;
  std::string why;
  if (!readAnswer(std::string_view(text).substr(question.size()), job, answer, why)) return {};
  memory_[key] = {job, answer};
  return answer;
}

void LayoutCache::keep(const LayoutJob& job, const LayoutAnswer& answer) {
  const std::uint64_t key = fingerprint(job);
  if (memory_.size() >= mostInMemory) memory_.erase(memory_.begin());
  memory_[key] = {job, answer};
  if (folder_.isEmpty() || !QDir().mkpath(folder_)) return;
  dropOldFiles(QDir(folder_));
  QSaveFile out(file(key));
  if (!out.open(QIODevice::WriteOnly)) return;
  out.write(QByteArray::fromStdString(writeJob(job) + writeAnswer(answer)));
  out.commit();
}

}  // namespace ng::views
