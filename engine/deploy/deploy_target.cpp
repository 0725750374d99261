// SPDX-License-Identifier: Apache-2.0
#include "engine/deploy/deploy_target.h"

#include <iterator>

#include "engine/backends/cpu/cpu_source.h"
#include "engine/base/error.h"

namespace ng {
namespace {

#ifdef __x86_64__
constexpr std::string_view x86_compiler, arm_compiler = "aarch64-linux-gnu-g++";
#else
constexpr std::string_view x86_compiler = "x86_64-linux-gnu-g++", arm_compiler;
#endif

constexpr DeployTarget rows[] = {
    {"native", "this machine's processor", 0, "-march=native", ""},
    {"x86-64", "any 64-bit x86 processor", 16, "-march=x86-64", x86_compiler},
    {"x86-64-v3", "x86 with AVX2 and FMA", 32, "-march=x86-64-v3", x86_compiler},
    {"x86-64-v4", "x86 with AVX-512", 64, "-march=x86-64-v4", x86_compiler},
    {"aarch64", "64-bit ARM with NEON", 16, "-march=armv8-a", arm_compiler},
};

}  // namespace

std::span<const DeployTarget> deploy_targets() {
  return rows;
}

const DeployTarget& deploy_target(std::string_view name) {
  std::string known;
  for (const DeployTarget& row : rows) {
    if (row.name == name) return row;
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  Diagnostic diagnostic;
  diagnostic.what = "no target '" + std::string(name) + "'";
  diagnostic.expected = "one of " + known;
  refuse(ErrorKind::value, std::move(diagnostic));
}

int vector_bytes(const DeployTarget& target) {
  return target.vector_bytes ? target.vector_bytes : host_vector_bytes();
}

std::vector<std::string> compile_options(const DeployTarget& target) {
  static constexpr const char* shared[] = {"-ffp-contract=fast", "-fno-math-errno",
                                           "-fno-trapping-math", "-fno-strict-aliasing", "-fPIC"};
  std::vector<std::string> options(1, std::string(target.architecture));
  if (vector_bytes(target) == 64) options.emplace_back("-mprefer-vector-width=512");
  for (const char* option : shared) options.emplace_back(option);
  return options;
}

// GCC takes ten times as long at -O3, for 5 % of the time of a call.
std::vector<std::string> runtime_options() {
  return {"-O2", "-ftree-vectorize", "-std=c11"};
}

std::vector<std::string> kernel_options() {
  static constexpr const char* own[] = {"-O3",
                                        "-std=c++20",
                                        "-fno-rtti",
                                        "-fno-exceptions",
                                        "-fno-asynchronous-unwind-tables",
                                        "-fno-threadsafe-statics",
                                        "-Wno-psabi"};
  return {std::begin(own), std::end(own)};
}

}  // namespace ng
