// SPDX-License-Identifier: Apache-2.0
// The id of a group is a hash of its path, so that it is stable across compilations.
#pragma once

#include <string>

#include "views/layout/groups/grouping.h"

namespace ng::views {

inline ItemId groupId(const std::string& path) {
  ItemId hash = 1469598103934665603ull;  // FNV-1a
  for (const char c : path) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return hash | 1;
}

}  // namespace ng::views
