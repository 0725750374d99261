// SPDX-License-Identifier: Apache-2.0
// Arguments of a function of the edit language, bound to parameter names.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/number.h"
#include "engine/editing/syntax.h"
#include "engine/graph/op_function.h"

namespace ng::editing {

// Types of arguments. Axes and ops may have the same name; the parameter's kind decides.
using Kind = ParameterKind;
std::string_view describe(Kind kind);

struct Given;
struct GivenItem;
using GivenList = std::vector<Given>;
using GivenDict = std::vector<GivenItem>;
struct Given {
  // uint64: only what int64 lacks.
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Op, Axis,
               SliceItem, GivenList, GivenDict>
      value;
  int column = 0;

  bool absent() const { return std::holds_alternative<std::monostate>(value); }
  std::optional<Number> number() const;  // also of an integer
  // An integer beyond 64 bits becomes a double.
  static Given of(const Number& number, int column);
};
struct GivenItem {
  std::string key;
  Given value;
};

class Arguments {
 public:
  void set(const std::string& name, Given given) { given_[name] = std::move(given); }
  // EditErrors name the argument, its value and the expected type. Absent arguments give
  // `otherwise`.
  Operand operand(const std::string& name) const;
  // Numbers and arrays of the list become constants.
  std::vector<Op> operands(const std::string& name) const;
  std::optional<Axes> optional_axes(const std::string& name) const;
  Axes axes(const std::string& name) const;
  Axis axis(const std::string& name) const;
  double number(const std::string& name, double otherwise) const;
  std::optional<std::int64_t> optional_integer(const std::string& name) const;
  std::int64_t integer(const std::string& name, std::int64_t otherwise) const;
  std::string text(const std::string& name, const std::string& otherwise = {}) const;
  bool flag(const std::string& name, bool otherwise) const;
  DType dtype(const std::string& name) const;  // float32 if absent
  std::optional<Tensor> array(const std::string& name, DType dtype = DType::f32) const;
  std::optional<Tensor> exact_array(const std::string& name) const;
  std::vector<SliceItem> slices(const std::string& name) const;
  std::map<std::string, std::int64_t> integers(const std::string& name) const;  // of a dict
  std::string entry(const std::string& name, const std::string& key) const;     // of a dict
  std::vector<double> numbers(const std::string& name) const;
  std::vector<std::int64_t> lengths(const std::string& name) const;
  // Rows of two integers; a single integer stands for two equal ones.
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs(const std::string& name) const;
  bool has(const std::string& name) const;

 private:
  const Given& at(const std::string& name) const;
  static Operand operand_of(const std::string& name, const Given& given);
  [[noreturn]] static void refuse(const std::string& name, const Given& given,
                                  std::string_view expected);
  std::map<std::string, Given> given_;
};

// Converts a number or nested lists of numbers; lists of one level must have equal lengths.
// An integer type refuses numbers that it lacks.
Tensor array_of(const Given& given, DType dtype);
// float64, or int64 or uint64 where float64 would change an integer.
Tensor exact_array_of(const Given& given);
// Describes a value: "a number 4", "a list of 2".
std::string describe(const Given& given);

}  // namespace ng::editing
