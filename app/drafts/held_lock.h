// SPDX-License-Identifier: Apache-2.0
// A lock that ends with its holder.
#pragma once

#include <QByteArray>
#include <QString>
#include <memory>

namespace ng::views {

// A lock of the operating system on a file of its own. It is held until it is destroyed or the
// process ends, however it ends: a lock that names its holder's process is taken for a living one
// when another process gets that number, as the first window of every container does. The file is
// removed with the lock; a process that ends in another way leaves it, and nobody holds it.
class HeldLock {
 public:
  // Null: somebody holds it, or the folder's file system has no locks. Never waits.
  static std::unique_ptr<HeldLock> on(const QString& file);
  ~HeldLock();
  HeldLock(const HeldLock&) = delete;
  HeldLock& operator=(const HeldLock&) = delete;

 private:
  HeldLock(int file, QByteArray path);

  const int file_;
  const QByteArray path_;
};

}  // namespace ng::views
