// SPDX-License-Identifier: Apache-2.0
// Arrays that a document keeps in a file beside it.
#pragma once

#include <string>

#include "engine/formats/document.h"

namespace ng {

// Reads the arrays that `model` only names. bad_file Error when their file is missing, damaged (its
// content does not have the hash that is its name) or lies outside the document's folder.
void load_tensors(DocumentModel& model, const std::string& document_path, Limits limits = {});

// Gives every loaded array that is not small a place in a file, and writes that file.
void store_tensors(DocumentModel& model, const std::string& document_path);

}  // namespace ng
