// SPDX-License-Identifier: Apache-2.0
// Evaluates expressions to ops by calling the public functions. Errors of the engine are reported
// unchanged, at the column of the call.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/editing/functions.h"

namespace ng::editing {

// Lookup of names.
struct Names {
  std::function<Op(const std::string&)> op;      // empty op: unknown
  std::function<Op(std::uint64_t)> op_by_id;     // empty op: unknown
  std::function<Axis(const std::string&)> axis;  // empty axis: unknown
  std::vector<std::string> ops, axes;            // all names, for "did you mean"
};

class Evaluator {
 public:
  explicit Evaluator(const Names& names) : names_(names) {}

  // Evaluates an argument for a parameter of this kind. Unknown names that do not resemble a known
  // one become scalar placeholders, one per name: see inputs().
  Given evaluate(const Syntax& syntax, Kind kind);
  Op op(const Syntax& syntax);  // or a constant
  // Binds the arguments of `call` to `parameters` by position and name.
  Arguments bind(const Syntax& call, const std::vector<Parameter>& parameters,
                 const std::string& signature);
  // Calls the function; errors of the engine become EditErrors at `column`.
  static Op build(const Function& function, const Arguments& arguments, int column);

  struct Input {
    std::string name;
    Op op;
  };
  const std::vector<Input>& inputs() const { return inputs_; }

 private:
  Given named(const Syntax& syntax, Kind kind);
  Given axis_named(const std::string& name, int column) const;
  Given axis_item(const Syntax& syntax, Kind kind);
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
  std::unordered_map<std::string, std::size_t> input_places_;  // index in inputs_ by name
};

}  // namespace ng::editing
