// SPDX-License-Identifier: Apache-2.0
// Copied ops as text, to paste into another document: a document of the ops and their axes.
// Operands that were not copied are recorded in the metadata of the op.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/editing/rows.h"
#include "engine/formats/documents/document.h"

namespace ng::editing {

constexpr std::int64_t most_carried = 1 << 16;  // limit for elements of an initial value

// Returns one line of text. `places` are the places of the cards. Throws a value Error for an op of
// a loop, or with an initial value of more than most_carried elements.
std::string piece_text(const DocumentModel& model, const std::vector<RowId>& ops,
                       const std::map<RowId, CardPlace>& places);

// The line that pastes the ops into a draft: `paste("{…}")`.
std::string paste_line(const std::string& piece);

// Missing operands refer to op 0 and their op is waiting. Throws bad_file Errors for invalid text.
DocumentModel read_piece(const std::string& text);

}  // namespace ng::editing
