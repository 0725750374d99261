// SPDX-License-Identifier: Apache-2.0
// Differences between two compilations: totals, kernels with their times, buffers with their sizes.
#pragma once

#include <unordered_map>

#include "engine/analysis/document_difference.h"
#include "engine/base/op_id.h"

namespace ng {

// Adds changes and the times of kernels. `ids`: of ops of the first document, as
// DocumentDifference::before has them. Kernels and buffers match by the ops of the document that
// they compute or hold, then by name.
void add_compilations(const CompilationRecord& first, const CompilationRecord& second,
                      const std::unordered_map<OpId, OpId>& ids, DocumentDifference& difference);

}  // namespace ng
