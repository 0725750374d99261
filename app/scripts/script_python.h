// SPDX-License-Identifier: Apache-2.0
// Finds the Python interpreter for a script and queries its version and the package's location
// without blocking. GUI thread only.
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
  QString package;     // folder of the package ngraph
  QString searchPath;  // prefix that PYTHONPATH needs to find it; empty: none
};

class PythonSearch : public QObject {
  Q_OBJECT

 public:
  // `packageFolders`: folders that may hold a build of the package; `interpreters`: those of a
  // checkout.
  PythonSearch(QStringList packageFolders, QStringList interpreters, QObject* parent = nullptr);
  ~PythonSearch() override;

  // Emits found() or missing() later; at once if the answer for the folder is cached.
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
  QStringList complaints_;  // one per unsuitable interpreter
  QProcess probe_;
  QTimer patience_;
};

}  // namespace ng::views
