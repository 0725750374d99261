// SPDX-License-Identifier: Apache-2.0
// Checkpoints: the run's state as files. GUI thread only; a message reports success or failure.
#pragma once

#include <QObject>
#include <QString>

namespace ng::views {

class Checkpoints : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  virtual void save(const QString& path) = 0;
  virtual void restore(const QString& path) = 0;  // not while running

 signals:
  void saved(const QString& path);
};

}  // namespace ng::views
