// SPDX-License-Identifier: Apache-2.0
// Settings stored in QSettings.
#include "app/settings/settings.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QProcessEnvironment>

namespace ng::views {

namespace {

constexpr int keptRecentFiles = 12;
constexpr int keptPrograms = 400;
constexpr int keptDocuments = 100;
bool readOnly = false;

QString hashOf(const QByteArray& program) {
  return QString::fromLatin1(QCryptographicHash::hash(program, QCryptographicHash::Sha256).toHex());
}

// Names of dark GTK themes end in "-dark"; the terminal's colours are the last hint.
bool desktopIsDark() {
  const QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  if (environment.value("GTK_THEME").endsWith("dark", Qt::CaseInsensitive)) return true;
  const QString home = environment.value("HOME");
  for (const char* version : {"4", "3"}) {
    const QSettings gtk(QString("%1/.config/gtk-%2.0/settings.ini").arg(home, version),
                        QSettings::IniFormat);
    if (gtk.value("Settings/gtk-application-prefer-dark-theme").toBool()) return true;
  }
  return false;
}

}  // namespace

QString whyNotKept(const QString& folder) {
  if (!QDir().mkpath(folder)) return QString("The folder %1 cannot be created.").arg(folder);
  if (!QFileInfo(folder).isWritable()) return QString("The folder %1 is not writable.").arg(folder);
  return {};
}

void Settings::setReadOnly(bool on) {
  readOnly = on;
}

QStringList Settings::recentFiles() const {
  QStringList files = store_.value("recent").toStringList();
  files.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
  return files;
}

void Settings::addRecentFile(const QString& path) {
  if (readOnly) return;
  const QString absolute = QFileInfo(path).absoluteFilePath();
  QStringList files = store_.value("recent").toStringList();
  files.removeAll(absolute);
  files.prepend(absolute);
  store_.setValue("recent", files.mid(0, keptRecentFiles));
}

void Settings::clearRecentFiles() {
  store_.remove("recent");
}

bool Settings::dark() const {
  return store_.contains("dark") ? store_.value("dark").toBool() : desktopIsDark();
}

void Settings::setDark(bool dark) {
  store_.setValue("dark", dark);
}

bool Settings::trusts(const QByteArray& program) const {
  return store_.value("programs").toStringList().contains(hashOf(program));
}

void Settings::trust(const QByteArray& program) {
  if (readOnly) return;
  QStringList programs = store_.value("programs").toStringList();
  const QString hash = hashOf(program);
  programs.removeAll(hash);
  programs.prepend(hash);
  store_.setValue("programs", programs.mid(0, keptPrograms));
}

double Settings::pace() const {
  return readOnly ? 0 : store_.value("pace", 20).toDouble();
}

void Settings::setPace(double iterationsPerSecond) {
  if (!readOnly) store_.setValue("pace", iterationsPerSecond);
}

QJsonObject Settings::documentState(const QString& path) const {
  if (readOnly) return {};
  const QByteArray kept = store_.value("documents/" + hashOf(path.toUtf8())).toByteArray();
  return QJsonDocument::fromJson(kept).object();
}

void Settings::setDocumentState(const QString& path, const QJsonObject& state) {
  if (readOnly) return;
  const QString key = hashOf(path.toUtf8());
  QStringList keys = store_.value("documents/newest").toStringList();
  keys.removeAll(key);
  keys.prepend(key);
  for (; keys.size() > keptDocuments; keys.removeLast())
    store_.remove("documents/" + keys.constLast());
  store_.setValue("documents/newest", keys);
  store_.setValue("documents/" + key, QJsonDocument(state).toJson(QJsonDocument::Compact));
}

QByteArray Settings::geometry() const {
  return store_.value("geometry").toByteArray();
}

void Settings::setGeometry(const QByteArray& geometry) {
  store_.setValue("geometry", geometry);
}

QString Settings::layout() const {
  return readOnly ? QString() : store_.value("layout").toString();
}

void Settings::setLayout(const QString& layout) {
  if (!readOnly) store_.setValue("layout", layout);
}

QByteArray Settings::arrangement(const QString& layout) const {
  if (readOnly) return {};
  return store_.value("arrangement/" + layout).toByteArray();
}

void Settings::setArrangement(const QString& layout, const QByteArray& state) {
  if (!readOnly) store_.setValue("arrangement/" + layout, state);
}

void Settings::forgetArrangement(const QString& layout) {
  store_.remove("arrangement/" + layout);
}

}  // namespace ng::views
