// SPDX-License-Identifier: Apache-2.0
// Type conversions in kernel text, the same in both dialects.
#pragma once

#include <string>

#include "engine/kernels/local_types.h"

namespace ng::kernel {

// The expression that combines x and y, of type `held`.
std::string combined(Combine combine, const std::string& x, const std::string& y, DType held);

// Is it written with an operator, as in x + y, instead of a function call?
bool is_infix(Combine combine, DType held);

class TypedText {
 public:
  explicit TypedText(const Kernel& kernel);

  bool plain() const { return plain_; }
  // The type that the statement computes in: float32, float64, int64, or uint64 for 128 bits.
  DType compute(const Statement& statement) const;
  // The type of the local of a declare or accumulate.
  DType held(const Statement& statement) const;
  // The C type of the local of a define or declare.
  std::string local_type(const Statement& statement) const;
  std::string declared(const Statement& statement) const;  // "float t1 = "
  // The identity of a declare, with which it accumulates.
  std::string start(const Statement& statement) const;

  // Operands converted to type `compute`.
  std::string local(int local, DType compute) const;
  std::string element(const std::string& element, DType dtype, DType compute) const;
  // `value` of type `compute`, rounded to `dtype`.
  std::string rounded(const std::string& value, DType compute, DType dtype) const;
  // The same to the type of the statement: of its local, or of what it stores.
  std::string rounded(const std::string& value, const Statement& statement) const;
  // The same in lanes of float32 or float64, whose vectors hold values of narrower types.
  std::string rounded_lanes(const std::string& value, DType dtype) const;
  std::string local_lanes(int local) const;
  // The type in which an expression of integers is computed; none for real numbers.
  std::optional<DType> integer_type(const Expr& expr) const;
  // The local in its own type.
  std::string own(int local) const;
  // Does the statement copy one element ("t1" or a load)? It is then written without conversions,
  // which could lose bits.
  bool moves(const Statement& statement) const;

 private:
  const Kernel& kernel_;
  std::vector<LocalType> locals_;
  bool plain_;
};

}  // namespace ng::kernel
