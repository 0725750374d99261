// SPDX-License-Identifier: Apache-2.0
// What the window remembers between starts: recent files, theme, last transformer, arrangement.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QSettings>
#include <QStringList>
#include <optional>

namespace ng::views {

class Settings {
 public:
  // Nothing is written from now on, and arrangements are not read: for pictures without a user.
  static void setReadOnly(bool on);

  QStringList recentFiles() const;  // newest first; files that are gone are left out
  void addRecentFile(const QString& path);
  void clearRecentFiles();

  // The user's choice, else the desktop's where it can be read, else light.
  bool dark() const;
  void setDark(bool dark);

  // Programs that the user allowed to run, by their content: the newest few hundred.
  bool trusts(const QByteArray& program) const;
  void trust(const QByteArray& program);

  double pace() const;  // iterations a second; 20 at first, 0 (full speed) when read only
  void setPace(double iterationsPerSecond);

  // How a document was looked at last; empty: not known. The newest hundred are kept.
  QJsonObject documentState(const QString& path) const;
  void setDocumentState(const QString& path, const QJsonObject& state);

  QByteArray geometry() const;
  void setGeometry(const QByteArray& geometry);
  QString layout() const;  // the one that was left; empty: none was
  void setLayout(const QString& layout);
  // The arrangement of docks that the user left in the layout "explore", "compile" or "run".
  QByteArray arrangement(const QString& layout) const;
  void setArrangement(const QString& layout, const QByteArray& state);
  void forgetArrangement(const QString& layout);

 private:
  mutable QSettings store_;
};

}  // namespace ng::views
