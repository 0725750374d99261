// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/models/model_calls.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/frontends/onnx/import_model.h"

namespace ng {
namespace {

// The first `count` elements along a dimension.
Tensor first_along(const Tensor& x, std::size_t dimension, std::int64_t count) {
  Shape shape = x.shape;
  const std::int64_t length = shape[dimension];
  shape[dimension] = count;
  Tensor kept(x.dtype, shape);
  if (kept.size() == 0) return kept;
  const std::size_t part = kept.bytes.size() / static_cast<std::size_t>(count);
  std::int64_t outer = 1;
  for (std::size_t i = 0; i < dimension; ++i) outer *= shape[i];
  const std::size_t inner = part / static_cast<std::size_t>(outer);
  const std::size_t taken = inner * static_cast<std::size_t>(count);
  for (std::int64_t i = 0; i < outer; ++i) {
    const auto row = static_cast<std::size_t>(i);
    std::memcpy(kept.bytes.data() + row * taken,
                x.bytes.data() + row * inner * static_cast<std::size_t>(length), taken);
  }
  return kept;
}

void require_all(const std::vector<const onnx::ValueInfo*>& given,
                 const std::map<std::string, Tensor>& inputs) {
  for (const onnx::ValueInfo* input : given) {
    if (!inputs.contains(input->name))
      refuse(ErrorKind::key, "the input " + quote(input->name) + " is missing");
  }
}

// A weight may be listed among the inputs of the file: then its value there is a default.
void refuse_weights(const onnx::Model& model, const std::vector<const onnx::ValueInfo*>& given,
                    const std::map<std::string, Tensor>& inputs) {
  for (const auto& [name, value] : inputs) {
    const auto has_name = [&name = name](const auto& each) { return each.name == name; };
    const auto is_input = [&](const onnx::ValueInfo* input) { return has_name(*input); };
    const auto& weights = model.graph.initializers;
    if (std::any_of(given.begin(), given.end(), is_input) ||
        std::none_of(weights.begin(), weights.end(), has_name))
      continue;
    Diagnostic diagnostic;
    diagnostic.what = "the value of " + quote(name) + " is in the file and cannot be given";
    diagnostic.action = "remove the initializer " + quote(name) + " from the model";
    refuse(ErrorKind::key, std::move(diagnostic));
  }
}

}  // namespace

ModelCalls::ModelCalls(std::shared_ptr<const onnx::Model> model, std::string transformer,
                       std::size_t kept, const onnx::Dialect* dialect)
    : model_(std::move(model)),
      given_(given_inputs(*model_)),
      transformer_(std::move(transformer)),
      most_(std::max<std::size_t>(kept, 1)),
      dialect_(dialect) {}

ModelCalls::Program ModelCalls::compiled(const OpenLengths& lengths) const {
  const onnx::ImportedModel made =
      onnx::import_model(*model_, {.lengths = lengths, .dialect = dialect_});
  Program program{lengths, allocate_transformer(transformer_), {}, {}, made.counted};
  for (const Op& input : made.inputs) program.inputs.push_back(made.origins.at(&input.node()).name);
  program.computation = program.transformer->computation(made.outputs, made.inputs);
  return program;
}

ModelCalls::Program& ModelCalls::program_for(const OpenLengths& lengths) {
  const auto found = std::find_if(programs_.begin(), programs_.end(),
                                  [&](const Program& each) { return each.lengths == lengths; });
  if (found != programs_.end()) {
    programs_.splice(programs_.begin(), programs_, found);
    return programs_.front();
  }
  while (programs_.size() >= most_) programs_.pop_back();  // first: memory for one program more
  programs_.push_front(compiled(lengths));
  ++compilations_;
  return programs_.front();
}

std::map<std::string, Tensor> ModelCalls::operator()(const std::map<std::string, Tensor>& inputs) {
  refuse_weights(*model_, given_, inputs);
  std::map<std::string, Shape> shapes;
  for (const auto& [name, value] : inputs) shapes.emplace(name, value.shape);
  const OpenLengths lengths = lengths_of(given_, shapes);
  require_all(given_, inputs);
  const Program& program = program_for(lengths);
  std::vector<Tensor> arguments;
  for (const std::string& name : program.inputs) arguments.push_back(inputs.at(name));
  const Results results = program.computation.call(arguments);
  std::map<std::string, Tensor> named;
  const auto& outputs = model_->graph.outputs;
  for (std::size_t i = 0; i < outputs.size(); ++i) named[outputs[i].name] = results[i];
  for (const onnx::CountedOutput& each : program.counted) {
    const auto count = static_cast<std::int64_t>(results[each.count].item());
    Tensor& padded = named[outputs[each.output].name];
    padded = first_along(padded, each.dimension, count);
  }
  return named;
}

}  // namespace ng
