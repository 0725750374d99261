// SPDX-License-Identifier: Apache-2.0
// What a result says in words: its classes by score, or the text of its tokens.
#pragma once

#include <string>

#include "app/cli/json.h"
#include "engine/documents/document.h"
#include "engine/records/tensor_record.h"

namespace ng::cli {

// Lines below the value, for the first rows: the classes with the highest scores, or a text. Empty
// if the value is neither scores nor ids of the document's vocabulary.
std::string resultWords(const TensorRecord& result, const Document& document);
// Adds "classes", a list for each row of {"class", "label", "score", "probability"}, or "texts".
void addResultWords(Json& json, const TensorRecord& result, const Document& document);

}  // namespace ng::cli
