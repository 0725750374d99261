// SPDX-License-Identifier: Apache-2.0
#include "tests/onnx/model_check.h"

#include <algorithm>
#include <cmath>

#include "engine/documents/document.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/graph/node.h"
#include "engine/ops/opaque.h"
#include "engine/ops/sequencing.h"
#include "tests/support/graph_run.h"

namespace ng {
namespace {

using Outcome = ModelOutcome;

// The recorded inputs, except those that become constants, give open dimensions their lengths.
void add_shapes(const onnx::Model& model, const TensorFile& arrays, LoadOptions& options) {
  for (const onnx::ValueInfo& input : model.graph.inputs) {
    const Tensor* array = arrays.find("in." + input.name);
    if (array && !options.input_values.contains(input.name))
      options.fed_shapes[input.name] = array->shape;
  }
}

// Results that are rounded to half precision differ by a few roundings.
double tolerance_of(DType dtype, double tolerance) {
  if (dtype == DType::f16) return std::max(tolerance, 4e-3);
  return dtype == DType::bf16 ? std::max(tolerance, 3e-2) : tolerance;
}

// NumPy has no bfloat16, so that such results are recorded as float32.
std::string first_difference(const Tensor& found, const Tensor& expected, double tolerance) {
  if (found.shape != expected.shape) {
    return "shape " + to_string(found.shape) + ", expected " + to_string(expected.shape);
  }
  const bool widened = found.dtype == DType::bf16 && expected.dtype == DType::f32;
  if (found.dtype != expected.dtype && !widened) {
    return "type " + std::string(name(found.dtype)) + ", expected " +
           std::string(name(expected.dtype));
  }
  const double rtol = is_float(found.dtype) ? tolerance_of(found.dtype, tolerance) : 0;
  return difference(found.values(), expected.values(), rtol, rtol).toStdString();
}

// The first elements along the dimension in which the shapes differ, as many as counted.
Tensor without_padding(const Tensor& found, const Shape& expected, const Tensor& count) {
  const bool whole = std::find(expected.begin(), expected.end(), count.item()) != expected.end();
  if (found.shape == expected && whole) return found;
  std::size_t at = 0;
  while (at + 1 < found.shape.size() && at < expected.size() && found.shape[at] == expected[at]) {
    ++at;
  }
  Shape shape = found.shape;
  shape.at(at) = static_cast<std::int64_t>(count.item());
  Tensor kept(found.dtype, shape);
  std::int64_t inner = 1;
  for (std::size_t i = at + 1; i < shape.size(); ++i) inner *= shape[i];
  for (std::int64_t i = 0; i < kept.size(); ++i) {
    const std::int64_t row = i / (inner * shape[at]), rest = i % (inner * shape[at]);
    kept.set(i, found.at(row * inner * found.shape[at] + rest));
  }
  return kept;
}

// Recorded inputs that become constants: none, integers, all but the first, or all.
enum class Fixed { none, integers, all_but_first, all };

void fix_inputs(const onnx::Model& model, const TensorFile& arrays, Fixed fixed,
                LoadOptions& options) {
  for (std::size_t i = 0; i < model.graph.inputs.size(); ++i) {
    const std::string& name = model.graph.inputs[i].name;
    const Tensor* array = arrays.find("in." + name);
    const bool wanted = fixed == Fixed::all || (fixed == Fixed::all_but_first && i > 0) ||
                        (fixed == Fixed::integers && array && !is_float(array->dtype));
    if (!array || !wanted) continue;
    // NumPy lacks some types, whose arrays are recorded in a wider one.
    const auto dtype = onnx::dtype_of(model.graph.inputs[i].type);
    const bool differs = dtype && *dtype != array->dtype;
    options.input_values[name] =
        differs ? Tensor::from(*dtype, array->shape, array->values()) : *array;
  }
}

Outcome compare(const Document& document, const TensorFile& arrays, const onnx::Model& model,
                const LoadOptions& options, const std::string& transformer, double tolerance) {
  const ComputationParts parts = parts_of(document.computation().node());
  Feeds feeds;
  std::size_t next = 0;
  for (const onnx::ValueInfo& input : model.graph.inputs) {
    if (options.input_values.contains(input.name)) continue;
    const Tensor* array = arrays.find("in." + input.name);
    if (!array || next == parts.parameters.size()) {
      return {Outcome::Kind::different, "no array for the input " + input.name};
    }
    feeds.emplace_back(Op(parts.parameters[next++]), *array);
  }
  std::vector<Op> results(parts.results.begin(), parts.results.end());
  Values values = run_once(transformer, results, feeds);
  std::size_t count = model.graph.outputs.size();
  for (std::size_t i = 0; i < model.graph.outputs.size(); ++i) {
    const std::string& name = model.graph.outputs[i].name;
    const Tensor* expected = arrays.find("out." + name);
    if (!expected || !values[i]) return {Outcome::Kind::different, "no value for " + name};
    const bool counted = count < values.size() && results[count].name() == name + ".count";
    const Tensor found =
        counted ? without_padding(*values[i], expected->shape, *values[count++]) : *values[i];
    const std::string text = first_difference(found, *expected, tolerance);
    if (!text.empty()) return {Outcome::Kind::different, name + ": " + text};
  }
  Outcome equal;
  equal.values = std::move(values);
  return equal;
}

}  // namespace

ModelOutcome check_model(const std::string& path, const std::string& transformer,
                         double tolerance) {
  Notes notes;
  Reader model_file(path + ".onnx"), array_file(path + ".npz");
  const auto model = read_onnx(model_file, notes);
  return check_document(path + ".onnx", *model, read_npz(array_file, notes), transformer,
                        tolerance);
}

ModelOutcome check_document(const std::string& path, const onnx::Model& model,
                            const TensorFile& arrays, const std::string& transformer,
                            double tolerance) {
  Outcome first;
  for (const Fixed fixed : {Fixed::none, Fixed::integers, Fixed::all_but_first, Fixed::all}) {
    LoadOptions options;
    fix_inputs(model, arrays, fixed, options);
    add_shapes(model, arrays, options);
    const Document document = load_document(path, options);
    std::string reason;
    for (const Op& op : document.ops) {
      if (reason.empty() && !reason_not_to_run(op.node()).empty()) {
        reason =
            op.node().attributes.get<std::string>("kind") + ": " + reason_not_to_run(op.node());
      }
    }
    if (reason.empty()) {
      Outcome made = compare(document, arrays, model, options, transformer, tolerance);
      made.constant_inputs = options.input_values.size();
      return made;
    }
    if (fixed == Fixed::none) first = {Outcome::Kind::refused, reason};
  }
  return first;
}

}  // namespace ng
