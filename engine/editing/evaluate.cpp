// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/evaluate.h"

#include <cmath>

#include "engine/base/nearest.h"
#include "engine/base/quote.h"
#include "engine/graph/user_line.h"
#include "engine/kernels/integer_functions.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/make_op.h"
#include "engine/ops/shapes/slice.h"

namespace ng::editing {
namespace {

constexpr std::size_t shortest_typo = 4;  // shorter names resemble each other by chance
constexpr std::int64_t most_duals = 1000;

bool fits_whole(double value) {
  return std::abs(value) < 0x1p63;  // false for NaN
}

bool is_axes(Kind kind) {
  return kind == Kind::axes || kind == Kind::axis || kind == Kind::reduction_axes ||
         kind == Kind::out_axes;
}

// Rethrows errors of `make` as EditErrors at `column`.
template <class F>
auto at_column(int column, F&& make) {
  const ScopedUserLine nowhere{std::source_location()};
  try {
    return make();
  } catch (const EditError&) {
    throw;
  } catch (const Error& error) {
    if (error.fault() != Fault::user) throw;
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.where = column > 0 ? "column " + std::to_string(column) : "";
    throw EditError(std::move(diagnostic), column);
  }
}

// The original's other name of initial_value.
bool is_alias(const Parameter& parameter, std::string_view key) {
  return parameter.kind == Kind::initial && key == "initial";
}

std::string suggestion(const std::string& name, const std::vector<std::string>& known) {
  const std::string meant = nearest(name, known);
  return meant.empty() ? "" : "did you mean " + quote(meant) + "?";
}

bool is_comparison(const std::string& sign) {
  return sign.find_first_of("<>=!") != std::string::npos;
}

kernel::Fn function_of(const std::string& sign) {
  if (sign == "+") return kernel::Fn::add;
  if (sign == "-") return kernel::Fn::subtract;
  if (sign == "*") return kernel::Fn::multiply;
  if (sign == "/") return kernel::Fn::divide;
  if (sign == "**") return kernel::Fn::power;
  return sign == "//" ? kernel::Fn::floordivide : kernel::Fn::mod;
}

// Is the result an integer that Integer holds? Products of 64-bit integers fit.
bool stays_whole(kernel::Fn fn, const Number& a, const Number& b) {
  if (!a.is_integer() || !b.is_integer()) return false;
  switch (fn) {
    case kernel::Fn::divide: return false;
    case kernel::Fn::power:
      return b.integer() >= 0 && std::abs(std::pow(a.real(), b.real())) < 0x1p126;
    case kernel::Fn::floordivide:
    case kernel::Fn::mod: return b.integer() != 0;
    default: return true;
  }
}

// What Python gives, but for a division by 0.
Number applied(const std::string& sign, const Number& a, const Number& b) {
  const kernel::Fn fn = function_of(sign);
  if (!stays_whole(fn, a, b)) return kernel::evaluate(fn, a.real(), b.real());
  return kernel::evaluate_integers(fn, a.integer(), b.integer());
}

Op applied(const std::string& sign, const Operand& a, const Operand& b, int column) {
  if (sign == "+") return a + b;
  if (sign == "-") return a - b;
  if (sign == "*") return a * b;
  if (sign == "/") return a / b;
  if (sign == "**") return power(a, b);
  if (sign == "//") return floordivide(a, b);
  if (sign == "%") return mod(a, b);
  if (sign == "<") return less(a, b);
  if (sign == "<=") return less_equal(a, b);
  if (sign == ">") return greater(a, b);
  if (sign == ">=") return greater_equal(a, b);
  refuse_at(column, "ops cannot be compared with " + quote(sign), {}, {},
            "write equal(x, y) or not_equal(x, y)");
}

}  // namespace

Given Evaluator::evaluate(const Syntax& syntax, Kind kind) {
  Given given;
  given.column = syntax.column;
  switch (syntax.kind) {
    case Syntax::Kind::none: return given;
    case Syntax::Kind::flag: given.value = syntax.number != 0; return given;
    case Syntax::Kind::whole:
      return Given::of(number_from(syntax.text).value_or(syntax.number), syntax.column);
    case Syntax::Kind::number: given.value = syntax.number; return given;
    case Syntax::Kind::text:
      if (is_axes(kind)) return axis_named(syntax.text, syntax.column);
      if (kind == Kind::operand || kind == Kind::operands) return named(syntax, kind);
      given.value = syntax.text;
      return given;
    case Syntax::Kind::name: return named(syntax, kind);
    case Syntax::Kind::id: {
      const bool id = fits_whole(syntax.number);
      const Op op = id ? names_.op_by_id(static_cast<std::uint64_t>(syntax.number)) : Op();
      if (!op) refuse_at(syntax.column, "there is no finished op with this id");
      given.value = op;
      return given;
    }
    case Syntax::Kind::list: return list(syntax, kind);
    case Syntax::Kind::dict: return dict(syntax);
    case Syntax::Kind::call: return call(syntax, kind);
    case Syntax::Kind::unary: return unary(syntax, kind);
    case Syntax::Kind::binary: return binary(syntax, kind);
    case Syntax::Kind::subscript: return subscript(syntax);
    case Syntax::Kind::range: return range(syntax);
    case Syntax::Kind::axis_item: return axis_item(syntax, kind);
  }
  return given;
}

Op Evaluator::op(const Syntax& syntax) {
  const Given given = evaluate(syntax, Kind::operand);
  if (const Op* op = std::get_if<Op>(&given.value)) return *op;
  return at_column(syntax.column, [&] { return Op(as_value(operand(given))); });
}

Operand Evaluator::operand(const Given& given) const {
  Arguments one;
  one.set("operand", given);
  return one.operand("operand");
}

Given Evaluator::named(const Syntax& syntax, Kind kind) {
  if (is_axes(kind)) return axis_named(syntax.text, syntax.column);
  if (kind == Kind::text || kind == Kind::dtype) return {syntax.text, syntax.column};
  if (const Op op = at_column(syntax.column, [&] { return names_.op(syntax.text); }))
    return {op, syntax.column};
  if (const auto known = input_places_.find(syntax.text); known != input_places_.end())
    return {inputs_[known->second].op, syntax.column};
  if (const auto number = number_from(syntax.text); number && syntax.kind == Syntax::Kind::name)
    return Given::of(*number, syntax.column);  // inf and nan
  const std::string meant =
      syntax.text.size() < shortest_typo ? "" : nearest(syntax.text, names_.ops);
  if (!meant.empty() || syntax.kind == Syntax::Kind::text)
    refuse_at(syntax.column, "there is no op " + quote(syntax.text), {}, {},
              meant.empty() ? "" : "did you mean " + quote(meant) + "?");
  if (const Function* function = find_spelled(syntax.text))
    refuse_at(syntax.column, quote(syntax.text) + " is a function", {},
              "its arguments in parentheses: " + signature(*function));
  const ScopedUserLine nowhere{std::source_location()};
  input_places_.emplace(syntax.text, inputs_.size());
  inputs_.push_back({syntax.text, find_function("placeholder")->build([] {
                       Arguments scalar;
                       scalar.set("axes", {GivenList{}, 0});
                       return scalar;
                     }())});
  return {inputs_.back().op, syntax.column};
}

Given Evaluator::axis_named(const std::string& name, int column) const {
  if (const Axis axis = names_.axis(name)) return {axis, column};
  refuse_at(column, "there is no axis " + quote(name), {},
            names_.axes.empty() ? "an axis made before" : "an axis of the document",
            names_.axes.empty() || suggestion(name, names_.axes).empty()
                ? "make it first: " + name + " = make_axis(4)"
                : suggestion(name, names_.axes));
}

// An unknown axis with a length is a new one.
Given Evaluator::axis_item(const Syntax& syntax, Kind kind) {
  const Syntax& of = syntax.parts[0];
  if (!is_axes(kind))
    refuse_at(syntax.column, "only an axis has a length", {}, "axes=(C: 4, N: 32)");
  const Given length = evaluate(syntax.parts[1], Kind::integer);
  const auto* wanted = std::get_if<std::int64_t>(&length.value);
  if (!wanted || *wanted < 0)
    refuse_at(length.column, "the length of an axis is not an integer", describe(length),
              "as in (C: 4)");
  const bool known = of.kind != Syntax::Kind::name || names_.axis(of.text);
  if (!known) return {make_axis(*wanted, of.text), syntax.column};
  const Given given = evaluate(of, kind);
  const Axis* axis = std::get_if<Axis>(&given.value);
  if (!axis) refuse_at(syntax.column, "only an axis has a length", describe(given), "as in (C: 4)");
  if (axis->has_length() && axis->length() != *wanted)
    refuse_at(length.column, "the axis " + axis->label() + " has another length",
              std::to_string(*wanted), std::to_string(axis->length()),
              "write " + axis->name() + " = make_axis(" + std::to_string(*wanted) +
                  ") to change it everywhere");
  return given;
}

Given Evaluator::call(const Syntax& syntax, Kind kind) {
  if (is_axes(kind))
    refuse_at(syntax.column, "an axis must be created in a separate statement", {}, {},
              "write C = make_axis(4), then use C");
  const Function* function = find_spelled(syntax.text);
  if (!function) {
    std::vector<std::string> known;
    for (const Function& each : function_table()) known.emplace_back(each.name);
    refuse_at(syntax.column, "there is no function " + quote(syntax.text), {}, {},
              suggestion(syntax.text, known));
  }
  const Arguments arguments = bind(syntax, function->parameters, signature(*function));
  return {build(*function, arguments, syntax.column), syntax.column};
}

Arguments Evaluator::bind(const Syntax& call, const std::vector<Parameter>& parameters,
                          const std::string& text) {
  Arguments arguments;
  if (call.parts.size() > parameters.size())
    refuse_at(call.parts[parameters.size()].column,
              quote(call.text) + " takes " + std::to_string(parameters.size()) + " arguments",
              std::to_string(call.parts.size()), text);
  std::vector<bool> given(parameters.size(), false);
  const auto set = [&](std::size_t i, const Syntax& value) {
    const Given evaluated = evaluate(value, parameters[i].kind);
    arguments.set(std::string(parameters[i].name), evaluated);
    given[i] = true;
  };
  for (std::size_t i = 0; i < call.parts.size(); ++i) set(i, call.parts[i]);
  for (const auto& [key, value] : call.keywords) {
    std::size_t i = 0;
    while (i < parameters.size() && parameters[i].name != key && !is_alias(parameters[i], key)) ++i;
    if (i == parameters.size())
      refuse_at(value.column, quote(call.text) + " has no argument " + quote(key), {}, text);
    if (given[i]) refuse_at(value.column, "the argument " + quote(key) + " is given twice");
    set(i, value);
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i].required() || given[i]) continue;
    refuse_at(call.column, quote(call.text) + " lacks its argument " + quote(parameters[i].name),
              {}, text);
  }
  return arguments;
}

