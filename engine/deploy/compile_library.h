// SPDX-License-Identifier: Apache-2.0
// Compiles the sources of an ahead-of-time program to a static library.
#pragma once

#include <string>

#include "engine/deploy/deployed_program.h"

namespace ng {

struct BuiltLibrary {
  std::string library;  // "libpredict.a" in the folder; empty: not built
  std::string reason;   // why not
};

// A missing compiler is a reason. A compiler that fails on the sources is a system Error with
// its output. Cancelled like a compilation.
BuiltLibrary compile_library(const std::string& folder, const DeployedProgram& program,
                             std::size_t units, const CompileOptions& options);

// Its name: "libpredict.a".
std::string library_file(const DeployedProgram& program);

}  // namespace ng
