// SPDX-License-Identifier: Apache-2.0
// ngraph compare
#include <cmath>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/compiled.h"
#include "app/cli/feeds.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/session/graph_record.h"

namespace ng::cli {
namespace {

constexpr double usualTolerance = 1e-5;

// The largest difference of two values of an op, over what is allowed there: |r| and the largest
// |r| of the value count together, so that zeros among large numbers need not agree exactly.
struct Difference {
  std::string op, axes;
  OpKey id = 0;
  double relative = 0;
  std::int64_t element = 0;
  double left = 0, right = 0;
};

Difference difference(const std::string& name, OpKey id, const Axes& axes, const Tensor& left,
                      const Tensor& right) {
  Difference most{name, axesText(axis_records(axes)), id, 0, 0, 0, 0};
  double largest = 0;
  for (std::int64_t i = 0; i < right.size(); ++i) {
    if (std::isfinite(right.at(i))) largest = std::max(largest, std::abs(right.at(i)));
  }
  for (std::int64_t i = 0; i < right.size(); ++i) {
    const double l = left.at(i), r = right.at(i);
    if (l == r || (std::isnan(l) && std::isnan(r))) continue;
    double relative = std::abs(l - r) / (std::abs(r) + largest);
    if (!std::isfinite(relative)) relative = HUGE_VAL;
    if (relative > most.relative) {
      most.relative = relative, most.element = i, most.left = l, most.right = r;
    }
  }
  return most;
}

struct Side {
  Side(const std::string& name, const Op& node, const CompileOptions& options)
      : transformer(allocate_transformer(name)),
        computation(transformer->add_computation(node, options)) {}
  TransformerPtr transformer;
  Computation computation;
};

std::vector<Value> valuesOf(const Op& node) {
  std::vector<Value> values;
  for (const NodePtr& op : ordered_nodes({node.value()})) {
    if (op->results.empty() || op->def->traits.source || op->def->traits.sequencing) continue;
    values.push_back(Value{op, 0});
  }
  return values;
}

class Comparison {
 public:
  Comparison(const Arguments& arguments, const Document& document)
      : left_(sideName(arguments, "--left", "cpu")),
        right_(sideName(arguments, "--right", "reference")),
        node_(chosenComputation(arguments, document)),
        options_(compileOptions(arguments)),
        source_(arguments, document, node_) {}

  // The programs as they are: kernels fused.
  std::vector<Difference> ofResults() const {
    const Side left(left_, node_, options_), right(right_, node_, options_);
    const std::vector<Tensor> fed = source_.arguments(0);
    const Results l = left.computation.call(fed), r = right.computation.call(fed);
    std::vector<Difference> all;
    const std::vector<Op> results = left.computation.results();
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!l.has_value(i)) continue;
      all.push_back(difference(display_name(results[i].node()), results[i].id(), results[i].axes(),
                               l[i], r[i]));
    }
    return all;
  }

  // Every op of the user stored, in the order of computation.
  std::vector<Difference> ofOps() const {
    CompileOptions options = options_;
    options.watched = valuesOf(node_);
    const Side left(left_, node_, options), right(right_, node_, options);
    const std::vector<Tensor> fed = source_.arguments(0);
    left.computation.call(fed);
    throwIfCancelled("comparing");
    right.computation.call(fed);
    std::vector<Difference> all;
    for (std::size_t i = 0; i < options.watched.size(); ++i) {
      const Value& value = options.watched[i];
      all.push_back(difference(display_name(*value.node), value.node->id, value.axes(),
                               left.computation.watched(i), right.computation.watched(i)));
    }
    return all;
  }

  const std::string& left() const { return left_; }
  const std::string& right() const { return right_; }

 private:
  static std::string sideName(const Arguments& arguments, const char* option, const char* usual) {
    const std::string name = arguments.value(option).value_or(usual);
    for (const TransformerInfo& info : all_transformers()) {
      if (info.name == name) return name;
    }
    throw UsageError("there is no transformer '" + name + "'");
  }

  std::string left_, right_;
  Op node_;
  CompileOptions options_;
  CallSource source_;
};

Json differenceJson(const Difference& d, double rtol) {
  return {{"op", d.op},
          {"id", idJson(d.id)},
          {"axes", d.axes},
          {"relative", std::isfinite(d.relative) ? Json(d.relative) : Json("inf")},
          {"element", d.element},
          {"left", number(d.left)},
          {"right", number(d.right)},
          {"agrees", d.relative <= rtol}};
}

std::string differenceText(const Difference& d) {
  return d.op + " " + d.axes + ": element " + std::to_string(d.element) + " is " + number(d.left) +
         " and " + number(d.right) + ", " + number(d.relative) + " apart";
}

const Difference* first(const std::vector<Difference>& all, double rtol) {
  for (const Difference& d : all) {
    if (!(d.relative <= rtol)) return &d;
  }
  return nullptr;
}

std::string summary(const std::vector<Difference>& all, const char* what) {
  const Difference* most = nullptr;
  for (const Difference& d : all) {
    if (!most || d.relative > most->relative) most = &d;
  }
  std::string text = plural(static_cast<std::int64_t>(all.size()), what);
  if (most && most->relative > 0) text += ", furthest apart: " + differenceText(*most);
  return text + "\n";
}

int run(const Arguments& arguments) {
  if (arguments.has("--transformer")) throw UsageError("'compare' takes --left T and --right T");
  const double rtol = arguments.number("--rtol", 0, 1, usualTolerance);
  const Document document = openDocument(arguments);
  const Comparison comparison(arguments, document);
  const std::vector<Difference> ops = comparison.ofOps(), results = comparison.ofResults();
  const Difference *op = first(ops, rtol), *result = first(results, rtol);
  if (arguments.json()) {
    Json opsJson = Json::array(), resultsJson = Json::array();
    for (const Difference& d : ops) opsJson.push_back(differenceJson(d, rtol));
    for (const Difference& d : results) resultsJson.push_back(differenceJson(d, rtol));
    printJson({{"left", comparison.left()},
               {"right", comparison.right()},
               {"rtol", rtol},
               {"agrees", !op && !result},
               {"first_divergence", op ? Json(op->op) : Json()},
               {"results", resultsJson},
               {"ops", opsJson}});
  } else {
    std::string text = comparison.left() + " against " + comparison.right() + ", rtol " +
                       number(rtol) + "\n" + summary(ops, "op") + summary(results, "result");
    if (op) text += "first divergence: " + differenceText(*op) + "\n";
    if (!op && result) {
      text += "only the fused program diverges: " + differenceText(*result) + "\n";
    }
    print(text + (op || result ? "" : "they agree\n"));
  }
  return op || result ? checkFailed : fine;
}

}  // namespace

const Command compare_command = {
    .name = "compare",
    .operands = "FILE",
    .summary = "One call on two transformers, op by op: where they first diverge (exit code 1)",
    .options = withCallOptions({{"--left", "T", "one transformer; cpu without it"},
                                {"--right", "T", "the other; reference without it"},
                                {"--rtol", "R", "relative difference allowed; 1e-5 without it"}}),
    .run = run,
};

}  // namespace ng::cli
