// SPDX-License-Identifier: Apache-2.0
// Machine code in this process's memory, from the bytes a compiler made. Two kinds of bytes: a
// relocatable object (placed and linked here, so that a cached kernel needs no LLVM) and a shared
// library (opened by the system's loader).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace ng {

enum class CodeKind : std::uint32_t { object = 1, shared_library = 2 };

class LoadedCode {
 public:
  virtual ~LoadedCode() = default;
  // Null when there is no such function.
  virtual void* find(const std::string& name) const = 0;
};

// Throws Error(unavailable) for bytes that cannot be loaded, saying why; damaged bytes are refused
// before anything of them is run.
std::unique_ptr<LoadedCode> load_code(CodeKind kind, const std::string& bytes);
std::unique_ptr<LoadedCode> load_object(const std::string& bytes);
std::unique_ptr<LoadedCode> load_shared_library(const std::string& bytes);

// Whether load_object knows this processor's objects.
bool can_load_objects();

}  // namespace ng
