// SPDX-License-Identifier: Apache-2.0
// Training graphs of any size, for tests of large documents.
#pragma once

#include <cstdint>

#include "engine/session/document.h"

namespace ng::cli {

// Fewer ops than this do not make a training graph.
constexpr std::int64_t fewestOps = 34;

// A network in layers with `ops` ops, its cost and its updates, and a plan that trains it on the
// mixture of Gaussians. The same seed makes the same graph.
Document randomTrainingGraph(std::int64_t ops, std::uint32_t seed);

}  // namespace ng::cli
