// SPDX-License-Identifier: Apache-2.0
// How a search compares a text: by what it contains, or by a regular expression of RE2.
#pragma once

#include <functional>
#include <string>

namespace ng {

using TextTest = std::function<bool(const std::string&)>;

// `wanted` is a text to contain, or /a regular expression/ in RE2's syntax; case does not matter.
// A match takes time linear in the text and bounded memory. Refuses (Error, kind value) a regular
// expression that RE2 does not take, with its column; `column` is the first of `wanted`, from 0.
TextTest text_test(const std::string& wanted, std::size_t column);

std::string lower_ascii(std::string_view text);

}  // namespace ng
