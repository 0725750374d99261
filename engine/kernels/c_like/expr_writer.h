// SPDX-License-Identifier: Apache-2.0
// Writes scalar expressions in C. A dialect says where an element is, and which values are vectors.
// Integers are compared and chosen in integers also where the rest is computed in real numbers.
#pragma once

#include <string>
#include <vector>

#include "engine/kernels/c_like/typed_text.h"

namespace ng::kernel {

class ExprWriter {
 protected:
  explicit ExprWriter(const Kernel& kernel);
  ~ExprWriter() = default;

  // Is the value a vector: one element per lane? Integers are never in lanes.
  virtual bool in_lanes(const ExprNode&) const { return false; }
  // A scalar in all lanes.
  virtual std::string splat(const std::string& scalar) const { return scalar; }
  // A load's element where it is: in memory, in a register …; in lanes: the elements.
  virtual std::string loaded(const ExprNode& load) const;
  // An operator or function of its arguments.
  virtual std::string applied(const Expr& expr, DType compute) const;

  // The value that a statement defines, accumulates or stores, rounded to the type of its local or
  // element. A store of lanes rounds them itself.
  std::string value_text(const Statement& statement) const;
  // `expr` as a value of type `compute`.
  std::string text(const Expr& expr, DType compute) const;
  // "x[i]" and "x + i"
  std::string element(int buffer, const Index& index) const;
  std::string address(int buffer, const Index& index) const;

  const Kernel& kernel_;
  const std::vector<std::string> names_;  // of the parameters
  const TypedText types_;

 private:
  std::string load_text(const ExprNode& load, DType compute) const;
  std::string argument(const Expr& call, std::size_t index, DType compute) const;
  std::string operand(const Expr& call, std::size_t index, DType compute) const;
  std::string chosen(const Expr& expr, DType compute) const;
};

}  // namespace ng::kernel
