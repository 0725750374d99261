// SPDX-License-Identifier: Apache-2.0
// Graphs of shapes that are hard to lay out, for tests and benchmarks of the workbench.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/documents/document.h"

namespace ng::cli {

// "chain": each op reads the previous one. "fan": all ops read the same op. "dense": each op is
// ordered after about 30 earlier ones. "random": each op reads two random earlier ones.
std::span<const char* const> graphShapes();

// A computation "last" over x with `ops` ops (± 1). Deterministic for a given seed. `shape` is one
// of graphShapes().
Document shapedGraph(const std::string& shape, std::int64_t ops, std::uint32_t seed);

}  // namespace ng::cli
