// SPDX-License-Identifier: Apache-2.0
// Names for values of a module: by the location that the text gives, else by op.
#pragma once

#include <string>
#include <unordered_map>

#include "engine/formats/stablehlo/stablehlo_module.h"

namespace ng::stablehlo {

class ValueNames {
 public:
  // The name itself, or with a number behind it if it is taken.
  std::string unique(const std::string& wanted);
  // A name for the result of an op: "dense/dot_general" of the location "jit(f)/dense/dot_general".
  // Without a location, or with one that is relative to a function, `prefix` is before it. A
  // constant "%cst" has the name that the text gives it.
  static std::string wanted(const Operation& op, const std::string& result,
                            const std::string& prefix);
  // The prefix of what is in a function that the op calls.
  static std::string prefix_of(const Operation& call, const std::string& callee,
                               const std::string& prefix);

 private:
  std::unordered_map<std::string, int> taken_;
};

}  // namespace ng::stablehlo
