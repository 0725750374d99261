// SPDX-License-Identifier: Apache-2.0
// Texts that a plan feeds, as ids of the tokens of a vocabulary.
#pragma once

#include <string>
#include <vector>

#include "engine/graph/op.h"

namespace ng {

// The ids of `text`: int64, as many as the last axis of `parameter` is long, padded by the
// vocabulary's padding token if it has one. Throws a value Error without a vocabulary, for a
// parameter without integers along an axis, and for a text of another length.
Tensor token_ids(const std::string& text, const std::vector<std::string>& vocabulary,
                 const Op& parameter);

}  // namespace ng
