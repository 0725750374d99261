// SPDX-License-Identifier: Apache-2.0
// Differences between the run plans of two documents.
#pragma once

#include "engine/analysis/document_difference.h"

namespace ng {

// The ops of `difference` are compared already: a placeholder may have another name.
void add_plan(const DocumentRecord& first, const DocumentRecord& second,
              DocumentDifference& difference);

}  // namespace ng