Op Evaluator::build(const Function& function, const Arguments& arguments, int column) {
  return at_column(column, [&] { return function.build(arguments); });
}

Given Evaluator::unary(const Syntax& syntax, Kind kind) {
  const Given given = evaluate(syntax.parts[0], kind);
  if (syntax.text == "+") return given;
  if (const auto number = given.number())
    return Given::of(number->is_integer() ? Number(-number->integer()) : Number(-number->real()),
                     syntax.column);
  return {at_column(syntax.column, [&] { return negative(operand(given)); }), syntax.column};
}

Given Evaluator::binary(const Syntax& syntax, Kind kind) {
  if (syntax.signs.size() > 1 && is_comparison(syntax.signs[1].text))
    refuse_at(syntax.signs[1].column, "comparisons cannot be chained", {}, {},
              "write (a < x) * (x < b) instead of a < x < b");
  Given left = evaluate(syntax.parts[0], kind);
  for (std::size_t i = 0; i < syntax.signs.size(); ++i) {
    const Given right = evaluate(syntax.parts[i + 1], is_axes(kind) ? Kind::integer : kind);
    left = combined(left, syntax.signs[i], right);
  }
  return left;
}

// Offsets of an axis give its dual, arithmetic on numbers a number, anything else an op.
Given Evaluator::combined(const Given& left, const Syntax::Sign& sign, const Given& right) const {
  const std::string& text = sign.text;
  if (const Axis* axis = std::get_if<Axis>(&left.value)) {
    const auto* level = std::get_if<std::int64_t>(&right.value);
    if (!level || std::abs(*level) > most_duals || (text != "-" && text != "+"))
      refuse_at(sign.column, "the only operation on an axis is its dual", describe(right),
                "as in C - 1");
    const int offset = static_cast<int>(*level);
    return {text == "-" ? *axis - offset : *axis + offset, sign.column};
  }
  if (left.number() && right.number() && !is_comparison(text)) {
    return Given::of(applied(text, *left.number(), *right.number()), sign.column);
  }
  return {at_column(sign.column,
                    [&] { return applied(text, operand(left), operand(right), sign.column); }),
          sign.column};
}

