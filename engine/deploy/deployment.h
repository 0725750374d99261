// SPDX-License-Identifier: Apache-2.0
// Builds a computation ahead of time: C and C++ sources of a program that needs this library
// neither to be compiled nor to run.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/graph/op.h"
#include "engine/session/compile_options.h"

namespace ng {

enum class WeightsPlace { automatic, inside, file };  // automatic: inside up to 1 MiB

struct DeployOptions {
  std::string target = "native";
  std::string name;       // prefix of all symbols and files; empty: the computation's name
  std::string restore;    // checkpoint whose values replace the initial ones; empty: none
  bool training = false;  // required for computations that change variables
  WeightsPlace weights = WeightsPlace::automatic;
  bool compiles = true;  // builds the static library with the target's compiler
  CompileOptions compile;
};

struct Deployment {
  std::string name;                // prefix of all symbols and files: "predict"
  std::vector<std::string> files;  // in the folder
  std::string library;             // "libpredict.a"; empty: not built
  std::string reason;              // why not
  std::int64_t arena_bytes = 0;    // of buffers and temporaries
  std::int64_t weight_bytes = 0;
  std::size_t steps = 0, kernels = 0;
};

// Writes into `folder`, which is created, or must be empty. Throws value Errors for a computation
// that cannot be built ahead of time, with the op and what to do; for a folder that is not empty;
// and for an unknown target. Throws a system Error if a file cannot be written.
Deployment deploy(const Op& computation, const std::string& folder, const DeployOptions& options);

}  // namespace ng
