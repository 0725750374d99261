// SPDX-License-Identifier: Apache-2.0
// From a document's plain structs to live ops.
#pragma once

#include <map>
#include <string>

#include "engine/formats/document.h"
#include "engine/session/document.h"

namespace ng {

// The arrays of `model` are loaded. Axes of one row are one axis; ids from the document are taken
// from now on. `path` stands for the document in messages. bad_file Errors for unknown ops, wrong
// operands or attributes, cycles, and whatever an op's infer refuses; a cancelled Error soon after
// `cancel` is set.
Document import_document(const DocumentModel& model, const std::string& path,
                         const std::atomic<bool>* cancel = nullptr);
// The same, and into `axes` the axis of each row, by its id.
Document import_document(const DocumentModel& model, const std::string& path,
                         std::map<std::string, Axis>& axes);

}  // namespace ng
