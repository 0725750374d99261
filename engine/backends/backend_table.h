// SPDX-License-Identifier: Apache-2.0
// The one list of backends.
#pragma once

#include <span>

#include "engine/backends/backend.h"

namespace ng {

std::span<const Backend* const> backend_table();
const Backend* find_backend(std::string_view name);  // null when there is none of that name

}  // namespace ng
