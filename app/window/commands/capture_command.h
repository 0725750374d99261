// SPDX-License-Identifier: Apache-2.0
// File > Capture…: asks for the values to save and for a file, and has it written.
#pragma once

#include <QObject>
#include <functional>
#include <set>

#include "engine/base/op_id.h"

namespace ng::views {

class MainWindow;

class CaptureCommand : public QObject {
  Q_OBJECT

 public:
  using Write = std::function<void(const QString& path, const std::set<OpId>& tensors)>;

  // `write` returns at once; a message reports the outcome.
  CaptureCommand(MainWindow& window, Write write);

 private:
  void follow();
  void choose();

  MainWindow& window_;
  Write write_;
};

}  // namespace ng::views
