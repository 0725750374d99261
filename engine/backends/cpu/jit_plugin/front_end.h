// SPDX-License-Identifier: Apache-2.0
// C++ text to an optimised LLVM module, by Clang in this process.
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

// A machine that generates code for this host with all of its features; null and a reason in
// `messages` when LLVM knows no such target.
std::unique_ptr<llvm::TargetMachine> host_machine(int optimisation, std::string& messages);

// Null when the text does not compile. Errors and warnings are appended to `messages`.
std::unique_ptr<llvm::Module> parse_and_optimise(const NgraphJitRequest& request,
                                                 llvm::LLVMContext& context, std::string& messages);

}  // namespace ng::jit_plugin
