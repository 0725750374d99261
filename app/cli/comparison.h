// SPDX-License-Identifier: Apache-2.0
// One call of a computation on two transformers, and how far values are apart.
#pragma once

#include <string>
#include <vector>

#include "app/cli/compiled.h"
#include "app/cli/feeds.h"

namespace ng::cli {

// Two values of one op, at the element where they agree least.
struct Difference {
  std::string op, axes;
  OpKey id = 0;
  std::int64_t element = 0;
  double left = 0, right = 0;
  double relative = 0;  // |l - r| over |r| and the largest |r| of the value
  bool agrees = true;
};

// What counts as agreeing is rtol times |r| and the largest |r|, and eight times what rounding
// alone does to the op: the largest difference between the reference transformer in the ops' own
// dtypes and in double. A tolerance of 0 asks for the same bits.
class Comparison {
 public:
  // UsageErrors for transformers that do not exist.
  Comparison(const Arguments& arguments, const Document& document);

  const std::string& left() const { return left_; }
  const std::string& right() const { return right_; }
  double rtol() const { return rtol_; }

  // Of the results, by the programs as they are: kernels fused.
  std::vector<Difference> ofResults() const;
  // Of every op of the user that has a value, in the order of computation: each is stored, so
  // kernels end there.
  std::vector<Difference> ofOps() const;

 private:
  using Values = std::vector<Tensor>;
  enum class Take { results, ops };
  Values values(const std::string& transformer, bool inDouble, Take take) const;
  std::vector<Difference> compared(Take take) const;
  std::vector<Value> opsOf(Take take) const;

  std::string left_, right_;
  double rtol_;
  Op node_;
  CompileOptions options_;
  CallSource source_;
};

}  // namespace ng::cli
