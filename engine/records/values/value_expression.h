// SPDX-License-Identifier: Apache-2.0
// Expressions over the value of one op, used by breakpoints and watches.
//
//   min max mean std sum norm    over all elements, or over an expression: max(abs(x))
//   size nans infs zeros         counts; has_nan, has_inf: 1 if any
//   any(x > 1e4) all(..) count(..)   x is each element in turn
//   x[N 17, C 0]  x[17, 0]       one element, by axis names or by axis order
//   + - * /  < <= > >= == !=  and or not  abs sqrt exp log
#pragma once

#include <functional>
#include <string>

#include "engine/base/number.h"
#include "engine/records/axis_record.h"

namespace ng {

class ValueExpression {
 public:
  // Throws a value Error with the position, the text found there and the text expected.
  explicit ValueExpression(const std::string& text);

  const std::string& text() const { return text_; }
  // Returns a number, exactly if it is an element, min or max of integers; true is 1. min, max and
  // norm include infinities and skip NaN; mean, std and sum propagate NaN. Throws an index Error
  // for an element out of range, a value Error for x if the value has several elements.
  Number operator()(const Tensor& value, const std::vector<AxisRecord>& axes) const;

  struct Scope {
    const Tensor& value;
    const std::vector<AxisRecord>& axes;
    std::optional<std::int64_t> element = {};  // the element that x refers to
  };
  using Term = std::function<Number(const Scope&)>;

 private:
  std::string text_;
  Term term_;
};

}  // namespace ng
