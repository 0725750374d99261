// SPDX-License-Identifier: Apache-2.0
#include "engine/base/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/base/counted.h"
#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/base/stored_bytes.h"

namespace ng {
namespace {

// Fewer are not worth keeping a file open for.
constexpr std::uint64_t few_bytes = 4096;

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a named pipe";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "a socket";
}

std::pair<std::int64_t, std::int64_t> modified(const struct stat& status) {
  return {status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

class FileBytes : public StoredBytes {
 public:
  FileBytes(std::shared_ptr<const InputFile> file, std::uint64_t offset, std::size_t bytes)
      : StoredBytes(bytes), file_(std::move(file)), offset_(offset) {}

  void read(std::size_t offset, std::span<std::byte> out) const override {
    const std::size_t got = file_->read(offset_ + offset, out);
    if (got == out.size() && !file_->was_changed()) return;
    refuse_file(file_->path(), "the file was changed after it was opened",
                got == out.size() ? "another time of modification"
                                  : counted(got, "byte") + " of " + std::to_string(out.size()),
                {}, "open it again");
  }

 private:
  const std::shared_ptr<const InputFile> file_;
  const std::uint64_t offset_;
};

}  // namespace

void refuse_file(const std::string& path, std::string what, std::string found, std::string expected,
                 std::string action) {
  refuse(ErrorKind::bad_file, {.severity = Severity::error,
                               .what = quote(path) + ": " + std::move(what),
                               .where = {},
                               .found = std::move(found),
                               .expected = std::move(expected),
                               .action = std::move(action),
                               .ops = {}});
}

std::shared_ptr<const InputFile> InputFile::open(const std::string& path) {
  return std::make_shared<const InputFile>(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), path);
}

InputFile::InputFile(int descriptor, std::string path)
    : descriptor_(descriptor), path_(std::move(path)) {
  if (descriptor_ < 0) refuse_file(path_, "the file cannot be opened", std::strerror(errno));
  struct stat status{};
  const bool known = ::fstat(descriptor_, &status) == 0;
  if (known && S_ISREG(status.st_mode)) {
    size_ = static_cast<std::uint64_t>(status.st_size);
    modified_ = modified(status);
    return;
  }
  const int fault = errno;
  ::close(descriptor_);
  if (!known) refuse_file(path_, "the file cannot be examined", std::strerror(fault));
  refuse_file(path_, "not a regular file", kind_of(status.st_mode), "a regular file");
}

InputFile::~InputFile() {
  ::close(descriptor_);
}

std::size_t InputFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t got = ::pread(descriptor_, out.data() + done, out.size() - done,
                                static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) break;
    if (got < 0) {
      refuse(ErrorKind::system, quote(path_) + ": reading failed at byte " +
                                    std::to_string(offset + done) + ": " + std::strerror(errno));
    }
    done += static_cast<std::size_t>(got);
  }
  return done;
}

bool InputFile::was_changed() const {
  struct stat status{};
  return ::fstat(descriptor_, &status) != 0 || modified(status) != modified_ ||
         static_cast<std::uint64_t>(status.st_size) != size_;
}

TensorBytes bytes_later(std::shared_ptr<const InputFile> file, std::uint64_t offset,
                        std::uint64_t bytes) {
  check(offset <= file->size() && bytes <= file->size() - offset, "bytes beyond the end of a file");
  auto stored = std::make_shared<const FileBytes>(std::move(file), offset, bytes);
  if (bytes > few_bytes) return std::shared_ptr<const StoredBytes>(std::move(stored));
  std::vector<std::byte> now(bytes);
  stored->read(0, now);
  return now;
}

}  // namespace ng
