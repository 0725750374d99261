// SPDX-License-Identifier: Apache-2.0
// Expressions become ops, through the functions that programs call: what the engine refuses, it
// refuses with its own words, at the column of the call.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/editing/functions.h"

namespace ng::editing {

// What names mean.
struct Names {
  std::function<Op(const std::string&)> op;    // an empty op: there is none
  std::function<Op(std::uint64_t)> op_by_id;   // the same
  std::function<Axis(const std::string&)> axis;  // an empty axis: there is none
  std::vector<std::string> ops, axes;            // all there are, for "did you mean"
};

class Evaluator {
 public:
  explicit Evaluator(const Names& names) : names_(names) {}

  // A value as a parameter of this kind takes it. Names that are not there and resemble none become
  // scalar placeholders, one for each name: inputs().
  Given evaluate(const Syntax& syntax, Kind kind);
  Op op(const Syntax& syntax);  // or a constant
  // The parts and keywords of `call`, bound to `parameters` by position and name.
  Arguments bind(const Syntax& call, const std::vector<Parameter>& parameters,
                 const std::string& signature);
  // Calls the function; EditErrors at `column` with what the engine says.
  static Op build(const Function& function, const Arguments& arguments, int column);

  struct Input {
    std::string name;
    Op op;
  };
  const std::vector<Input>& inputs() const { return inputs_; }

 private:
  Given named(const Syntax& syntax, Kind kind);
  Given axis_named(const std::string& name, int column) const;
  Given call(const Syntax& syntax, Kind kind);
  Given unary(const Syntax& syntax, Kind kind);
  Given binary(const Syntax& syntax, Kind kind);
  Given combined(const Given& left, const Syntax::Sign& sign, const Given& right) const;
  Given subscript(const Syntax& syntax);
  Given list(const Syntax& syntax, Kind kind);
  Given dict(const Syntax& syntax);
  Given range(const Syntax& syntax);
  Operand operand(const Given& given) const;

  const Names& names_;
  std::vector<Input> inputs_;
  std::unordered_map<std::string, std::size_t> input_places_;  // in inputs_, by name
};

}  // namespace ng::editing
