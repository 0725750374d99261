// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/edit_turn.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "app/cli/cancel.h"

namespace ng::cli {
namespace {

constexpr std::chrono::milliseconds between_tries(5);

// Whoever had the turn before has replaced the file: the lock is on the old one.
bool is_replaced(int file, const std::string& path) {
  struct stat locked{}, named{};
  if (::fstat(file, &locked) != 0 || ::stat(path.c_str(), &named) != 0) return false;
  return locked.st_dev != named.st_dev || locked.st_ino != named.st_ino;
}

}  // namespace

EditTurn::EditTurn(const std::string& path) {
  while (true) {
    file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file_ < 0) return;
    const bool locked = ::flock(file_, LOCK_EX | LOCK_NB) == 0;
    const bool waits = !locked && (errno == EWOULDBLOCK || errno == EINTR);
    if (!waits && !(locked && is_replaced(file_, path))) return;
    ::close(file_);
    file_ = -1;
    if (!waits) continue;
    throwIfCancelled("waiting for another edit of " + path);
    std::this_thread::sleep_for(between_tries);
  }
}

EditTurn::~EditTurn() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace ng::cli
