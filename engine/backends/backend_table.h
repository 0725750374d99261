// SPDX-License-Identifier: Apache-2.0
// The table of all backends: those of the engine, then those of shared libraries.
#pragma once

#include <string>
#include <vector>

#include "engine/backends/backend.h"

namespace ng {

// The first is the default. Includes the libraries of NGRAPH_TRANSFORMERS (files and folders,
// separated by colons), which are opened by the first call, and those that find_backend has opened.
std::vector<const Backend*> backend_table();
// The one that the others are compared with.
const Backend& oracle_backend();
// Null if no backend has this name; "gpu:1" is the second GPU. A path of a shared library
// (names_library) opens it.
const Backend* find_backend(std::string_view name);
// Does the name contain a slash or end in ".so"?
bool names_library(std::string_view name);

}  // namespace ng
