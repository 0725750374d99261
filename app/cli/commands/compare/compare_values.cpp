// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/compare/compare_values.h"

#include <cmath>
#include <cstdio>
#include <filesystem>

#include "app/cli/cancel.h"
#include "app/cli/commands/checkpoint/checkpoint_convert.h"
#include "app/cli/commands/compare/compare_output.h"
#include "app/cli/compiled.h"
#include "app/cli/options/feeds.h"
#include "app/cli/options/lengths.h"
#include "app/cli/options/onnxruntime_option.h"
#include "app/cli/table_output.h"
#include "engine/analysis/compare/call_values.h"
#include "engine/analysis/compare/isolate_op.h"
#include "engine/comparison/compare_arrays.h"
#include "engine/comparison/compare_onnxruntime.h"
#include "engine/documents/binding/tensor_rules.h"
#include "engine/documents/binding/value_match.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/format_table.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/frontends/onnx_export/export_model.h"
#include "engine/graph/graph.h"
#include "engine/tables/comparison_table.h"

namespace ng::cli {
namespace {

constexpr std::size_t mostListed = 20;

// Of a model whose inputs have open dimensions: the shapes of the arrays named as inputs.
std::map<std::string, Shape> inputShapes(const Document& document, const Arguments& arguments,
                                         const CheckpointContents& arrays) {
  std::map<std::string, Shape> shapes;
  const std::vector<Op> inputs = parameters_of(chosenComputation(arguments, document));
  const TensorRules rules = tensorRules(arguments);
  for (const CheckpointEntry& entry : arrays.entries)
    for (const Op& input : inputs)
      if (input.name() == rules.renamed(entry.name))
        shapes[input.name()] = transposed(entry.shape, rules.order(entry.name, entry.shape.size()));
  return shapes;
}

Document openWithArrays(const Arguments& arguments, const CheckpointContents& arrays) {
  const std::string& path = arguments.operand(0);
  if (!model_format_at(path)) return openDocument(arguments);
  const RunOverrides lengths = lengthsOf(arguments);
  LoadOptions options;
  options.fed_shapes = fedShapes(arguments);
  options.axis_lengths = lengths.axis_lengths;
  options.batch_size = lengths.batch_size;
  options.cancel = cancelFlag().get();
  Document document = worded(arguments, load_document(path, options));
  if (!document.open_lengths.empty()) {
    options.fed_shapes.merge(textShapes(arguments, document));
    options.fed_shapes.merge(inputShapes(document, arguments, arrays));
    document = worded(arguments, load_document(path, options));
  }
  for (const Diagnostic& note : document.notes)
    std::fprintf(stderr, "ngraph: note: %s\n", to_string(note).c_str());
  return document;
}

using GivenArguments = std::map<std::string, Tensor>;  // by placeholder

// Random numbers of a plan are no source of inputs: no other program has drawn them.
void give(std::vector<PlanBinding>& bindings, const GivenArguments& given) {
  std::erase_if(bindings, [&given](const PlanBinding& binding) {
    return binding.source == PlanBinding::Source::random || given.contains(binding.placeholder);
  });
  for (const auto& [placeholder, value] : given) {
    PlanBinding& binding = bindings.emplace_back();
    binding.placeholder = placeholder;
    binding.value.value = value;
  }
}

// The document with a plan that feeds these arguments to `computation`.
Document withArguments(Document document, const std::string& computation,
                       const GivenArguments& given) {
  if (!document.plan) document.plan.emplace().computation = computation;
  RunPlan& plan = *document.plan;
  const auto runs = [&computation](const PlanEvaluation& each) {
    return each.computation == computation;
  };
  auto at = std::find_if(plan.evaluations.begin(), plan.evaluations.end(), runs);
  if (plan.computation == computation) {
    give(plan.bindings, given);
  } else if (at != plan.evaluations.end()) {
    give(at->bindings, given);
  } else {
    PlanEvaluation& evaluation = plan.evaluations.emplace_back();
    evaluation.name = evaluation.computation = computation;
    give(evaluation.bindings, given);
  }
  return document;
}

std::string suspectsText(const std::vector<Op>& ops) {
  if (ops.size() < 2) return {};
  std::string text = "its cause may be in ops without an array, too:";
  for (std::size_t i = 0; i + 1 < ops.size() && i < mostListed; ++i)
    text += (i ? ", " : " ") + ops[i].name();
  return text + (ops.size() - 1 > mostListed ? ", …" : "") + "\n";
}

std::string extraText(const ValueMatch& match) {
  std::string text;
  for (const MismatchedValue& each : match.mismatched)
    text += "  " + each.array + " is not compared with " + each.op + ": " + each.problem + "\n";
  for (std::size_t i = 0; i < match.extra.size() && i < mostListed; ++i) {
    const ExtraValue& each = match.extra[i];
    text += "  " + each.array + " " + to_string(each.shape);
    if (!each.op.empty())
      text += ": similar to " + each.op +
              (each.order.empty() ? "" : ", transposed " + order_text(each.order)) + " (" +
              number(std::round(100 * each.similarity)) + " %)";
    text += "\n";
  }
  if (match.extra.size() > mostListed)
    text += "  and " + std::to_string(match.extra.size() - mostListed) + " more\n";
  if (!text.empty()) text = "\narrays that were not compared:\n" + text;
  std::string rules;
  for (const RuleSuggestion& each : match.rules)
    rules += "  --" + std::string(name(each.kind)) + " '" + each.rule + "'  (" +
             plural(static_cast<std::int64_t>(each.variables), "op") + ")\n";
  return text + (rules.empty() ? "" : "\nrules that match more arrays:\n" + rules);
}

std::string comparisonText(const ArrayComparison& comparison) {
  const ComparisonRecord& record = comparison.values.record;
  const OpDifference* first = record.first_divergence();
  std::string text = record.left + " against " + record.right + ", rtol " + number(record.rtol) +
                     ": " + plural(std::ssize(record.ops), "op") + " compared, " +
                     std::to_string(comparison.without) + " without an array\n\n";
  text += tableText(comparison_columns(),
                    {"op", "axes", "array", "max_abs", "relative", "ulps", "cosine", "agrees"},
                    record.ops);
  const std::size_t mismatched = comparison.match.mismatched.size();
  if (first)
    text += "\nfirst divergence: " + differenceText(*first) + "\n" +
            suspectsText(comparison.values.suspects) + elementsText(record);
  else if (mismatched == 0)
    text += "\nall compared ops agree\n";
  else
    text += "\nall compared ops agree; " + plural(static_cast<std::int64_t>(mismatched), "array") +
            " with the name of an op cannot be its value\n";
  return text + extraText(comparison.match);
}

Json comparisonJson(const ArrayComparison& comparison) {
  const ComparisonRecord& record = comparison.values.record;
  const OpDifference* first = record.first_divergence();
  Json ops = Json::array(), mismatched = Json::array(), extra = Json::array(),
       suspected = Json::array(), rules = Json::array();
  for (const OpDifference& each : record.ops) ops.push_back(differenceJson(each));
  for (const MismatchedValue& each : comparison.match.mismatched)
    mismatched.push_back({{"op", each.op}, {"array", each.array}, {"problem", each.problem}});
  for (const ExtraValue& each : comparison.match.extra)
    extra.push_back({{"array", each.array},
                     {"shape", each.shape},
                     {"similar_op", each.op},
                     {"order", each.order},
                     {"similarity", each.similarity}});
  for (const Op& op : comparison.values.suspects) suspected.push_back(op.name());
  for (const RuleSuggestion& each : comparison.match.rules)
    rules.push_back({{"kind", name(each.kind)}, {"rule", each.rule}, {"ops", each.variables}});
  return {{"left", record.left},
          {"right", record.right},
          {"rtol", record.rtol},
          {"agrees", first == nullptr && mismatched.empty()},
          {"first_divergence", first ? Json(first->name) : Json()},
          {"suspects", suspected},
          {"without_array", comparison.without},
          {"mismatched", mismatched},
          {"extra", extra},
          {"rules", rules},
          {"ops", ops}};
}

int report(const Arguments& arguments, const ArrayComparison& comparison) {
  if (arguments.json())
    printJson(comparisonJson(comparison));
  else
    print(comparisonText(comparison));
  const bool agrees =
      !comparison.values.record.first_divergence() && comparison.match.mismatched.empty();
  return agrees ? fine : checkFailed;
}

// Writes the op that first differs as an ONNX model of its own. Its inputs and the value that it
// should have are written next to it, as `path`.npz. Returns what was written; empty: all agree.
std::string writeReduced(const std::string& path, const CompareRequest& request,
                         const ArrayComparison& comparison, const NamedArrays& arrays) {
  const OpDifference* first = comparison.values.record.first_divergence();
  if (!first) return {};
  std::unordered_set<OpId> known;
  std::map<OpId, const MatchedValue*> matched;
  for (const MatchedValue& each : comparison.match.matched) {
    known.insert(each.op.id());
    matched.emplace(each.op.id(), &each);
  }
  const std::vector<Op> parameters = parameters_of(request.computation);
  const std::vector<Tensor> inputs = fitted_arguments(request.computation, request.arguments);
  const auto value_of = [&](const Op& op) {
    const auto input = std::find(parameters.begin(), parameters.end(), op);
    if (input != parameters.end())
      return inputs[static_cast<std::size_t>(input - parameters.begin())];
    const MatchedValue& match = *matched.at(op.id());
    return fitted_value(arrays.read(match.array), match);
  };
  const MatchedValue& expected = *matched.at(first->op);
  const Op& op = expected.op;
  const IsolatedOp isolated = isolate_op(op, known);
  std::vector<NamedTensor> written = {
      {op.name(), compared_value(arrays.read(expected.array), expected)}};
  for (std::size_t i = 0; i < isolated.inputs.size(); ++i)
    written.push_back({isolated.inputs[i].name(), value_of(isolated.sources[i])});
  std::vector<TensorRef> refs;
  for (const NamedTensor& each : written) refs.push_back({each.name, &each.tensor});
  write_onnx(onnx::export_model(isolated.computation, first->name), path);
  write_npz(path + ".npz", refs);
  return path + " and " + path + ".npz";
}

// An op that ONNX cannot express is no reason to withhold the comparison.
void reduce(const std::string& path, const CompareRequest& request,
            const ArrayComparison& comparison, const NamedArrays& arrays) {
  try {
    const std::string written = writeReduced(path, request, comparison, arrays);
    if (!written.empty())
      std::fprintf(stderr, "ngraph: note: the first op that differs is written to %s\n",
                   written.c_str());
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::value) throw;
    std::fprintf(stderr, "ngraph: note: the first op that differs is not written: %s\n",
                 to_string(error.diagnostic()).c_str());
  }
}

int reported(const Arguments& arguments, const CompareRequest& request,
             const ArrayComparison& comparison, const NamedArrays& arrays) {
  const int status = report(arguments, comparison);
  if (const auto path = arguments.value("--reduce")) reduce(*path, request, comparison, arrays);
  return status;
}

// Before a long run: what --reduce writes is none of the files that are read.
void refuseOverwriting(const Arguments& arguments) {
  const auto out = arguments.value("--reduce");
  if (!out) return;
  std::error_code none;
  for (const std::string& written : {*out, *out + ".npz", *out + ".data"})
    for (const std::string& read : {arguments.operand(0), arguments.value("--right").value_or("")})
      if (std::filesystem::equivalent(written, read, none))
        throw UsageError("--reduce would replace '" + read + "'; name another file");
}

}  // namespace

