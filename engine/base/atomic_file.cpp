// SPDX-License-Identifier: Apache-2.0
#include "engine/base/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/leftovers.h"
#include "engine/base/quote.h"

namespace ng {
namespace {

constexpr std::size_t buffer_bytes = 1 << 16;

thread_local int fault_after = -1;
thread_local int fault_error = 0;
thread_local int calls_made = 0;

// Does the injected fault apply to this call? If so, sets errno.
bool struck() {
  ++calls_made;
  if (fault_after < 0 || fault_after-- > 0) return false;
  errno = fault_error;
  return true;
}

[[noreturn]] void refuse_call(const std::string& path, int error, const char* what) {
  Diagnostic diagnostic;
  diagnostic.what = "cannot write " + quote(path) + ": " + std::strerror(error);
  diagnostic.where = std::string("while trying to ") + what;
  diagnostic.action = error == ENOSPC || error == EDQUOT || error == EFBIG
                          ? "free disk space or save to another folder; the old file is untouched"
                          : "save to another folder; the old file is untouched";
  refuse(ErrorKind::system, std::move(diagnostic));
}

// The target of `path` after resolving links, also if it does not exist.
std::string target(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path named = path;
  while (true) {
    const fs::path resolved = fs::weakly_canonical(named, error);
    if (error.value() == ELOOP) refuse_call(path, ELOOP, "follow its links");
    if (error) return named.string();
    // weakly_canonical keeps a last link whose target does not exist.
    if (!fs::is_symlink(resolved, error)) return resolved.string();
    named = resolved.parent_path() / fs::read_symlink(resolved, error);
  }
}

std::string folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

std::string next_temporary_beside(const std::string& path) {
  static std::atomic<unsigned> next{0};
  return folder_of(path) + "/" + temporary_name(::getpid(), next++);
}

void require_replaceable(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return;
  if (S_ISREG(status.st_mode)) {
    // ENOTDIR for a file that may be replaced. EPERM for an immutable one, and for that of another
    // user in a folder with the sticky bit: rename() would fail after all is written.
    if (::rmdir(path.c_str()) != 0 && errno == EPERM) refuse_call(path, EPERM, "replace it");
    return;
  }
  Diagnostic diagnostic;
  diagnostic.what = "cannot write " + quote(path) + ": this is not a file";
  diagnostic.found = S_ISDIR(status.st_mode) ? "a folder" : "a pipe, socket or device";
  diagnostic.expected = "a regular file or an unused name";
  diagnostic.action = "choose another name";
  refuse(ErrorKind::system, std::move(diagnostic));
}

bool sync_folder(const std::string& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return false;
  // Some file systems cannot sync a folder and return EINVAL, which is ignored.
  const bool done = !struck() && (::fsync(file) == 0 || errno == EINVAL);
  const int error = errno;
  ::close(file);
  errno = error;
  return done;
}

}  // namespace

void ignore_size_signal() {
  struct sigaction action{};
  if (::sigaction(SIGXFSZ, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) return;
  action.sa_handler = SIG_IGN;
  ::sigaction(SIGXFSZ, &action, nullptr);
}

AtomicFile::AtomicFile(const std::string& path) : path_(target(path)) {
  require_replaceable(path_);
  ignore_size_signal();
  sweep_leftovers(folder_of(path_));
  // A process of another container or machine can have this pid, too.
  do {
    temporary_ = next_temporary_beside(path_);
    file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  } while (file_ < 0 && errno == EEXIST);
  call(file_ >= 0, "create a temporary file in its folder");
  struct stat old{};
  if (::stat(path_.c_str(), &old) == 0) ::fchmod(file_, old.st_mode & 07777);
}

AtomicFile::~AtomicFile() {
  if (file_ < 0) return;
  ::close(file_);
  ::unlink(temporary_.c_str());
}

// Turns a failed system call into an Error, after removing the temporary file.
void AtomicFile::call(bool holds, const char* what) {
  if (holds) return;
  const int error = errno;
  if (file_ >= 0) {
    ::close(std::exchange(file_, -1));
    ::unlink(temporary_.c_str());
  }
  refuse_call(path_, error, what);
}

void AtomicFile::write(std::string_view text) {
  check(file_ >= 0, "write to a file that is committed or failed");
  if (buffer_.size() + text.size() >= buffer_bytes) {
    write_out(buffer_);
    buffer_.clear();
  }
  if (text.size() >= buffer_bytes) {
    write_out(text);
  } else {
    buffer_ += text;
  }
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void AtomicFile::write_out(std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = struck() ? -1 : ::write(file_, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    call(wrote >= 0, "write");
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

void AtomicFile::prepare() {
  check(file_ >= 0, "commit of a file that is committed or failed");
  write_out(buffer_);
  buffer_.clear();
  call(!struck() && ::fsync(file_) == 0, "sync the data to disk");
}

void AtomicFile::commit() {
  prepare();
  call(!struck() && ::rename(temporary_.c_str(), path_.c_str()) == 0, "rename the temporary file");
  call(::close(std::exchange(file_, -1)) == 0, "close the file");
  call(sync_folder(folder_of(path_)), "sync the folder to disk");
}

void write_file(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

int inject_write_fault(int n, int error) {
  fault_after = n;
  fault_error = error;
  return std::exchange(calls_made, 0);
}

}  // namespace ng