Given Evaluator::subscript(const Syntax& syntax) {
  const Op of = op(syntax.parts[0]);
  Given items{GivenList{}, syntax.column};
  for (std::size_t i = 1; i < syntax.parts.size(); ++i)
    std::get<GivenList>(items.value).push_back(evaluate(syntax.parts[i], Kind::slices));
  Arguments arguments;
  arguments.set("slices", items);
  return {at_column(syntax.column, [&] { return getitem(of, arguments.slices("slices")); }),
          syntax.column};
}

Given Evaluator::range(const Syntax& syntax) {
  std::optional<std::int64_t> bounds[3];
  for (std::size_t i = 0; i < syntax.parts.size(); ++i) {
    Arguments one;
    one.set("slice", evaluate(syntax.parts[i], Kind::integer));
    bounds[i] = one.optional_integer("slice");
  }
  return {SliceItem::range(bounds[0], bounds[1], bounds[2].value_or(1)), syntax.column};
}

Given Evaluator::list(const Syntax& syntax, Kind kind) {
  GivenList items;
  for (const Syntax& part : syntax.parts) items.push_back(evaluate(part, kind));
  return {std::move(items), syntax.column};
}

Given Evaluator::dict(const Syntax& syntax) {
  GivenDict items;
  for (const auto& [key, value] : syntax.keywords)
    items.push_back({key, evaluate(value, Kind::integer)});
  return {std::move(items), syntax.column};
}

}  // namespace ng::editing
