// SPDX-License-Identifier: Apache-2.0
// What the rows of the table build a program with: operands among the values made so far, or new
// sources where none fits, so that every row always finds what it needs.
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

  // All choices of a row come from here.
  Draws& draws() { return draws_; }
  const Recipe& recipe() const { return recipe_; }
  bool fits(const Axes& axes) const;  // has a value over `axes` no more elements than allowed?

  // A value of any type and axes; one that `holds` is true for, or a source over `axes`.
  Op operand();
  Op operand(const std::function<bool(const Op&)>& holds, const Axes& axes, DType dtype);
  Op operand_over(const Axes& axes, DType dtype);  // with these axes, in any order
  // A placeholder, variable, persistent tensor or constant.
  Op source(const Axes& axes, DType dtype);
  Op wild_source(const Axes& axes, DType dtype);    // of both zeros, infinities, NaN, huge numbers
  Op variable_over(const Axes& axes, DType dtype);  // one there is, or a new one
  // A placeholder of whole numbers 0 … count-1.
  Op indices(const Axes& axes, std::int64_t count);
  // A placeholder with these contents, the same at each call.
  Op fed(const Axes& axes, const Tensor& value);

  DType random_type();  // of the program's mix
  DType random_float_type();
  Axis random_axis();  // of the program's
  Axes random_axes(std::size_t most);
  Axes some_of(const Axes& axes);  // a subset, in their order
  Axes shuffled(const Axes& axes);
  Axis axis_of(const std::string& name, std::int64_t length);  // the same one for the same two

  // The op is a value of the program, unless it is too large or of no use. Its axes get names of
  // their own where lengths differ from those of the program's axes.
  void add(const Op& op);
  // The same of an op whose infinities and NaN are what it is made for.
  void add_as_it_is(const Op& op);
  // The op has an effect: it is in the training computation only.
  void add_effect(const Op& op);

  // What the value is at the first call; nothing when the reference cannot compute it.
  std::optional<Tensor> preview(const Op& op) const;

  std::vector<Op> values() const;  // that were added
  const std::vector<Op>& placeholders() const { return program_.placeholders; }
  bool is_index(const Op& placeholder) const;  // fed with positions, lengths or labels
  const std::vector<Tensor>& arguments() const { return program_.arguments[0]; }

  // One step; what it refuses is passed over.
  void cook(const RecipeStep& step);
  RandomProgram finish();

 private:
  struct Made {
    Op op;
    std::uint64_t key;  // stays when other steps are left out
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
  bool wild_ = false;  // this step keeps values that are not finite
  std::vector<Axis> axes_;
  std::map<std::pair<std::string, std::int64_t>, Axis> further_axes_;
  std::vector<Made> values_;
  std::vector<Op> effects_, indices_;
  RandomProgram program_;
};

// Steps that do not fit are passed over.
RandomProgram make_program(const Recipe& recipe);

}  // namespace ng::fuzz
