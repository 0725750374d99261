// SPDX-License-Identifier: Apache-2.0
#include "engine/comparison/compare_onnxruntime.h"

#include <memory>
#include <utility>

#include "engine/analysis/compare/call_values.h"
#include "engine/analysis/compare/onnxruntime/run_onnxruntime.h"

namespace ng {
namespace {

CheckpointContents contents_of(const OnnxRuntimeRun& run) {
  CheckpointContents contents;
  for (const auto& [name, value] : run.values) {
    CheckpointEntry& entry = contents.entries.emplace_back();
    entry.name = name;
    entry.dtype = value.dtype;
    entry.shape = value.shape;
    entry.bytes = static_cast<std::int64_t>(value.bytes.size());
  }
  return contents;
}

// Values of ONNX Runtime have the model's own order of axes.
void refuse_other_shapes(ValueMatch& match, const OnnxRuntimeRun& run) {
  std::erase_if(match.matched, [&](const MatchedValue& each) {
    const Shape& found = run.values.at(each.array).shape;
    const Shape expected = each.op.axes().lengths();
    if (found == expected) return false;
    match.mismatched.push_back(
        {each.op.name(), each.array, "it is " + to_string(found) + ", not " + to_string(expected)});
    return true;
  });
}

}  // namespace

OnnxRuntimeComparison compare_onnxruntime(CompareRequest request, const std::string& path,
                                          const BindingChoices& choices) {
  const auto run = std::make_shared<OnnxRuntimeRun>(
      run_onnxruntime(path, fitted_arguments(request.computation, request.arguments)));
  request.right = "onnxruntime " + run->version;
  OnnxRuntimeComparison made;
  made.notes = run->notes;
  made.arrays = {contents_of(*run),
                 [run](const std::string& name) { return run->values.at(name); }};
  const std::vector<Op> ops = comparable_ops(request.computation);
  ArrayMatch match{match_values(made.arrays.contents, ops, choices), {}, ops.size()};
  match.values.rules.clear();  // names are the model's
  if (choices.transposes.empty() && choices.chosen.empty()) refuse_other_shapes(match.values, *run);
  made.comparison = compare_arrays(request, made.arrays, std::move(match));
  return made;
}

}  // namespace ng
