// SPDX-License-Identifier: Apache-2.0
// Text generation shared by both dialects: names, constants, indices, expressions, lines with ops.
#pragma once

#include "engine/kernels/emit.h"

namespace ng::kernel {

// Builds text line by line with the ops of each line. User names must be identifiers
// (c_identifier.h), or be in comments and notes, which this class escapes.
class TextBuilder {
 public:
  void comment(const std::string& text);  // a line of its own
  void line(int indent, const std::string& code, const Statement* from = nullptr);
  void open(int indent, const std::string& code) { line(indent, code + " {"); }
  void close(int indent) { line(indent, "}"); }
  Text take() { return std::move(text_); }

 private:
  Text text_;
  int count_ = 0;
};

// The C name of an element type: "float", "double", "long long" …
std::string c_type(DType dtype);
// The C type in which values of a compute type are computed: "__int128" for uint64.
std::string c_computed(DType compute);
// A literal of type long long, or unsigned long long if it is larger.
std::string c_integer(Integer value);
// The function of kernel text for values of a compute type; empty: an operator.
std::string_view function_name(const FnRow& fn, DType compute);
// A literal that reads back as the same number in `dtype`; NaN and infinity are prelude names.
std::string c_constant(double value, DType dtype);
std::string local_name(int local);
std::string loop_name(const Kernel& kernel, int loop);
// The end of the loop: a number, or for parts an expression of the loop that counts them.
std::string loop_end(const Kernel& kernel, const Loop& loop);
// The number of iterations of nested loops, of which only the first may be cut into parts.
std::string iterations_text(const Kernel& kernel, const std::vector<int>& loops);
// "const float* x, float* y_out"
std::string parameters_text(const Kernel& kernel, const std::vector<std::string>& names);
// "n*4 + c", without the terms of `skip`.
std::string index_text(const Kernel& kernel, const Index& index, std::optional<int> skip = {});

// 0 or 1 of a compute type, and a constant of an expression.
std::string number_text(double value, DType dtype);
std::string constant_text(const ExprNode& node, DType dtype);

// "i >= 1 && i < 4"
std::string guards_text(const Kernel& kernel, const std::vector<Guard>& guards);
// An index as a number of `dtype`.
std::string position_text(const Kernel& kernel, const ExprNode& node, DType dtype);
// 1 if all guards hold, else 0.
std::string within_text(const Kernel& kernel, const ExprNode& node, DType dtype);

// A local, position or constant as an integer.
std::string whole_text(const Kernel& kernel, const ExprNode& node);

}  // namespace ng::kernel
