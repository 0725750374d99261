// SPDX-License-Identifier: Apache-2.0
// Compiles C++ text to an optimised LLVM module, with Clang in this process.
#pragma once

#include <memory>
#include <string>

#include "engine/backends/cpu/jit_plugin/abi.h"

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
}  // namespace llvm

namespace ng::jit_plugin {

// A target machine for this host with all of its features; null if LLVM does not know the target,
// with the reason in `messages`.
std::unique_ptr<llvm::TargetMachine> host_machine(int optimisation, std::string& messages);

// Null if the text does not compile. Errors and warnings are appended to `messages`.
std::unique_ptr<llvm::Module> parse_and_optimise(const NgraphJitRequest& request,
                                                 llvm::LLVMContext& context, std::string& messages);

}  // namespace ng::jit_plugin
