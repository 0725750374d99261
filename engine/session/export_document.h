// SPDX-License-Identifier: Apache-2.0
// From live ops to a document's plain structs.
#pragma once

#include "engine/formats/document.h"
#include "engine/session/document.h"

namespace ng {

// Ops by id, axes in the order of their first use; equal names and ids of axes made distinct.
DocumentModel export_document(const Document& document);

}  // namespace ng
