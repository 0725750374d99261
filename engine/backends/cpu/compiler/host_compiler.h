// SPDX-License-Identifier: Apache-2.0
// Compiles kernels with the host's compiler in a child process, if the plugin is not available.
#pragma once

#include <string>

#include "engine/backends/cpu/compiler/jit.h"

namespace ng {

struct HostCompiler {
  std::string path;  // empty: not found, and `reason` says where it was searched
  bool is_clang = false;
  std::string identity;  // changes with the compiler's file; part of the cache key
  std::string reason;
};

// NGRAPH_CXX if set; else the first of g++, clang++-19, clang++ and c++ in PATH (g++ starts twice
// as fast). Starts no process.
HostCompiler host_compiler();

// "host compiler g++ 12.2.0"; runs the compiler once per process.
std::string describe(const HostCompiler& compiler);

// The options that affect generated code, as text; part of the cache key.
std::string host_options(int optimisation);

// Returns the bytes of a shared library. Throws KernelTextError if the text does not compile, and
// Error(system) if the compiler cannot be run or takes longer than a minute.
std::string host_compile(const HostCompiler& compiler, const JitRequest& request);

// LLVM IR (Clang only) and assembly, with line information.
JitTexts host_texts(const HostCompiler& compiler, const JitRequest& request);

}  // namespace ng
