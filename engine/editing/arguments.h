// SPDX-License-Identifier: Apache-2.0
// What a function of the edit language is called with: values bound to the names of its parameters.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/editing/syntax.h"
#include "engine/graph/op.h"
#include "engine/graph/slice.h"

namespace ng::editing {

// What an argument may be. Axes and ops may have the same names; the parameter decides.
enum class Kind { operand, operands, axes, axis, number, whole, text, flag, array, slices, dict };
std::string_view describe(Kind kind);

struct Given;
struct GivenItem;
using GivenList = std::vector<Given>;
using GivenDict = std::vector<GivenItem>;
struct Given {
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Op, Axis, SliceItem,
               GivenList, GivenDict>
      value;
  int column = 0;

  bool absent() const { return std::holds_alternative<std::monostate>(value); }
  std::optional<double> number() const;  // of a whole number too
};
struct GivenItem {
  std::string key;
  Given value;
};

class Arguments {
 public:
  void set(const std::string& name, Given given) { given_[name] = std::move(given); }
  // EditErrors name the argument, what it is and what was expected. Absent ones give `otherwise`.
  Operand operand(const std::string& name) const;
  std::optional<Op> optional_op(const std::string& name) const;
  std::vector<Op> operands(const std::string& name) const;
  std::optional<Axes> optional_axes(const std::string& name) const;
  Axes axes(const std::string& name) const;
  Axis axis(const std::string& name) const;
  double number(const std::string& name, double otherwise) const;
  std::optional<std::int64_t> optional_whole(const std::string& name) const;
  std::int64_t whole(const std::string& name, std::int64_t otherwise) const;
  std::string text(const std::string& name, const std::string& otherwise = {}) const;
  bool flag(const std::string& name, bool otherwise) const;
  DType dtype(const std::string& name) const;  // float32 when absent
  std::optional<Tensor> array(const std::string& name, DType dtype = DType::f32) const;
  std::vector<SliceItem> slices(const std::string& name) const;
  std::map<std::string, std::int64_t> wholes(const std::string& name) const;  // of a dict
  std::string entry(const std::string& name, const std::string& key) const;   // a text of a dict
  std::vector<double> numbers(const std::string& name) const;
  bool has(const std::string& name) const;

 private:
  const Given& at(const std::string& name) const;
  [[noreturn]] static void refuse(const std::string& name, const Given& given,
                                  std::string_view expected);
  std::map<std::string, Given> given_;
};

// A number or nested lists of numbers, all as long as their neighbours.
Tensor array_of(const Given& given, DType dtype);
// What it is, in words: "a number 4", "a list of 2".
std::string describe(const Given& given);

}  // namespace ng::editing
