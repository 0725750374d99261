// SPDX-License-Identifier: Apache-2.0
// Which Python runs a script: looked for, asked for its version and for the package, without
// blocking. GUI thread only.
#pragma once

#include <QObject>
#include <QProcess>
#include <QTimer>
#include <optional>

#include "engine/base/error.h"

namespace ng::views {

struct Python {
  QString program;     // "…/.venv/bin/python3"
  QString version;     // "3.11.2"
  QString package;     // the folder of the package ngraph
  QString searchPath;  // what PYTHONPATH must begin with to find it; empty: nothing
};

class PythonSearch : public QObject {
  Q_OBJECT

 public:
  // `own`: folders in which a build of the package may lie, and interpreters of a checkout.
  PythonSearch(QStringList packageFolders, QStringList interpreters, QObject* parent = nullptr);
  ~PythonSearch() override;

  // found() or missing(), later; at once when it is known for that folder.
  void find(const QString& scriptFolder);
  void cancel();

 signals:
  void found(const ng::views::Python& python);
  void missing(const ng::Diagnostic& diagnostic);

 private:
  QStringList candidates(const QString& scriptFolder) const;
  void tryNext();
  void answered();
  Diagnostic complaint() const;

  QStringList packageFolders_, interpreters_;
  QStringList waiting_;
  QString asked_, folder_;
  std::optional<Python> known_;
  QStringList complaints_;  // of each interpreter that cannot run it
  QProcess probe_;
  QTimer patience_;
};

}  // namespace ng::views
