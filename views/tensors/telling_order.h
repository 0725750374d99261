// SPDX-License-Identifier: Apache-2.0
// Order in which variables are pinned by default.
#pragma once

#include <vector>

#include "engine/base/op_id.h"
#include "engine/records/records.h"

namespace ng::views {

// Variables of the document: tables of vectors, filters, matrices, others; within each kind in
// order of their first reader in the graph.
std::vector<OpId> tellingOrder(const DocumentRecord& document);

}  // namespace ng::views
