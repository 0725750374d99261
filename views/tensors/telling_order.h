// SPDX-License-Identifier: Apache-2.0
// Which variables are worth a look first.
#pragma once

#include <vector>

#include "engine/session/record.h"

namespace ng::views {

// The document's variables: tables of vectors, then filters, then matrices, then the rest; each
// kind in the order in which the first ops of the graph read them.
std::vector<OpKey> tellingOrder(const DocumentRecord& document);

}  // namespace ng::views
