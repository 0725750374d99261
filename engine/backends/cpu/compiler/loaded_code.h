// SPDX-License-Identifier: Apache-2.0
// Machine code loaded into this process: a relocatable object (placed and linked by the engine, so
// that a cached kernel needs no LLVM) or a shared library (opened by the system's loader).
#pragma once

#include <memory>
#include <string>

#include "engine/backends/code_cache/disk_cache.h"

namespace ng {

class LoadedCode {
 public:
  virtual ~LoadedCode() = default;
  // The address of a function, or null.
  virtual void* find(const std::string& name) const = 0;
};

// Throws Error(unavailable) with the reason for bytes that cannot be loaded. Damaged bytes are
// rejected before any of them is executed.
std::unique_ptr<LoadedCode> load_code(CodeKind kind, const std::string& bytes);
std::unique_ptr<LoadedCode> load_object(const std::string& bytes);
std::unique_ptr<LoadedCode> load_shared_library(const std::string& bytes);

// Does load_object support this processor?
bool can_load_objects();

}  // namespace ng
