// SPDX-License-Identifier: Apache-2.0
#include "app/link/chosen_comparison.h"

#include <utility>

#include "engine/analysis/compare/precision/compare_precisions.h"
#include "engine/analysis/compare/precision/in_precision.h"
#include "engine/base/epsilon.h"
#include "engine/base/quote.h"
#include "engine/comparison/compare_onnxruntime.h"
#include "engine/formats/format_table.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/graph/graph.h"

namespace ng::views {
namespace {

using Note = std::function<void(const Diagnostic&)>;

constexpr std::size_t mostListed = 10;

std::string listed(const std::vector<ExtraValue>& arrays) {
  std::string text;
  for (std::size_t i = 0; i < arrays.size() && i < mostListed; ++i) {
    text += (i > 0 ? ", " : "") + arrays[i].array;
    if (!arrays[i].op.empty()) text += " (similar to " + arrays[i].op + ")";
  }
  return arrays.size() > mostListed ? text + ", …" : text;
}

// Arrays without an op, and ops whose array cannot be their value.
void noteUncompared(const ArrayComparison& comparison, const std::string& source,
                    const Note& note) {
  const ValueMatch& match = comparison.match;
  for (std::size_t i = 0; i < match.mismatched.size() && i < mostListed; ++i) {
    const MismatchedValue& each = match.mismatched[i];
    Diagnostic diagnostic;
    diagnostic.severity = Severity::warning;
    diagnostic.what = quote(each.array) + " is not compared with " + quote(each.op);
    diagnostic.where = source;
    diagnostic.found = each.problem;
    note(diagnostic);
  }
  if (match.extra.empty()) return;
  Diagnostic diagnostic;
  diagnostic.severity = Severity::note;
  diagnostic.what = std::to_string(match.extra.size()) + " of " +
                    std::to_string(match.extra.size() + match.matched.size()) +
                    " arrays have the name of no op";
  diagnostic.where = source;
  diagnostic.found = listed(match.extra);
  for (const RuleSuggestion& rule : match.rules)
    if (rule.kind == RuleSuggestion::Kind::rename)
      diagnostic.action += (diagnostic.action.empty() ? "Rename them: " : ", ") + quote(rule.rule);
  note(diagnostic);
}

ComparisonRecord withOnnxRuntime(const CompareRequest& request, const std::string& path,
                                 const Note& note) {
  requireOnnxModel(path);
  const OnnxRuntimeComparison made = compare_onnxruntime(request, path);
  for (const Diagnostic& each : made.notes) note(each);
  noteUncompared(made.comparison, made.comparison.values.record.right, note);
  return made.comparison.values.record;
}

// Arrays named as parameters replace the arguments of the run.
ComparisonRecord withFile(CompareRequest request, const ComparisonChoice& choice,
                          const Note& note) {
  const NamedArrays arrays = arrays_of_file(choice.right);
  BindingChoices rules;
  rules.renames = choice.renames;
  ArrayMatch match = match_arrays(arrays, request.computation, rules);
  std::size_t at = 0;
  for (const NodePtr& parameter : parts_of(request.computation.node()).parameters) {
    const auto given = match.inputs.find(Op(parameter).name());
    if (given != match.inputs.end() && at < request.arguments.size())
      request.arguments[at] = given->second;
    ++at;
  }
  request.right = choice.right;
  const ArrayComparison comparison = compare_arrays(request, arrays, std::move(match));
  noteUncompared(comparison, choice.right, note);
  return comparison.values.record;
}

ComparisonRecord withPrecision(CompareRequest request, const ComparisonChoice& choice) {
  const std::optional<DType> precision = dtype_from_name(choice.right);
  if (!precision) ng::refuse(ErrorKind::value, "no dtype " + quote(choice.right));
  if (!choice.rtol)
    request.rtol = precision_tolerance * epsilon(coarsest_type(request.computation, *precision));
  return compare_precisions(request, *precision);
}

}  // namespace

void requireOnnxModel(const std::string& path) {
  if (!path.empty() && model_format_at(path) == &onnx_format) return;
  Diagnostic diagnostic;
  diagnostic.what = "ONNX Runtime runs ONNX models only";
  diagnostic.where = path;
  diagnostic.action = "Open an .onnx file, or save the document as one and open that.";
  ng::refuse(ErrorKind::value, std::move(diagnostic));
}

ComparisonRecord chosenComparison(CompareRequest request, const ComparisonChoice& choice,
                                  const std::string& path, const Note& note) {
  request.left = choice.left;
  if (choice.rtol) request.rtol = *choice.rtol;
  switch (choice.with) {
    case ComparedWith::precision: return withPrecision(std::move(request), choice);
    case ComparedWith::onnxruntime: return withOnnxRuntime(request, path, note);
    case ComparedWith::values: return withFile(std::move(request), choice, note);
    case ComparedWith::transformer: break;
  }
  request.right = choice.right;
  return compare_transformers(request);
}

}  // namespace ng::views
