// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/compare/compare_precision.h"

#include <algorithm>
#include <utility>

#include "app/cli/commands/compare/compare_output.h"
#include "app/cli/commands/compare/compare_values.h"
#include "app/cli/compiled.h"
#include "app/cli/feeds.h"
#include "app/cli/output.h"
#include "app/cli/table_output.h"
#include "engine/analysis/compare/precision/compare_precisions.h"
#include "engine/analysis/compare/precision/in_precision.h"
#include "engine/base/epsilon.h"
#include "engine/tables/comparison_table.h"

namespace ng::cli {
namespace {

constexpr std::pair<const char*, DType> shortNames[] = {
    {"bf16", DType::bf16}, {"f16", DType::f16}, {"f32", DType::f32}, {"f64", DType::f64}};

DType precisionOf(const Arguments& arguments) {
  const std::string wanted = arguments.value("--precision").value_or("");
  std::vector<std::string> known;
  for (const auto& [shortName, dtype] : shortNames) {
    if (wanted == shortName || wanted == name(dtype)) return dtype;
    known.insert(known.end(), {shortName, std::string(name(dtype))});
  }
  throw UsageError("no precision '" + wanted + "'" + suggestion(wanted, known) +
                   "; precisions: bf16, f16, f32, f64");
}

// Null: no op adds an error of its own.
const OpDifference* largestOwn(const std::vector<OpDifference>& ops) {
  const OpDifference* most = nullptr;
  for (const OpDifference& op : ops)
    if (op.own && *op.own > (most ? *most->own : 0)) most = &op;
  return most;
}

std::string toleranceText(const Arguments& arguments, const ComparisonRecord& record,
                          DType coarsest) {
  const std::string text = "rtol " + number(record.rtol);
  if (arguments.has("--rtol")) return text;
  return text + " (" + std::to_string(precision_tolerance) + " times the epsilon of " +
         std::string(name(coarsest)) + ")";
}

std::string divergenceText(const ComparisonRecord& record, const OpDifference& first) {
  const auto diverging = std::count_if(record.ops.begin(), record.ops.end(),
                                       [](const OpDifference& op) { return !op.agrees; });
  return std::to_string(diverging) + " of " + plural(std::ssize(record.ops), "op") +
         (diverging == 1 ? " diverges" : " diverge") +
         "\nfirst divergence: " + differenceText(first) +
         (first.own ? ", " + number(*first.own) + " of its own" : "") + "\n";
}

std::string verdict(const ComparisonRecord& record) {
  if (const OpDifference* op = record.first_divergence()) return divergenceText(record, *op);
  if (const OpDifference* result = firstDivergence(record.results))
    return "all ops agree, but the fused program diverges: " + differenceText(*result) + "\n";
  return "results agree\n";
}

std::string precisionText(const Arguments& arguments, const ComparisonRecord& record,
                          DType coarsest) {
  std::string text = record.left + " against " + record.right + ", " +
                     toleranceText(arguments, record, coarsest) + "\n\n";
  const auto table = [](const std::vector<OpDifference>& rows) {
    return tableText(
        comparison_columns(),
        {"op", "axes", "max_abs", "relative", "own", "ulps", "cosine", "overflow", "agrees"}, rows);
  };
  text += table(record.ops) + "\nResults of the fused program:\n" + table(record.results) + "\n";
  if (const OpDifference* own = largestOwn(record.ops))
    text += "largest own error: " + own->name + " " + own->axes + ", " + number(*own->own) + "\n";
  return text + verdict(record);
}

Json precisionJson(const ComparisonRecord& record, DType precision, bool agrees) {
  const OpDifference *first = record.first_divergence(), *own = largestOwn(record.ops);
  Json ops = Json::array(), results = Json::array();
  for (const OpDifference& each : record.ops) ops.push_back(differenceJson(each));
  for (const OpDifference& each : record.results) results.push_back(differenceJson(each));
  return {{"left", record.left},
          {"right", record.right},
          {"precision", name(precision)},
          {"rtol", record.rtol},
          {"agrees", agrees},
          {"first_divergence", first ? Json(first->name) : Json()},
          {"largest_own", own ? Json(own->name) : Json()},
          {"results", results},
          {"ops", ops}};
}

}  // namespace

int compareWithPrecision(const Arguments& arguments, CompareRequest request) {
  const DType precision = precisionOf(arguments);
  if (arguments.has("--right"))
    throw UsageError("--precision compares a transformer with itself; it takes no --right");
  refuseMatchOptions(arguments);
  const Document document = openDocument(arguments);
  request.computation = chosenComputation(arguments, document);
  request.arguments = CallSource(arguments, document, request.computation).arguments(0);
  const DType coarsest = coarsest_type(request.computation, precision);
  if (!arguments.has("--rtol")) request.rtol = precision_tolerance * epsilon(coarsest);
  const ComparisonRecord record = compare_precisions(request, precision);
  const bool agrees = !record.first_divergence() && !firstDivergence(record.results);
  if (arguments.json())
    printJson(precisionJson(record, precision, agrees));
  else
    print(precisionText(arguments, record, coarsest));
  return agrees ? fine : checkFailed;
}

}  // namespace ng::cli
