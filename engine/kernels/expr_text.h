// SPDX-License-Identifier: Apache-2.0
// Writes scalar expressions in C, the same in both dialects. Integers are compared and chosen in
// integers also where the rest is computed in real numbers.
#pragma once

#include <functional>
#include <string>

#include "engine/kernels/typed_text.h"

namespace ng::kernel {

struct ExprWriter {
  const Kernel& kernel;
  const TypedText& types;
  // A load, and a local, converted to a compute type.
  std::function<std::string(const ExprNode&, DType)> load;
  std::function<std::string(int, DType)> local;

  // `expr` as a value of type `compute`.
  std::string operator()(const Expr& expr, DType compute) const;

 private:
  std::string applied(const Expr& expr, DType compute) const;
  std::string argument(const Expr& expr, DType compute) const;
  std::string chosen(const Expr& expr, DType compute) const;
};

}  // namespace ng::kernel
