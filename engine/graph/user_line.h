// SPDX-License-Identifier: Apache-2.0
// Source locations of ops. Ops that a layer or an optimizer creates for its user are attributed to
// the user's line, not to the engine's.
#pragma once

#include <source_location>

namespace ng {

// Attributes ops created on this thread during its lifetime to `line`; the innermost one applies.
class ScopedUserLine {
 public:
  explicit ScopedUserLine(const std::source_location& line);
  ~ScopedUserLine();
  ScopedUserLine(const ScopedUserLine&) = delete;
  ScopedUserLine& operator=(const ScopedUserLine&) = delete;

 private:
  std::source_location line_;
  const ScopedUserLine* outer_;
  friend std::source_location user_line(const std::source_location& made);
};

// The location to record for an op created at `made`.
std::source_location user_line(const std::source_location& made);

}  // namespace ng
