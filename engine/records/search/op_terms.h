// SPDX-License-Identifier: Apache-2.0
// Parses one term of an op query, without "and", "or" and "not".
#pragma once

#include "engine/records/search/op_query.h"

namespace ng {

using OpTest = std::function<bool(const OpRecord&, const QueryFacts&)>;

// `column` is the first column of the term, for messages.
OpTest op_term(const std::string& word, std::size_t column);

// All fields as they are typed: "name:", …, "shape:", "time>", ….
std::vector<std::string> query_fields();
// The texts that a text field such as "axis" tests for an op; empty for other fields.
std::vector<std::string> field_texts(std::string_view field, const OpRecord& op,
                                     const QueryFacts& facts);

}  // namespace ng
