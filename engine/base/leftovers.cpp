// SPDX-License-Identifier: Apache-2.0
#include "engine/base/leftovers.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <set>

namespace ng {
namespace {

constexpr std::time_t old_enough = 3600;  // s: another machine may share the folder

// May another process of this machine still write the file? True for names of other forms. One with
// the pid of this process is of an earlier process, as in containers, or too young to be removed.
bool may_be_written(const std::string& name) {
  int pid = 0;
  unsigned number = 0;
  if (std::sscanf(name.c_str(), ".ngraph-%9d-%9u.tmp", &pid, &number) != 2 || pid <= 0) return true;
  if (name != temporary_name(pid, number)) return true;
  return pid != ::getpid() && (::kill(pid, 0) == 0 || errno != ESRCH);
}

bool is_ours_and_old(int folder, const char* name, std::time_t now) {
  struct stat status{};
  return ::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode) &&
         status.st_uid == ::geteuid() && now - status.st_mtime > old_enough;
}

bool is_first_look(const std::string& folder) {
  static std::mutex mutex;
  static std::set<std::string> seen;
  const std::lock_guard lock(mutex);
  return seen.insert(folder).second;
}

}  // namespace

std::string temporary_name(pid_t pid, unsigned number) {
  return ".ngraph-" + std::to_string(pid) + "-" + std::to_string(number) + ".tmp";
}

void sweep_leftovers(const std::string& folder) {
  // Before the first file of this process, which is therefore younger.
  static const std::time_t first_look = std::time(nullptr);
  if (!is_first_look(folder)) return;
  DIR* const listing = ::opendir(folder.c_str());
  if (!listing) return;
  const int descriptor = ::dirfd(listing);
  while (const dirent* entry = ::readdir(listing)) {
    if (entry->d_name[0] != '.' || may_be_written(entry->d_name)) continue;
    if (is_ours_and_old(descriptor, entry->d_name, first_look))
      ::unlinkat(descriptor, entry->d_name, 0);
  }
  ::closedir(listing);
}

}  // namespace ng
