// SPDX-License-Identifier: Apache-2.0
// Text predicates of a search: contains a text or word, or matches a regular expression (RE2).
#pragma once

#include <functional>
#include <string>

namespace ng {

using TextTest = std::function<bool(const std::string&)>;

// `wanted` is a text or a /regular expression/ in RE2's syntax; both ignore case. Matching takes
// linear time and bounded memory. Throws a value Error with the column for an invalid regular
// expression; `column` is the position of `wanted`, from 0.
TextTest text_test(const std::string& wanted, std::size_t column);

// As text_test(), but `wanted` must be a whole word of the text: "k1" is not found in "k10".
TextTest word_test(const std::string& wanted, std::size_t column);

std::string lower_ascii(std::string_view text);

}  // namespace ng
