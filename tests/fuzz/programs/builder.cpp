// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/programs/builder.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"
#include "engine/session/compile_options.h"
#include "tests/fuzz/programs/data.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

constexpr std::size_t most_sources = 10;

bool is_pure(const Op& op) {
  for (const NodePtr& node : ordered_nodes({op.value()}))
    if (node->def->traits.is_effect()) return false;
  return true;
}

// "A" for "A_3".
std::string base_name(const std::string& name) {
  return name.substr(0, name.find('_'));
}

// The largest magnitude of the finite elements, and whether all elements are finite.
struct Range {
  double largest = 0;
  bool finite = true;
};
Range range_of(const Tensor& tensor) {
  Range range;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    const double value = std::abs(tensor.at(i));
    if (!std::isfinite(value))
      range.finite = false;
    else
      range.largest = std::max(range.largest, value);
  }
  return range;
}

// Values of larger magnitude are scaled down, so that a chain of ops does not overflow.
double largest_kept(DType dtype) {
  if (!is_float(dtype)) return 1e9;
  return size_of(dtype) == 2 ? 60 : 1000;
}

}  // namespace

ProgramBuilder::ProgramBuilder(const Recipe& recipe) : recipe_(recipe), draws_(recipe.seed) {
  for (std::size_t i = 0; i < recipe.lengths.size(); ++i)
    axes_.push_back(make_axis(recipe.lengths[i], axis_names[i]));
}

bool ProgramBuilder::fits(const Axes& axes) const {
  return axes.element_count() <= recipe_.most_elements;
}

Op ProgramBuilder::chosen(const std::vector<const Made*>& fitting,
                          const std::function<Op()>& otherwise) {
  const bool renew = draws_.chance(15);
  const std::uint64_t choice = draws_.bits();
  const Made* best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  // Weighted choice by key: removing one candidate keeps the choice among the others.
  for (const Made* made : fitting) {
    const double unit = (static_cast<double>(mixed(choice, made->key) >> 11) + 0.5) * 0x1p-53;
    const double score = -std::log(unit) / (made->source ? 1 : 3);
    if (score < least) least = score, best = made;
  }
  const auto sources =
      std::count_if(values_.begin(), values_.end(), [](const Made& made) { return made.source; });
  if (!best || (renew && sources < static_cast<std::ptrdiff_t>(most_sources))) return otherwise();
  return best->op;
}

Op ProgramBuilder::operand() {
  const Axes axes = random_axes(3);
  const DType dtype = random_type();
  return operand([](const Op&) { return true; }, axes, dtype);
}

Op ProgramBuilder::operand(const std::function<bool(const Op&)>& holds, const Axes& axes,
                           DType dtype) {
  std::vector<const Made*> fitting;
  for (const Made& made : values_)
    if (holds(made.op)) fitting.push_back(&made);
  return chosen(fitting, [&] { return source(axes, dtype); });
}

Op ProgramBuilder::operand_over(const Axes& axes, DType dtype) {
  return operand([&](const Op& op) { return op.axes().is_equal_set(axes) && op.dtype() == dtype; },
                 axes, dtype);
}

Op ProgramBuilder::source(const Axes& axes, DType dtype) {
  const std::int64_t kind = recipe_.smooth ? 0 : draws_.below(10);
  const Shape shape = axes.lengths();
  const bool wild = !recipe_.smooth && draws_.chance(2);
  if (kind < 4) {
    const Op op = placeholder(axes, dtype);
    program_.placeholders.push_back(op);
    for (std::vector<Tensor>& arguments : program_.arguments)
      arguments.push_back(recipe_.smooth ? smooth_tensor(shape, draws_)
                                         : random_tensor(dtype, shape, draws_, wild));
    note(op, true, true);
    return op;
  }
  const Tensor value = random_tensor(dtype, shape, draws_, wild);
  const Op op = kind < 7   ? variable(axes, value, dtype)
                : kind < 8 ? persistent_tensor(axes, value, dtype)
                           : constant(value, axes);
  note(op, true, true);
  return op;
}

Op ProgramBuilder::wild_source(const Axes& axes, DType dtype) {
  if (recipe_.smooth) return source(axes, dtype);
  const Op op = placeholder(axes, dtype);
  program_.placeholders.push_back(op);
  for (std::vector<Tensor>& arguments : program_.arguments)
    arguments.push_back(wild_tensor(dtype, axes.lengths(), draws_));
  note(op, true, true);
  return op;
}

Op ProgramBuilder::variable_over(const Axes& axes, DType dtype) {
  std::vector<const Made*> fitting;
  for (const Made& made : values_) {
    const bool state = is_state(made.op.node()) && made.op.dtype() == dtype;
    if (state && made.op.axes() == axes) fitting.push_back(&made);
  }
  return chosen(fitting, [&] {
    const Op op = variable(axes, random_tensor(dtype, axes.lengths(), draws_, false), dtype);
    note(op, true, true);
    return op;
  });
}

Op ProgramBuilder::indices(const Axes& axes, std::int64_t count) {
  constexpr DType types[] = {DType::f32, DType::f32, DType::i32, DType::i64, DType::u8};
  const Op op = placeholder(axes, draws_.one_of(types));
  program_.placeholders.push_back(op);
  indices_.push_back(op);
  for (std::vector<Tensor>& arguments : program_.arguments)
    arguments.push_back(random_indices(op.dtype(), axes.lengths(), count, draws_));
  return op;
}

Op ProgramBuilder::fed(const Axes& axes, const Tensor& value) {
  const Op op = placeholder(axes, value.dtype);
  program_.placeholders.push_back(op);
  indices_.push_back(op);
  for (std::vector<Tensor>& arguments : program_.arguments) arguments.push_back(value);
  return op;
}

