// SPDX-License-Identifier: Apache-2.0
// The public functions that create an op: names, parameters with kinds and defaults. The expression
// language, program export and the Python package are derived from them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/graph/op.h"
#include "engine/graph/slice.h"

namespace ng {

// Types of arguments.
enum class ParameterKind {
  operand,   // an op, or a number or array that becomes a constant
  operands,  // a list of ops
  axes,
  axis,
  reduction_axes,  // of a reduction; these two are one argument in C++
  out_axes,
  number,
  integer,
  text,
  flag,
  dtype,        // of the result
  other_dtype,  // of the result, where C++ uses ScopedResultType
  array,
  initial,  // of storage: an array; in C++ and Python also samples and functions
  slices,
  paddings,
  dict  // integers by name: the parameters of a convolution or pooling
};

struct Parameter {
  std::string_view name;  // in Python and in expressions
  ParameterKind kind = ParameterKind::operand;
  std::string_view default_text = {};  // as in Python; empty: required
  std::string_view key = {};           // attribute that holds it; empty: `name`
  bool option = false;                 // in C++, a field of the last argument

  bool required() const { return default_text.empty(); }
  std::string_view attribute() const { return key.empty() ? name : key; }
};

// Arguments of a call, by parameter. Errors name the argument. Absent optional arguments have their
// default, or none.
class OpArguments {
 public:
  virtual ~OpArguments() = default;
  virtual bool has(std::string_view name) const = 0;  // false if absent or None
  virtual Operand operand(std::string_view name) const = 0;
  virtual std::vector<Op> operands(std::string_view name) const = 0;
  virtual Axes axes(std::string_view name) const = 0;
  virtual Axis axis(std::string_view name) const = 0;
  virtual double number(std::string_view name) const = 0;
  virtual std::int64_t integer(std::string_view name) const = 0;
  virtual std::string text(std::string_view name) const = 0;
  virtual bool flag(std::string_view name) const = 0;
  virtual DType dtype(std::string_view name) const = 0;  // default: float32
  virtual Tensor array(std::string_view name, DType dtype) const = 0;
  virtual std::vector<SliceItem> slices(std::string_view name) const = 0;
  virtual std::vector<std::pair<std::int64_t, std::int64_t>> paddings(
      std::string_view name) const = 0;
  virtual std::map<std::string, std::int64_t> dict(std::string_view name) const = 0;
  // The text `key` of a dict.
  virtual std::string dict_text(std::string_view name, const std::string& key) const = 0;

  std::optional<Op> optional_op(std::string_view name) const;
  std::optional<Axes> optional_axes(std::string_view name) const {
    return has(name) ? std::optional(axes(name)) : std::nullopt;
  }
};

struct OpFunction {
  std::vector<Parameter> parameters;
  // Creates the op; null: from the operands and attributes that the parameters name.
  Op (*make)(const OpArguments&) = nullptr;
  std::string_view name = {};  // empty: the op's name
  std::string_view doc = {};   // empty: the op's documentation
};

}  // namespace ng
