// SPDX-License-Identifier: Apache-2.0
// Where loops stand among the scopes. A record gives the ops of a loop's step the scope
// "loop/scope where the step was written"; on the canvas the loop belongs where it was written.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/session/record.h"

namespace ng::views {

class LoopPaths {
 public:
  LoopPaths() = default;
  explicit LoopPaths(const std::vector<GraphRecordPtr>& graphs);

  // "lstm/loop" for what stands in "loop/lstm" and for the loop itself, which is written in "lstm".
  std::string scopeOf(const OpRecord& op) const;

 private:
  std::string placed(const std::string& scope, int depth) const;

  std::unordered_map<std::string, std::string> loops_;  // name: scope where it is written
};

}  // namespace ng::views
