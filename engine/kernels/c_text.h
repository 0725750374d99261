// SPDX-License-Identifier: Apache-2.0
// What both dialects share: names, constants, indices, expressions, and lines that remember ops.
#pragma once

#include "engine/kernels/emit.h"

namespace ng::kernel {

// Lines of text and the ops they compute, appended in order. Names that users chose come in as
// identifiers (c_identifier.h), or in comments and notes, which are escaped here.
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

// C's name of an element type: "float", "double", "long long" …
std::string c_type(DType dtype);
// A literal that reads back as the same number in `dtype`; NaN and infinities by names of the prelude.
std::string c_constant(double value, DType dtype);
std::string local_name(int local);
std::string loop_name(const Kernel& kernel, int loop);
// Where the loop ends: a number, or an expression of the loop that counts its parts.
std::string loop_end(const Kernel& kernel, const Loop& loop);
// "n*4 + c", without the terms of `skip`.
std::string index_text(const Kernel& kernel, const Index& index, int skip = -1);

// "i >= 1 && i < 4"
std::string guards_text(const Kernel& kernel, const std::vector<Guard>& guards);
// An index as a number of `dtype`.
std::string position_text(const Kernel& kernel, const ExprNode& node, DType dtype);
// 1 or 0.
std::string within_text(const Kernel& kernel, const ExprNode& node, DType dtype);

// A local, position or constant as a whole number.
std::string whole_text(const Kernel& kernel, const ExprNode& node);

// An expression in C. `load` writes a load, `local` a local.
struct ExprWriter {
  std::function<std::string(const ExprNode&)> load;
  std::function<std::string(int)> local = local_name;
  const Kernel* kernel = nullptr;
  DType dtype = DType::f32;
  std::string operator()(const Expr& expr) const;
};

}  // namespace ng::kernel
