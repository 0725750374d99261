// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/programs/run.h"

#include <cmath>
#include <sstream>

#include "engine/base/number.h"
#include "engine/graph/graph.h"
#include "engine/session/compile_options.h"

namespace ng::fuzz {
namespace {

// Lower bound of the tolerance, relative to the precision of the dtype.
double least_tolerance(DType dtype, double value) {
  if (!is_float(dtype)) return 0;
  const double digits = dtype == DType::f64   ? 0x1p-48
                        : dtype == DType::f32 ? 0x1p-21
                        : dtype == DType::f16 ? 0x1p-11
                                              : 0x1p-8;
  return digits * std::abs(value) + (dtype == DType::f16 ? 0x1p-24 : 1e-37);
}

bool same(double a, double b) {
  return a == b ? std::signbit(a) == std::signbit(b) || a != 0 : std::isnan(a) && std::isnan(b);
}

// Two elements of one type: integers exactly.
bool is_same(const Tensor& x, const Tensor& y, std::int64_t i) {
  if (x.dtype != y.dtype) return false;
  return is_integer(x.dtype) ? x.integer_at(i) == y.integer_at(i) : same(x.at(i), y.at(i));
}

// Amount by which an element of `found` exceeds the tolerance given by the samples; at most 0 if it
// is within.
double excess(double found, double expected, DType dtype, const std::vector<Outcome>& samples,
              std::size_t shown, std::int64_t i) {
  if (same(found, expected)) return 0;
  double allowed = least_tolerance(dtype, expected);
  double farthest = 0;
  for (const Outcome& sample : samples) {
    const double moved = sample.shown[shown].value->at(i);
    if (std::isfinite(moved) != std::isfinite(expected)) return 0;
    if (!std::isfinite(moved) && !same(moved, expected)) return 0;
    if (std::isfinite(moved)) farthest = std::max(farthest, std::abs(moved - expected));
  }
  // Where rounding changes the leading digits, the samples do not bound the distance well.
  const bool unstable = farthest > 0.02 * std::abs(expected);
  allowed = std::max(allowed, (unstable ? 20 : 2) * farthest);
  if (!std::isfinite(found) || !std::isfinite(expected)) return 1;
  if (found == 0 && expected == 0) return 0;
  return std::abs(found - expected) - allowed;
}

std::vector<Op> states_of(const RandomProgram& program) {
  std::vector<Value> roots;
  for (const std::vector<Op>* results : {&program.inference, &program.training})
    for (const Op& op : *results) roots.push_back(op.value());
  std::vector<Op> states;
  for (const NodePtr& node : ordered_nodes(std::span<const Value>(roots)))
    if (is_state(*node)) states.emplace_back(node);
  return states;
}

}  // namespace

Outcome run(const RandomProgram& program, const std::string& name, const CompileOptions& options) {
  const TransformerPtr transformer = allocate_transformer(name);
  std::vector<std::pair<std::string, Computation>> computations;
  for (const Op& op : document_of(program).computations)
    computations.emplace_back(parts_of(op.node()).name, transformer->add_computation(op, options));
  transformer->allocate();
  const std::vector<Op> states = states_of(program);
  Outcome outcome;
  for (std::size_t call = 0; call < calls; ++call) {
    for (const auto& [title, f] : computations) {
      const std::string at = "call " + std::to_string(call) + ", " + title;
      const Results results = f.call(program.arguments[call]);
      for (std::size_t i = 0; i < results.size(); ++i)
        if (results.has_value(i))
          outcome.shown.push_back({at + ", result " + std::to_string(i), results[i]});
      for (const Op& state : states)
        outcome.shown.push_back({at + ", state " + state.name(), transformer->value(state)});
    }
  }
  return outcome;
}

std::string byte_difference(const Outcome& a, const Outcome& b) {
  if (a.shown.size() != b.shown.size()) return "different number of results";
  for (std::size_t i = 0; i < a.shown.size(); ++i) {
    if (a.shown[i].value == b.shown[i].value) continue;
    if (!a.shown[i].value || !b.shown[i].value) return a.shown[i].name + ": only one run has it";
    const Tensor &x = *a.shown[i].value, &y = *b.shown[i].value;
    for (std::int64_t k = 0; k < x.size(); ++k) {
      if (is_same(x, y, k)) continue;
      std::ostringstream text;
      text.precision(17);
      text << a.shown[i].name << ": element " << k << " is " << to_string(number_at(x, k), 17)
           << " and " << to_string(number_at(y, k), 17);
      return text.str();
    }
  }
  return {};
}

std::string difference(const Outcome& found, const Outcome& expected,
                       const std::vector<Outcome>& samples) {
  if (found.shown.size() != expected.shown.size()) return "different number of results";
  for (std::size_t s = 0; s < expected.shown.size(); ++s) {
    if (!found.shown[s].value || !expected.shown[s].value) continue;
    const Tensor &f = *found.shown[s].value, &e = *expected.shown[s].value;
    if (f.shape != e.shape) return expected.shown[s].name + ": different shape";
    for (std::int64_t i = 0; i < e.size(); ++i) {
      const double beyond = excess(f.at(i), e.at(i), f.dtype, samples, s, i);
      if (beyond <= 0) continue;
      std::ostringstream text;
      text.precision(17);
      text << expected.shown[s].name << " " << name(f.dtype) << " " << to_string(f.shape)
           << ": element " << i << " is " << f.at(i) << ", expected " << e.at(i) << ", " << beyond
           << " more than rounding explains";
      return text.str();
    }
  }
  return {};
}

}  // namespace ng::fuzz
