// SPDX-License-Identifier: Apache-2.0
// Texts of token ids, by a vocabulary: one token per id, in the spelling of its tokenizer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/tensor.h"

namespace ng {

// The text of `ids`. "▁" and "Ġ" at a token are a space, "Ċ" is a line break (SentencePiece, BPE of
// bytes). If tokens start with "##" (WordPiece), the others are separated by spaces. Ids without a
// token are written "�".
std::string text_of_tokens(const std::vector<std::string>& vocabulary,
                           std::span<const std::int64_t> ids);

// The texts of the rows along the last axis of `ids`, which are integers, at most `most` of them.
std::vector<std::string> texts_of_rows(const std::vector<std::string>& vocabulary,
                                       const Tensor& ids, std::int64_t most);

// Can integers from `least` to `most` be ids of so many tokens? Below 2 they may be a mask.
inline bool may_be_tokens(DType dtype, double least, double most, std::size_t tokens) {
  return !is_float(dtype) && least >= 0 && most < static_cast<double>(tokens);
}
inline constexpr double most_of_mask = 1;

// The ids of `text`: at each place the longest token that matches, in the same spelling. With
// WordPiece, words and punctuation are matched separately, in lower case if the vocabulary has
// nothing else. A tokenizer that applies merges or scores may choose other tokens. Special tokens,
// such as [CLS], are not added. Bytes without a token are the unknown token. Throws a value Error
// that shows the place if there is none.
std::vector<std::int64_t> tokens_of_text(const std::vector<std::string>& vocabulary,
                                         std::string_view text);

}  // namespace ng
