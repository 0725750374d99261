// SPDX-License-Identifier: Apache-2.0
// Settings kept between starts: recent files, theme, last transformer, layout.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QSettings>
#include <QStringList>
#include <optional>

namespace ng::views {

// Why files cannot be kept in this folder of the user, which is created if necessary; empty: they
// can.
QString whyNotKept(const QString& folder);

class Settings {
 public:
  // Disables writing, and reading of arrangements: for pictures without a user.
  static void setReadOnly(bool on);

  QStringList recentFiles() const;  // newest first; deleted files are omitted
  void addRecentFile(const QString& path);
  void clearRecentFiles();

  // The user's choice, else the desktop's if known, else light.
  bool dark() const;
  void setDark(bool dark);

  // Programs that the user allowed to run, by hash of their content: the newest few hundred.
  bool trusts(const QByteArray& program) const;
  void trust(const QByteArray& program);

  double pace() const;  // iterations per second; default 20, or 0 (full speed) when read only
  void setPace(double iterationsPerSecond);

  // View state of a document; empty: unknown. Kept for the latest hundred documents.
  QJsonObject documentState(const QString& path) const;
  void setDocumentState(const QString& path, const QJsonObject& state);

  QByteArray geometry() const;
  void setGeometry(const QByteArray& geometry);
  QString layout() const;  // last used layout; empty: none
  void setLayout(const QString& layout);
  // The user's arrangement of docks in the layout "explore", "compile" or "run".
  QByteArray arrangement(const QString& layout) const;
  void setArrangement(const QString& layout, const QByteArray& state);
  void forgetArrangement(const QString& layout);

 private:
  mutable QSettings store_;
};

}  // namespace ng::views
