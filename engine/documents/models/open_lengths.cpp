// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/models/open_lengths.h"

#include <string_view>
#include <unordered_set>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/nearest.h"
#include "engine/base/quote.h"

namespace ng {
namespace {

[[noreturn]] void refuse_rank(const onnx::ValueInfo& input, std::size_t rank) {
  Diagnostic diagnostic;
  diagnostic.what = "the input " + quote(input.name) + " has another number of dimensions";
  diagnostic.found = std::to_string(rank);
  diagnostic.expected = std::to_string(input.dims->size());
  refuse(ErrorKind::value, std::move(diagnostic));
}

// An array of length 1 would be repeated.
[[noreturn]] void refuse_length(const onnx::ValueInfo& input, const Shape& shape) {
  Diagnostic diagnostic;
  diagnostic.what = "the input " + quote(input.name) + " has another shape";
  diagnostic.found = to_string(shape);
  diagnostic.expected = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const onnx::Dimension& dimension = (*input.dims)[i];
    diagnostic.expected +=
        (i ? ", " : "") + (dimension.length ? std::to_string(*dimension.length) : "any length");
  }
  diagnostic.expected += ")";
  refuse(ErrorKind::value, std::move(diagnostic));
}

[[noreturn]] void refuse_conflict(const std::string& dimension, std::int64_t before,
                                  const std::string& input, std::int64_t length) {
  Diagnostic diagnostic;
  diagnostic.what = "the dimension " + quote(dimension) + " has two lengths";
  diagnostic.found = std::to_string(length) + " in the input " + quote(input);
  diagnostic.expected = std::to_string(before) + ", as in the inputs before it";
  refuse(ErrorKind::value, std::move(diagnostic));
}

void require_input(const std::vector<const onnx::ValueInfo*>& given, const std::string& name) {
  std::vector<std::string> known;
  for (const onnx::ValueInfo* input : given) {
    if (input->name == name) return;
    known.push_back(input->name);
  }
  const std::string near = nearest(name, known);
  refuse(ErrorKind::key, "the model has no input " + quote(name) +
                             (near.empty() ? "" : "; did you mean " + quote(near) + "?"));
}

}  // namespace

std::vector<const onnx::ValueInfo*> given_inputs(const onnx::Model& model) {
  std::unordered_set<std::string_view> weights;
  for (const onnx::Tensor& each : model.graph.initializers) weights.insert(each.name);
  std::vector<const onnx::ValueInfo*> inputs;
  for (const onnx::ValueInfo& input : model.graph.inputs) {
    if (!weights.contains(input.name)) inputs.push_back(&input);
  }
  return inputs;
}

OpenLengths lengths_of(const std::vector<const onnx::ValueInfo*>& given,
                       const std::map<std::string, Shape>& shapes) {
  OpenLengths lengths;
  for (const auto& [name, shape] : shapes) require_input(given, name);
  for (const onnx::ValueInfo* input : given) {
    const auto found = shapes.find(input->name);
    if (found == shapes.end() || !input->dims) continue;
    const Shape& shape = found->second;
    if (shape.size() != input->dims->size()) refuse_rank(*input, shape.size());
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const onnx::Dimension& dimension = (*input->dims)[i];
      if (dimension.length && *dimension.length != shape[i]) refuse_length(*input, shape);
      if (dimension.length) continue;
      const std::string name =
          dimension.symbol.empty() ? input->name + "_dim" + std::to_string(i) : dimension.symbol;
      const auto [at, fresh] = lengths.emplace(name, shape[i]);
      if (!fresh && at->second != shape[i])
        refuse_conflict(name, at->second, input->name, shape[i]);
    }
  }
  return lengths;
}

}  // namespace ng
