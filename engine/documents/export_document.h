// SPDX-License-Identifier: Apache-2.0
// Converts live ops to the plain structs of a document.
#pragma once

#include <vector>

#include "engine/documents/document.h"
#include "engine/formats/documents/document.h"

namespace ng {

// Ops by id, axes in order of first use. Duplicate axis names and ids are made distinct.
DocumentModel export_document(const Document& document);

// The nodes of its ops, in the same order: those of the document, its computations and loop bodies.
std::vector<NodePtr> exported_nodes(const Document& document);

}  // namespace ng
