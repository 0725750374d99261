// SPDX-License-Identifier: Apache-2.0
// Converts the plain structs of a document to live ops.
#pragma once

#include <map>
#include <string>

#include "engine/documents/document.h"
#include "engine/formats/documents/document.h"

namespace ng {

// The arrays of `model` must be loaded. Each row of axes becomes one axis; ids of the document are
// reserved from then on. `path` names the document in messages. Throws bad_file Errors for unknown
// ops, wrong operands or attributes, cycles, and whatever an op's infer rejects.
Document import_document(const DocumentModel& model, const std::string& path);
// Same, and stores the axis of each row in `axes`, by row id.
Document import_document(const DocumentModel& model, const std::string& path,
                         std::map<std::string, Axis>& axes);

}  // namespace ng
