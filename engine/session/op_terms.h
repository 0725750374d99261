// SPDX-License-Identifier: Apache-2.0
// One term of a search for ops, without "and", "or" and "not".
#pragma once

#include "engine/session/op_query.h"

namespace ng {

using OpTest = std::function<bool(const OpRecord&, const QueryFacts&)>;

// `column` is the term's first, for messages.
OpTest op_term(const std::string& word, std::size_t column);

// Refuses a search: "column 7", what was found and what is expected.
[[noreturn]] void refuse_query(std::size_t column, std::string found, std::string expected);

}  // namespace ng
