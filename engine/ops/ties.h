// SPDX-License-Identifier: Apache-2.0
// Extremes with another gradient at ties than the original's.
#pragma once

#include <string>

#include "engine/graph/op.h"
#include "engine/ops/reductions/reduction.h"

namespace ng {

class Attributes;

// Which of equal operands have the gradient d:
enum class Ties {
  original,  // of maximum and minimum none; of max and min each the whole d
  share,     // all of them, equal parts of it: PyTorch, JAX; reductions of TensorFlow
  first      // the first one: PyTorch along a dimension, TensorFlow
};

// The choice in the attribute `ties`: "share" or "first"; the original's without it. Value Error
// for another name.
Ties ties_of(const Attributes& attributes);

// The values of the functions without `ties`, "share" or "first". With "first", max and min reduce
// one axis. Value Error otherwise.
Op maximum(const Operand& x, const Operand& y, const std::string& ties);
Op minimum(const Operand& x, const Operand& y, const std::string& ties);
Op max(const Operand& x, const Over& over, const std::string& ties);
Op min(const Operand& x, const Over& over, const std::string& ties);

}  // namespace ng
