// SPDX-License-Identifier: Apache-2.0
// Hash of what an op does, equal for the same op of equal layers.
#pragma once

#include <cstdint>

#include "engine/records/records.h"

namespace ng::views {

using Hash = std::uint64_t;

Hash mixed(Hash a, Hash b);
// Of kind, attributes, type and lengths; without names and initial values.
Hash layerHash(const OpRecord& op);

}  // namespace ng::views
