// SPDX-License-Identifier: Apache-2.0
// Whose line an op belongs to. Ops say where they were made; those that a layer or an optimizer
// makes for its user belong to the user's line, not to the engine's.
#pragma once

#include <source_location>

namespace ng {

// Ops made on this thread while one lives belong to this line; the innermost counts.
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

// The line to name for an op made at `made`.
std::source_location user_line(const std::source_location& made);

}  // namespace ng
