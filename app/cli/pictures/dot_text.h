// SPDX-License-Identifier: Apache-2.0
// Graphviz DOT text of a picture's cards and edges; Graphviz computes the layout.
#pragma once

#include <string>

#include "app/cli/pictures/picture.h"

namespace ng::cli {

// Clusters are kernels if the picture has them, else name scopes.
std::string dotText(const Picture& picture);

}  // namespace ng::cli
