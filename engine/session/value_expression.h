// SPDX-License-Identifier: Apache-2.0
// An expression over the value of one op: what breakpoints and watches are written in.
//
//   min max mean std sum norm    of all elements; with brackets of an expression: max(abs(x))
//   size nans infs zeros         counts; has_nan, has_inf: is there one?
//   any(x > 1e4) all(..) count(..)   x is each element in turn
//   x[N 17, C 0]  x[17, 0]       one element, by names of axes or by their order
//   + - * /  < <= > >= == !=  and or not  abs sqrt exp log
#pragma once

#include <functional>
#include <string>

#include "engine/session/record.h"

namespace ng {

class ValueExpression {
 public:
  // A value Error that shows the place, what stands there and what could.
  explicit ValueExpression(const std::string& text);

  const std::string& text() const { return text_; }
  // A number; what is true is 1. min, max and norm take infinities as they are and pass over NaN;
  // mean, std and sum are NaN where an element is. Errors: index for an element that `value` does
  // not have, value for x where it has more than one.
  double operator()(const Tensor& value, const std::vector<AxisRecord>& axes) const;

  struct Scope {
    const Tensor& value;
    const std::vector<AxisRecord>& axes;
    std::int64_t element = -1;  // that x is; -1: none
  };
  using Term = std::function<double(const Scope&)>;

 private:
  std::string text_;
  Term term_;
};

}  // namespace ng
