// SPDX-License-Identifier: Apache-2.0
// Temporary folders for tests that save often: in memory if possible, to avoid waiting for a disk.
#pragma once

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <memory>

inline std::unique_ptr<QTemporaryDir> fast_folder() {
  const QFileInfo memory("/dev/shm");
  const QString place = memory.isDir() && memory.isWritable() ? "/dev/shm" : QDir::tempPath();
  return std::make_unique<QTemporaryDir>(place + "/ngraph-test-XXXXXX");
}
