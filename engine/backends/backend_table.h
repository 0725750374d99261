// SPDX-License-Identifier: Apache-2.0
// The table of all backends.
#pragma once

#include <span>

#include "engine/backends/backend.h"

namespace ng {

std::span<const Backend* const> backend_table();  // the first is the default
// The one that the others are compared with.
const Backend& oracle_backend();
// Null if no backend has this name; "gpu:1" is the second GPU.
const Backend* find_backend(std::string_view name);

}  // namespace ng
