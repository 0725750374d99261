// SPDX-License-Identifier: Apache-2.0
// Names of the buffers that program passes add.
#pragma once

#include <set>
#include <string>

#include "engine/runtime/program.h"

namespace ng {

// The names of a program's buffers. Names of buffers that are added later must come from here.
class BufferNames {
 public:
  explicit BufferNames(const Program& program);
  // Takes `base`, or with a number if that is taken.
  std::string take(const std::string& base);

 private:
  std::set<std::string> taken_;
};

}  // namespace ng