bool isFileOfValues(const std::string& right) {
  for (const char* suffix : {".npz", ".npy", ".safetensors"})
    if (right.ends_with(suffix)) return true;
  return false;
}

void refuseMatchOptions(const Arguments& arguments) {
  for (const char* option : {"--rename", "--transpose", "--tensor", "--suggested", "--reduce"})
    if (arguments.has(option))
      throw UsageError(std::string(option) +
                       " requires --right VALUES, a file of arrays, or onnxruntime");
}

int compareWithFile(const Arguments& arguments, CompareRequest request) {
  refuseOverwriting(arguments);
  const NamedArrays arrays = arrays_of_file(request.right);
  Document document = openWithArrays(arguments, arrays.contents);
  // The plan of an imported model is made up: its values are not those of the other program.
  if (model_format_at(arguments.operand(0)) && document.plan) document.plan->bindings.clear();
  request.computation = chosenComputation(arguments, document);
  ArrayMatch match = match_arrays(arrays, request.computation, bindingChoices(arguments));
  const Document planned =
      withArguments(document, parts_of(request.computation.node()).name, match.inputs);
  request.arguments = CallSource(arguments, planned, request.computation).arguments(0);
  return reported(arguments, request, compare_arrays(request, arrays, std::move(match)), arrays);
}

int compareWithOnnxRuntime(const Arguments& arguments, CompareRequest request) {
  refuseOverwriting(arguments);
  requireOnnxModel(arguments);
  const Document document = openDocument(arguments);
  request.computation = chosenComputation(arguments, document);
  request.arguments = CallSource(arguments, document, request.computation).arguments(0);
  const OnnxRuntimeComparison made =
      compare_onnxruntime(request, arguments.operand(0), bindingChoices(arguments));
  for (const Diagnostic& note : made.notes)
    std::fprintf(stderr, "ngraph: note: %s\n", to_string(note).c_str());
  return reported(arguments, request, made.comparison, made.arrays);
}

}  // namespace ng::cli
