// SPDX-License-Identifier: Apache-2.0
// The host's compiler as a child process: what compiles kernels where the plugin is not.
#pragma once

#include <string>

#include "engine/backends/cpu/jit.h"

namespace ng {

struct HostCompiler {
  std::string path;  // empty: there is none, and `reason` says where one was looked for
  bool is_clang = false;
  std::string identity;  // changes when the file does: part of the cache's key
  std::string reason;
};

// NGRAPH_CXX when the environment sets it; else the first of g++, clang++-19, clang++ and c++ that
// PATH has: g++ starts twice as fast. Starts nothing.
HostCompiler host_compiler();

// "host compiler g++ 12.2.0"; asks the compiler, once a process.
std::string describe(const HostCompiler& compiler);

// The options that decide the code, as text: part of the cache's key.
std::string host_options(int optimisation);

// The bytes of a shared library. Throws KernelTextError when the text does not compile, and
// Error(system) when the compiler cannot be run or takes longer than a minute.
std::string host_compile(const HostCompiler& compiler, const JitRequest& request);

// LLVM IR (Clang only) and assembly, with lines.
JitTexts host_texts(const HostCompiler& compiler, const JitRequest& request);

}  // namespace ng
