// SPDX-License-Identifier: Apache-2.0
// A piece of a graph as text, to carry it from one document to another: a document of its ops and
// their axes, where the place of an operand that stays behind is metadata of the op.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/editing/rows.h"
#include "engine/formats/document.h"

namespace ng::editing {

constexpr std::int64_t most_carried = 1 << 16;  // elements of an initial value

// One line. `places` are where its cards stand. Value Errors for an op that belongs to a loop, or
// begins with more than most_carried numbers.
std::string piece_text(const DocumentModel& model, const std::vector<RowId>& ops,
                       const std::map<RowId, CardPlace>& places);

// The edit that puts a piece into a draft: `paste("{…}")`.
std::string paste_line(const std::string& piece);

// An op's missing operands stand for the op 0 and it is waiting. bad_file Errors for anything that
// is no piece.
DocumentModel read_piece(const std::string& text);

}  // namespace ng::editing
