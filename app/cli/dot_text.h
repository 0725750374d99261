// SPDX-License-Identifier: Apache-2.0
// A picture's cards and edges as text for Graphviz, which lays them out itself.
#pragma once

#include <string>

#include "app/cli/picture.h"

namespace ng::cli {

// Kernels are clusters, else name scopes.
std::string dotText(const Picture& picture);

}  // namespace ng::cli
