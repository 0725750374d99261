// SPDX-License-Identifier: Apache-2.0
// The lexer of expressions.
#pragma once

#include "engine/parsing/syntax.h"

namespace ng {

// The last token has the kind `end`.
std::vector<Token> tokens_of(std::string_view text, const Vocabulary& vocabulary,
                             int columns_before);

}  // namespace ng
