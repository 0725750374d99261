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
// A literal that reads back as the same number in `dtype`; NaN and infinity are prelude names.
std::string c_constant(double value, DType dtype);
std::string local_name(int local);
std::string loop_name(const Kernel& kernel, int loop);
// The end of the loop: a number, or for parts an expression of the loop that counts them.
std::string loop_end(const Kernel& kernel, const Loop& loop);
// "n*4 + c", without the terms of `skip`.
std::string index_text(const Kernel& kernel, const Index& index, std::optional<int> skip = {});

// "i >= 1 && i < 4"
std::string guards_text(const Kernel& kernel, const std::vector<Guard>& guards);
// An index as a number of `dtype`.
std::string position_text(const Kernel& kernel, const ExprNode& node, DType dtype);
// 1 if all guards hold, else 0.
std::string within_text(const Kernel& kernel, const ExprNode& node, DType dtype);

// A local, position or constant as an integer.
std::string whole_text(const Kernel& kernel, const ExprNode& node);

// Writes an expression in C. `load` writes a load, `local` a local.
struct ExprWriter {
  std::function<std::string(const ExprNode&)> load;
  std::function<std::string(int)> local = local_name;
  const Kernel* kernel = nullptr;
  DType dtype = DType::f32;
  std::string operator()(const Expr& expr) const;
};

}  // namespace ng::kernel
