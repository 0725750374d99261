// SPDX-License-Identifier: Apache-2.0
// Arithmetic expressions in documents: schedules such as "5/(1+epoch)".
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ng {

// Supports numbers, the given variables, + - * / ** and parentheses with Python's precedence, pi,
// and the functions abs, cos, exp, floor, log, max, min, pow, sin, sqrt, tanh. Evaluated in double
// by IEEE rules: 1/0 is infinite.
class Expression {
 public:
  // Throws a value Error with the column for a text that is invalid, too long or too deeply nested.
  Expression(std::string text, const std::vector<std::string>& variables);

  // `values` in the order of the variables.
  double operator()(std::span<const double> values) const;
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t variables_;
  std::function<double(const std::span<const double>&)> term_;
};

// Variables of run plan schedules, counted from 0.
inline std::vector<std::string> schedule_variables() {
  return {"epoch", "batch", "iteration"};
}

}  // namespace ng
