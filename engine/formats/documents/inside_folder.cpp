// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/inside_folder.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/base/quote.h"

namespace ng {

namespace fs = std::filesystem;

std::string fault_of_reference(const std::string& reference) {
  if (reference.empty()) return "it is empty";
  if (reference.find('\0') != std::string::npos) return "it holds a NUL";
  if (reference.find('\\') != std::string::npos) return "it holds a backslash";
  const fs::path path(reference);
  if (path.is_absolute()) return "it is absolute";
  if (reference.size() > 1 && reference[1] == ':') return "it names a drive";
  if (std::find(path.begin(), path.end(), "..") != path.end())
    return "it leaves the folder by '..'";
  return {};
}

std::string folder_of(const std::string& document_path) {
  const std::string folder = fs::path(document_path).parent_path().string();
  return folder.empty() ? "." : folder;
}

bool lies_inside(const std::string& folder, const std::string& path) {
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error) return false;
  fs::path known = path;  // the existing part; a dangling link counts as existing
  while (fs::symlink_status(known, error).type() == fs::file_type::not_found &&
         known.has_relative_path()) {
    known = known.parent_path();
  }
  const fs::path resolved = fs::canonical(known.empty() ? "." : known, error);
  return !error &&
         std::mismatch(root.begin(), root.end(), resolved.begin(), resolved.end()).first ==
             root.end();
}

std::string path_inside(const std::string& document_path, const std::string& reference) {
  const std::string fault = fault_of_reference(reference);
  check(fault.empty(), "a reference was not checked when it was read");
  const std::string folder = folder_of(document_path);
  const std::string path = (fs::path(folder) / reference).string();
  if (lies_inside(folder, path)) return path;
  Diagnostic diagnostic;
  diagnostic.what =
      quote(document_path) + ": a link leads out of the document's folder, or to nothing";
  diagnostic.found = quote(reference);
  diagnostic.expected = "a file in the folder of the document, or below it";
  diagnostic.action = "copy the file into the folder; nothing was read or written";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

int open_inside(const std::string& document_path, const std::string& reference, int flags) {
  const std::string path = path_inside(document_path, reference);
  constexpr mode_t mode = 0666;
  const int folder = ::open(folder_of(document_path).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -1;
  open_how how{};
  how.flags = static_cast<__u64>(flags | O_CLOEXEC);
  how.mode = (flags & O_CREAT) != 0 ? mode : 0;
  how.resolve = RESOLVE_BENEATH;
  auto file = static_cast<int>(::syscall(SYS_openat2, folder, reference.c_str(), &how, sizeof how));
  const int error = errno;
  ::close(folder);
  errno = error;
  // Without openat2, or for a link with an absolute target, opens the checked path.
  if (file < 0 && (error == ENOSYS || error == EPERM || error == EXDEV)) {
    std::error_code ignored;
    const fs::path resolved = fs::weakly_canonical(path, ignored);
    file = ::open(resolved.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, mode);
  }
  return file;
}

}  // namespace ng
