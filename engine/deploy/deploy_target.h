// SPDX-License-Identifier: Apache-2.0
// Processors that programs are built for ahead of time.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ng {

struct DeployTarget {
  std::string_view name;  // "x86-64-v3"
  std::string_view summary;
  int vector_bytes = 16;          // 0: this machine's
  std::string_view architecture;  // "-march=x86-64-v3"
  std::string_view compiler;      // a cross compiler; empty: the host's
};

std::span<const DeployTarget> deploy_targets();
// Throws a value Error that lists the targets for an unknown name.
const DeployTarget& deploy_target(std::string_view name);
int vector_bytes(const DeployTarget& target);
// Compiler options of kernels and runtime, which GCC and Clang accept. The same as those of the cpu
// transformer: no option lets the compiler ignore NaN or infinity or reorder operations.
std::vector<std::string> compile_options(const DeployTarget& target);
std::vector<std::string> kernel_options();   // besides, of kernels in C++
std::vector<std::string> runtime_options();  // besides, of the runtime in C

}  // namespace ng
