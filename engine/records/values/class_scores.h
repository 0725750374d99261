// SPDX-License-Identifier: Apache-2.0
// Values that score the classes of a model: the last axis numbers the classes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/records/tensor_record.h"

namespace ng {

// Can the value be scores: floats with at least two along the last axis, in at most two axes?
bool may_be_scores(const TensorRecord& value);
// Are they scores: is there a label for each class, or is each row a distribution of probabilities?
bool are_scores(const TensorRecord& value, const std::vector<std::string>& labels);

struct RankedClass {
  std::int64_t index = 0;  // of the class
  double score = 0;        // as in the value
  double probability = 0;  // the score if rows are probabilities, else its softmax
};
// The `most` classes of row `row` with the highest scores, highest first; NaN last. Requires
// may_be_scores().
std::vector<RankedClass> ranked_classes(const TensorRecord& value, std::int64_t row,
                                        std::size_t most);
std::int64_t score_rows(const TensorRecord& value);

// The label, or "class 3" without one.
std::string class_name(const std::vector<std::string>& labels, std::int64_t index);

}  // namespace ng
