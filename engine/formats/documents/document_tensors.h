// SPDX-License-Identifier: Apache-2.0
// Large arrays of a document, stored in a file next to it.
#pragma once

#include <string>

#include "engine/formats/documents/document.h"

namespace ng {

// Reads the arrays that `model` references. Throws a bad_file Error if the file is missing, damaged
// (its content does not match the hash in its name) or outside of the document's folder.
void load_tensors(DocumentModel& model, const std::string& document_path, Limits limits = {});

// Moves every large array to a file: writes the file and stores the reference in the model.
void store_tensors(DocumentModel& model, const std::string& document_path);

}  // namespace ng
