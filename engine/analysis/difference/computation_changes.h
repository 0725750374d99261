// SPDX-License-Identifier: Apache-2.0
// Differences between computations, and between the steps of loops: what they read and return.
#pragma once

#include "engine/analysis/document_difference.h"
#include "engine/records/document_record.h"

namespace ng {

// By the op of the loop.
using LoopSteps = std::map<OpId, ComputationRecord>;

// Those of the document, with the new ids of its ops.
LoopSteps loop_steps(const DocumentRecord& document, const OpMatches& ids);

struct SignatureChange {
  std::string what;  // "parameters", "results" or "returns"
  std::string before, after;
};
// `a` has the ids of `before`, `b` those of `after`. What a file of an earlier release lacks is
// not compared.
std::vector<SignatureChange> signature_changes(const GraphRecord& before,
                                               const ComputationRecord& a, const GraphRecord& after,
                                               const ComputationRecord& b);

// Compares the computations by name. `ids`: of the first document's ops in
// DocumentDifference::before.
void add_computations(const DocumentRecord& first, const DocumentRecord& second,
                      const OpMatches& ids, DocumentDifference& difference);

}  // namespace ng
