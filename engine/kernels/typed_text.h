// SPDX-License-Identifier: Apache-2.0
// Conversions between element types in kernel text, the same in both dialects.
#pragma once

#include <string>

#include "engine/kernels/local_types.h"

namespace ng::kernel {

// Both values combined into one.
std::string combined(Combine combine, const std::string& x, const std::string& y);

class TypedText {
 public:
  explicit TypedText(const Kernel& kernel);

  bool plain() const { return plain_; }
  // float32 or float64.
  DType compute(const Statement& statement) const;
  // C's name of what the local of a define or declare is.
  std::string local_type(const Statement& statement) const;

  // The texts of operands, as numbers of `compute`.
  std::string local(int local, DType compute) const;
  std::string element(const std::string& element, DType dtype, DType compute) const;
  // `value`, a number of `compute`, rounded to `dtype`.
  std::string rounded(const std::string& value, DType compute, DType dtype) const;
  // The statement moves one element as it is: "t1" or a load; no conversion loses bits then.
  bool moves(const Statement& statement) const;

 private:
  const Kernel& kernel_;
  std::vector<LocalType> locals_;
  bool plain_;
};

}  // namespace ng::kernel
