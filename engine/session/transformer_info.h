// SPDX-License-Identifier: Apache-2.0
// What a transformer is and can do: a row of all_transformers().
#pragma once

#include <string>

#include "engine/backends/backend.h"

namespace ng {

struct TransformerInfo {
  std::string name;
  Availability availability;
  Capabilities capabilities;
};

}  // namespace ng
