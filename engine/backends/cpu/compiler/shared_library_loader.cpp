// SPDX-License-Identifier: Apache-2.0
// Loads a shared library from memory without writing it to a file system.
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/backends/cpu/compiler/loaded_code.h"
#include "engine/base/error.h"

namespace ng {

namespace {

[[noreturn]] void refuse_library(const std::string& why) {
  Diagnostic diagnostic;
  diagnostic.what = "compiled code cannot be loaded";
  diagnostic.found = why;
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

class SharedLibrary : public LoadedCode {
 public:
  explicit SharedLibrary(const std::string& bytes) : file_(memfd_create("kernel", MFD_CLOEXEC)) {
    if (file_ < 0) refuse_library("cannot create a memory file");
    std::size_t done = 0;
    while (done < bytes.size()) {
      const auto count = write(file_, bytes.data() + done, bytes.size() - done);
      if (count <= 0) {
        close(file_);
        refuse_library("cannot write the memory file");
      }
      done += static_cast<std::size_t>(count);
    }
    // Keep the descriptor open: the loader treats libraries with the same path as identical.
    const std::string path = "/proc/self/fd/" + std::to_string(file_);
    handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_) return;
    const char* why = dlerror();
    close(file_);
    refuse_library(why ? why : "dlopen failed");
  }
  ~SharedLibrary() override {
    dlclose(handle_);
    close(file_);
  }
  void* find(const std::string& name) const override { return dlsym(handle_, name.c_str()); }

 private:
  int file_;
  void* handle_ = nullptr;
};

}  // namespace

std::unique_ptr<LoadedCode> load_shared_library(const std::string& bytes) {
  return std::make_unique<SharedLibrary>(bytes);
}

std::unique_ptr<LoadedCode> load_code(CodeKind kind, const std::string& bytes) {
  return kind == CodeKind::object ? load_object(bytes) : load_shared_library(bytes);
}

}  // namespace ng
