// SPDX-License-Identifier: Apache-2.0
// Completes the word at the cursor of an op query: fields, the values of a field, names of ops.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/records/search/op_query.h"

namespace ng {

struct QueryCompletion {
  std::size_t begin = 0;           // in bytes; each word replaces the text from here to the cursor
  std::vector<std::string> words;  // at most 50; quoted if they contain spaces or parentheses
};

// Words that begin with the typed text precede those that contain it; fields precede names.
// Nothing is offered for a complete word, an empty one, a number, a shape or a regular expression.
QueryCompletion complete_query(std::string_view text, std::size_t cursor, const GraphRecord& graph,
                               const QueryFacts& facts = {});

}  // namespace ng
