// SPDX-License-Identifier: Apache-2.0
// Graphs of the shapes that layouts break on: for tests and measurements of the window.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/session/document.h"

namespace ng::cli {

// "chain": each op reads the one before it. "fan": one op that all others read. "dense": each op
// orders after about 30 earlier ones. "random": each op reads two earlier ones, wherever they are.
std::span<const char* const> graphShapes();

// A computation "last" over x with `ops` ops, give or take one. The same seed makes the same graph.
// `shape` is one of graphShapes().
Document shapedGraph(const std::string& shape, std::int64_t ops, std::uint32_t seed);

}  // namespace ng::cli
