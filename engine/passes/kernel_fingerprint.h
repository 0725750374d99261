// SPDX-License-Identifier: Apache-2.0
// Tells kernels that are compiled once from those that differ.
#pragma once

#include <span>

#include "engine/graph/node.h"

namespace ng {

// A hash of what a kernel of these ops computes, `members` being users first: equal for kernels
// that differ only in the names of their ops and axes and in the arrays that they read, which the
// backends compile once. Different kernels have equal hashes by chance only.
std::size_t kernel_fingerprint(std::span<const NodePtr> members);

}  // namespace ng
