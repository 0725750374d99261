// SPDX-License-Identifier: Apache-2.0
// Builds a program for the rows of the table: chooses operands among existing values, or creates
// new sources where none fits, so that every row always gets its operands.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/fuzz/programs/draws.h"
#include "tests/fuzz/programs/program.h"
#include "tests/fuzz/programs/recipe.h"

namespace ng::fuzz {

class ProgramBuilder {
 public:
  explicit ProgramBuilder(const Recipe& recipe);

  // Source of all random choices of a row.
  Draws& draws() { return draws_; }
  const Recipe& recipe() const { return recipe_; }
  bool fits(const Axes& axes) const;  // the element count is within the recipe's limit

  // A value of any dtype and axes; or one for which `holds` returns true, else a source over
  // `axes`.
  Op operand();
  Op operand(const std::function<bool(const Op&)>& holds, const Axes& axes, DType dtype);
  Op operand_over(const Axes& axes, DType dtype);  // with these axes, in any order
  // A placeholder, variable, persistent tensor or constant.
  Op source(const Axes& axes, DType dtype);
  Op wild_source(const Axes& axes, DType dtype);    // with both zeros, infinities, NaN, huge values
  Op variable_over(const Axes& axes, DType dtype);  // an existing or a new one
  // A placeholder of integers 0 … count-1.
  Op indices(const Axes& axes, std::int64_t count);
  // A placeholder with these contents at each call.
  Op fed(const Axes& axes, const Tensor& value);

  DType random_type();  // from the program's type mix
  DType random_float_type();
  Axis random_axis();  // one of the program's axes
  Axes random_axes(std::size_t most);
  Axes some_of(const Axes& axes);  // a subset, in the same order
  Axes shuffled(const Axes& axes);
  Axis axis_of(const std::string& name, std::int64_t length);  // the same axis for equal arguments

  // Adds a value to the program, unless it is too large or cannot be used. Axes whose lengths
  // differ from the program's axes of the same name are renamed.
  void add(const Op& op);
  // Adds a value that is meant to contain infinities and NaN.
  void add_as_it_is(const Op& op);
  // Adds an effect, which is in the training computation only.
  void add_effect(const Op& op);

  // The value at the first call; nullopt if the reference cannot compute it.
  std::optional<Tensor> preview(const Op& op) const;

  std::vector<Op> values() const;  // the added values
  const std::vector<Op>& placeholders() const { return program_.placeholders; }
  bool is_index(const Op& placeholder) const;  // fed with positions, lengths or labels
  const std::vector<Tensor>& arguments() const { return program_.arguments[0]; }

  // Runs one step; a step whose op is rejected is skipped.
  void cook(const RecipeStep& step);
  RandomProgram finish();

 private:
  struct Made {
    Op op;
    std::uint64_t key;  // independent of other steps
    bool pure = true;   // reaches no effect
    bool source = false;
  };

  void note(const Op& op, bool source, bool pure);
  Op chosen(const std::vector<const Made*>& fitting, const std::function<Op()>& otherwise);
  Op under_own_names(const Op& op);
  std::optional<Op> tamed(const Op& op);

  const Recipe& recipe_;
  Draws draws_;
  std::uint64_t step_key_ = 0, made_in_step_ = 0;
  bool wild_ = false;  // this step keeps non-finite values
  std::vector<Axis> axes_;
  std::map<std::pair<std::string, std::int64_t>, Axis> further_axes_;
  std::vector<Made> values_;
  std::vector<Op> effects_, indices_;
  RandomProgram program_;
};

// Steps that do not fit are skipped.
RandomProgram make_program(const Recipe& recipe);

}  // namespace ng::fuzz
