// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/user_line.h"

namespace ng {
namespace {

thread_local const ScopedUserLine* innermost = nullptr;

}  // namespace

ScopedUserLine::ScopedUserLine(const std::source_location& line) : line_(line), outer_(innermost) {
  innermost = this;
}

ScopedUserLine::~ScopedUserLine() {
  innermost = outer_;
}

std::source_location user_line(const std::source_location& made) {
  return innermost ? innermost->line_ : made;
}

}  // namespace ng
