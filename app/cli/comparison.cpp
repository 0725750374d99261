// SPDX-License-Identifier: Apache-2.0
#include "app/cli/comparison.h"

#include <algorithm>
#include <cmath>

#include "app/cli/cancel.h"
#include "app/cli/output.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/session/graph_record.h"

namespace ng::cli {
namespace {

constexpr double usualTolerance = 1e-5;
constexpr double roundings = 8;

std::string sideName(const Arguments& arguments, const char* option, const char* usual) {
  const std::string name = arguments.value(option).value_or(usual);
  std::vector<std::string> known;
  for (const TransformerInfo& info : all_transformers()) known.push_back(info.name);
  if (std::find(known.begin(), known.end(), name) != known.end()) return name;
  throw UsageError("there is no transformer '" + name + "'" + suggestion(name, known));
}

double largest(const Tensor& tensor) {
  double most = 0;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    if (std::isfinite(tensor.at(i))) most = std::max(most, std::abs(tensor.at(i)));
  }
  return most;
}

bool same(double l, double r) {
  return l == r || (std::isnan(l) && std::isnan(r));
}

// The largest difference that rounding makes; values that are not finite say nothing.
double spread(const Tensor& rounded, const Tensor& exact) {
  double most = 0;
  for (std::int64_t i = 0; i < rounded.size(); ++i) {
    const double apart = std::abs(rounded.at(i) - exact.at(i));
    if (std::isfinite(apart)) most = std::max(most, apart);
  }
  return most;
}

// `noise` is what rounding may add at any element.
void findWorst(Difference& worst, const Tensor& left, const Tensor& right, double rtol,
               double noise) {
  const double scale = largest(right);
  double most = -1;
  for (std::int64_t i = 0; i < right.size(); ++i) {
    const double l = left.at(i), r = right.at(i);
    if (same(l, r)) continue;
    const double apart = std::abs(l - r), size = std::abs(r) + scale;
    const bool agrees = apart <= rtol * size + noise;
    const double relative = std::isfinite(apart / size) ? apart / size : HUGE_VAL;
    // Elements that disagree come before all that agree.
    if ((agrees == worst.agrees && relative > most) || (!agrees && worst.agrees)) {
      most = relative;
      worst.element = i, worst.left = l, worst.right = r;
      worst.relative = relative, worst.agrees = agrees;
    }
  }
}

}  // namespace

Comparison::Comparison(const Arguments& arguments, const Document& document)
    : left_(sideName(arguments, "--left", "cpu")),
      right_(sideName(arguments, "--right", "reference")),
      rtol_(arguments.number("--rtol", 0, 1, usualTolerance)),
      node_(chosenComputation(arguments, document)),
      options_(compileOptions(arguments)),
      source_(arguments, document, node_) {}

std::vector<Value> Comparison::opsOf(Take take) const {
  std::vector<Value> values;
  if (take == Take::results) {
    for (const Value& result : parts_of(node_.node()).results) {
      if (result.has_type()) values.push_back(result);
    }
    return values;
  }
  for (const NodePtr& op : ordered_nodes({node_.value()})) {
    if (op->results.empty() || op->def->traits.source || op->def->traits.sequencing) continue;
    values.push_back(Value{op, 0});
  }
  return values;
}

Comparison::Values Comparison::values(const std::string& transformer, bool inDouble,
                                      Take take) const {
  throwIfCancelled("comparing");
  CompileOptions options = options_;
  options.double_throughout = inDouble;
  if (transformer == "reference") options.pipeline.clear();
  if (take == Take::ops) options.watched = opsOf(take);
  const TransformerPtr made = allocate_transformer(transformer);
  const Computation computation = made->add_computation(node_, options);
  const Results results = computation.call(source_.arguments(0));
  Values all;
  if (take == Take::results) {
    for (const auto& result : results) {
      if (result) all.push_back(*result);
    }
  } else {
    for (std::size_t i = 0; i < options.watched.size(); ++i) all.push_back(computation.watched(i));
  }
  return all;
}

std::vector<Difference> Comparison::compared(Take take) const {
  const Values left = values(left_, false, take), right = values(right_, false, take);
  Values rounded, exact;
  if (rtol_ > 0) {
    rounded = right_ == "reference" ? right : values("reference", false, take);
    exact = values("reference", true, take);
  }
  const std::vector<Value> ops = opsOf(take);
  std::vector<Difference> all;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    Difference worst;
    worst.op = display_name(*ops[i].node);
    worst.axes = axesText(axis_records(ops[i].axes()));
    worst.id = ops[i].node->id;
    const double noise = rtol_ > 0 ? roundings * spread(rounded[i], exact[i]) : 0;
    findWorst(worst, left[i], right[i], rtol_, noise);
    all.push_back(std::move(worst));
  }
  return all;
}

std::vector<Difference> Comparison::ofResults() const {
  return compared(Take::results);
}
std::vector<Difference> Comparison::ofOps() const {
  return compared(Take::ops);
}

}  // namespace ng::cli
