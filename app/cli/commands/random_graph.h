// SPDX-License-Identifier: Apache-2.0
// Random training graphs of any size, for tests with large documents.
#pragma once

#include <cstdint>

#include "engine/documents/document.h"

namespace ng::cli {

// Smallest possible number of ops of a training graph.
constexpr std::int64_t fewestOps = 34;

// A layered network with `ops` ops including its cost and updates, and a plan that trains it on the
// mixture of Gaussians. Deterministic for a given seed.
Document randomTrainingGraph(std::int64_t ops, std::uint32_t seed);

}  // namespace ng::cli