DType ProgramBuilder::random_type() {
  constexpr DType all[] = {DType::f64, DType::f32, DType::f16,  DType::bf16, DType::i8,
                           DType::i16, DType::i32, DType::i64,  DType::u8,   DType::u16,
                           DType::u32, DType::u64, DType::bool_};
  constexpr DType integers[] = {DType::i8, DType::i32, DType::i64,
                                DType::u8, DType::u32, DType::bool_};
  const bool plain = draws_.chance(40);
  if (recipe_.types == TypeMix::integers && !plain) return draws_.one_of(integers);
  if (recipe_.types == TypeMix::all && !plain) return draws_.one_of(all);
  return random_float_type();
}

DType ProgramBuilder::random_float_type() {
  const bool plain = draws_.chance(40);
  const bool first = draws_.chance(50);
  if (recipe_.types == TypeMix::f64 && !plain) return DType::f64;
  if (recipe_.types == TypeMix::half && !plain) return first ? DType::f16 : DType::bf16;
  return DType::f32;
}

Axis ProgramBuilder::random_axis() {
  return axes_[static_cast<std::size_t>(draws_.below(static_cast<std::int64_t>(axes_.size())))];
}

Axes ProgramBuilder::random_axes(std::size_t most) {
  Axes axes;
  const auto rank = static_cast<std::size_t>(draws_.within(0, static_cast<std::int64_t>(most)));
  for (std::size_t i = 0; i < rank; ++i) {
    const Axis axis = random_axis();
    if (!axes.contains(axis) && fits(axes + Axes(axis))) axes = axes + Axes(axis);
  }
  return axes;
}

Axes ProgramBuilder::some_of(const Axes& axes) {
  Axes chosen;
  for (const Axis& axis : axes)
    if (draws_.chance(50)) chosen = chosen + Axes(axis);
  return chosen;
}

Axes ProgramBuilder::shuffled(const Axes& axes) {
  std::vector<Axis> list = axes.list();
  for (std::size_t i = list.size(); i > 1; --i)
    std::swap(list[i - 1],
              list[static_cast<std::size_t>(draws_.below(static_cast<std::int64_t>(i)))]);
  return Axes(list);
}

Axis ProgramBuilder::axis_of(const std::string& name, std::int64_t length) {
  for (const Axis& axis : axes_)
    if (axis.name() == name && axis.length() == length) return axis;
  Axis& axis = further_axes_[{name, length}];
  if (!axis) axis = make_axis(length, name + "_" + std::to_string(length));
  return axis;
}

Op ProgramBuilder::under_own_names(const Op& op) {
  std::vector<Axis> names;
  bool renamed = false;
  for (const Axis& axis : op.axes()) {
    const bool whole = axis.is_flattened() && Axes(axis.members()).element_count() == axis.length();
    if (whole || axis.dual_level() != 0) {
      names.push_back(axis);
      continue;
    }
    names.push_back(axis_of(axis.is_flattened() ? "F" : base_name(axis.name()), axis.length()));
    renamed |= !(names.back() == axis);
  }
  return renamed ? cast_axes(op, Axes(names)) : op;
}

std::optional<Tensor> ProgramBuilder::preview(const Op& op) const {
  try {
    const TransformerPtr reference = allocate_transformer("reference");
    const Computation f =
        reference->add_computation(computation({op}, program_.placeholders), CompileOptions());
    return f.call(program_.arguments[0])[0];
  } catch (const Error& error) {
    if (error.fault() == Fault::internal) throw;
    return std::nullopt;
  }
}

std::optional<Op> ProgramBuilder::tamed(const Op& op) {
  const std::optional<Tensor> value = preview(op);
  if (!value) return std::nullopt;
  const Range range = range_of(*value);
  if (!range.finite && !wild_) return std::nullopt;
  if (range.largest <= largest_kept(op.dtype())) return op;
  return op * std::exp2(-std::ceil(std::log2(range.largest)));
}

void ProgramBuilder::note(const Op& op, bool source, bool pure) {
  Made made{op, mixed(step_key_, made_in_step_++)};
  made.source = source;
  made.pure = pure;
  values_.push_back(made);
}

void ProgramBuilder::add(const Op& op) {
  if (!op.value().has_type() || !fits(op.axes())) return;
  const Op own = under_own_names(op);
  if (const std::optional<Op> value = tamed(own)) note(*value, false, is_pure(*value));
}

bool ProgramBuilder::is_index(const Op& placeholder) const {
  return std::find(indices_.begin(), indices_.end(), placeholder) != indices_.end();
}

std::vector<Op> ProgramBuilder::values() const {
  std::vector<Op> made;
  for (const Made& value : values_)
    if (!value.source) made.push_back(value.op);
  return made;
}

void ProgramBuilder::add_as_it_is(const Op& op) {
  wild_ = true;
  add(op);
}

void ProgramBuilder::add_effect(const Op& op) {
  effects_.push_back(op);
}

void ProgramBuilder::cook(const RecipeStep& step) {
  draws_ = Draws(step.seed);
  step_key_ = step.seed;
  made_in_step_ = 0;
  wild_ = draws_.chance(5);
  const ProgramRow& row = program_rows()[step.row];
  std::optional<ScopedResultType> type;
  if (draws_.chance(40)) type.emplace(row.result_is_float ? random_float_type() : random_type());
  try {
    row.make(*this, *find_op(row.op));
  } catch (const Error& error) {
    if (error.fault() == Fault::internal) throw;  // other errors: the chosen op does not fit
  }
}

RandomProgram make_program(const Recipe& recipe) {
  ProgramBuilder builder(recipe);
  for (const RecipeStep& step : recipe.steps) builder.cook(step);
  return builder.finish();
}

}  // namespace ng::fuzz
