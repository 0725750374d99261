// SPDX-License-Identifier: Apache-2.0
// Ids for a document whose ops meet those of others, on one transformer or in one graph.
#pragma once

#include "engine/formats/documents/document.h"

namespace ng {

// Gives ops and computations ids that no others of the process have.
void give_own_ids(DocumentModel& model);

}  // namespace ng
