// SPDX-License-Identifier: Apache-2.0
// Syntax of the language of a generated program. The walk over the document, in program_writer.h,
// is common to all languages.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/dtype.h"
#include "engine/base/number.h"
#include "engine/formats/documents/document.h"
#include "engine/kernels/expr.h"

namespace ng {

class ProgramLanguage {
 public:
  using Texts = std::vector<std::string>;
  enum class Declared { axis, op, computation };
  struct Comment {
    std::string title, description;
    std::string arrays;  // the file of arrays; empty: none
    bool numpy = false;  // the text contains arrays that are not float32
  };

  virtual ~ProgramLanguage() = default;

  virtual std::vector<std::string_view> reserved() const = 0;
  virtual std::string infix(kernel::Fn fn) const = 0;  // "+"; empty: only as a call
  virtual std::string function(std::string_view name) const = 0;
  // An argument that the language may pass by keyword.
  virtual std::string keyword(std::string_view name, const std::string& value) const = 0;
  // Trailing named arguments of a function.
  virtual std::string options(
      const std::vector<std::pair<std::string, std::string>>& named) const = 0;
  // Are arguments positional, so that an omitted one before another must be written?
  virtual bool positional() const = 0;
  // The call with results of the type `dtype`, in a language whose functions take none.
  virtual std::string in_type(const std::string& dtype, const std::string& call) const {
    static_cast<void>(dtype);
    return call;
  }

  virtual std::string text(const std::string& value) const = 0;
  virtual std::string number(const Number& value, DType dtype) const = 0;
  virtual std::string flag(bool value) const = 0;
  virtual std::string dtype(DType dtype) const = 0;
  virtual std::string list(const Texts& items) const = 0;
  virtual std::string flattened(const Texts& axes) const = 0;  // one axis with several members
  virtual std::string optional_axes(const Texts& axes) const = 0;
  virtual std::string out_axes(const Texts& axes) const = 0;
  virtual std::string array(const Tensor& tensor) const = 0;
  // The result type of a constant, if its array does not give it; empty: nothing to write.
  virtual std::string array_dtype(DType dtype) const = 0;
  // The type of the language's arrays that hold elements of type `dtype`.
  virtual DType type_in_array(DType dtype) const = 0;
  virtual std::string array_in_file(const std::string& key) const = 0;
  virtual std::string slices(const std::string& items) const = 0;    // "0, :, 1:4"
  virtual std::string paddings(const std::string& pairs) const = 0;  // "(1, 1), (0, 2)"
  virtual std::string samples(bool normal, double location, double spread, double seed) const = 0;
  // Parameters of a convolution or pooling; `kind` is the pooling's "max" or "avg".
  virtual std::string window(
      const std::string& kind,
      const std::vector<std::pair<std::string, std::string>>& sizes) const = 0;

  // Statements, without statement_end.
  virtual std::string axis(const AxisModel& model) const = 0;
  virtual std::string declare(Declared what, const std::string& name,
                              const std::string& value) const = 0;
  virtual std::string loop_begin(const std::string& step, bool states, bool elements) const = 0;
  virtual std::string loop_end(const Texts& states, const Texts& outputs) const = 0;
  virtual std::string loop_close() const = 0;  // a line after the step; empty: none
  virtual std::string loop(const std::string& step, const std::string& axis, const Texts& states,
                           const Texts& sequences, bool reverse) const = 0;
  virtual std::string loop_result(const std::string& loop, bool state, int index) const = 0;
  virtual std::string computation(const Texts& results, const Texts& parameters,
                                  const std::string& returns, const std::string& name) const = 0;
  virtual std::string statement_end() const = 0;
  virtual int indentation() const = 0;  // spaces per level

  virtual std::string head(const Comment& comment) const = 0;
  // The text by which the head opens the file of arrays.
  virtual std::string opened(const std::string& arrays) const = 0;
  virtual std::string transformer() const = 0;
  virtual std::string tail() const = 0;
  virtual int depth() const = 0;  // nesting level of the program's statements
};

}  // namespace ng
