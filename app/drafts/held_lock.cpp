// SPDX-License-Identifier: Apache-2.0
#include "app/drafts/held_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QFile>

namespace ng::views {
namespace {

// The holder before has removed the file meanwhile: the lock is on one that nobody else sees.
bool isRemoved(int file, const QByteArray& path) {
  struct stat locked{}, named{};
  if (::fstat(file, &locked) != 0 || ::stat(path.constData(), &named) != 0) return true;
  return locked.st_dev != named.st_dev || locked.st_ino != named.st_ino;
}

}  // namespace

HeldLock::HeldLock(int file, QByteArray path) : file_(file), path_(std::move(path)) {}

std::unique_ptr<HeldLock> HeldLock::on(const QString& name) {
  const QByteArray path = QFile::encodeName(name);
  while (true) {
    const int file = ::open(path.constData(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0) return nullptr;
    const bool locked = ::flock(file, LOCK_EX | LOCK_NB) == 0;
    if (locked && !isRemoved(file, path))
      return std::unique_ptr<HeldLock>(new HeldLock(file, path));
    ::close(file);
    if (!locked) return nullptr;
  }
}

HeldLock::~HeldLock() {
  ::unlink(path_.constData());
  ::close(file_);
}

}  // namespace ng::views
