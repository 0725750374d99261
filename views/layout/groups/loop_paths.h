// SPDX-License-Identifier: Apache-2.0
// Resolves the scopes of loops. A record gives the ops of a loop's body the scope "loop/scope in
// which the body was written"; the canvas shows the loop in the scope in which it was written.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/records/records.h"

namespace ng::views {

class LoopPaths {
 public:
  LoopPaths() = default;
  explicit LoopPaths(const std::vector<GraphRecordPtr>& graphs);

  // "lstm/loop" for ops with scope "loop/lstm" and for the loop itself, which is written in "lstm".
  std::string scopeOf(const OpRecord& op) const;

 private:
  std::string placed(const std::string& scope, int depth) const;

  // By name: the scope in which the loop is written.
  std::unordered_map<std::string, std::string> loops_;
};

}  // namespace ng::views
