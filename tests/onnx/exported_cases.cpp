// SPDX-License-Identifier: Apache-2.0
#include "tests/onnx/exported_cases.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "engine/base/atomic_file.h"
#include "engine/documents/document.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/frontends/onnx_export/export_model.h"
#include "engine/graph/node.h"
#include "engine/ops/sequencing.h"
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/recipe.h"
#include "tests/ops/integer_cases.h"
#include "tests/ops/op_cases.h"
#include "tests/support/checkout.h"
#include "tests/support/training_graphs.h"

namespace ng {
namespace {

class Cases {
 public:
  explicit Cases(const std::function<void(const ExportedCase&)>& take) : take_(take) {}

  void add(const std::string& name, const std::vector<Op>& results, const Feeds& inputs) {
    std::vector<Op> valued;
    for (const Op& result : results) {
      if (result.value().has_type()) valued.push_back(result);
    }
    if (!valued.empty()) take_({file_name(name), valued, inputs});
  }

 private:
  std::string file_name(const std::string& name) {
    std::string plain = name;
    for (char& c : plain) {
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    }
    std::string unique = plain;
    for (int i = 2; !taken_.insert(unique).second; ++i) unique = plain + "_" + std::to_string(i);
    return unique;
  }

  const std::function<void(const ExportedCase&)>& take_;
  std::set<std::string> taken_;
};

void add_op_cases(Cases& cases) {
  for (const OpCase& c : all_op_cases())
    cases.add("op " + c.op + " " + c.variant, c.results, c.inputs);
}

void add_integers(Cases& cases) {
  for (const IntegerCases& c : integer_cases(1)) {
    for (const IntegerCases::Result& result : c.results) {
      cases.add("integers " + c.name + " " + result.name, {result.op},
                {{c.x, c.x_value}, {c.y, c.y_value}});
    }
  }
}

// Every type in every other, up to and beyond the limits of both.
void add_conversions(Cases& cases) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> values = {0,          -0.0,         0.5,           -0.5,  1.5,
                                      -1.5,       127,          128,           129,   -128,
                                      -129,       255,          256,           -1,    32767,
                                      32768,      -32769,       65535,         65536, 2147483520,
                                      2147483647, 2147483648.0, -2147483649.0, 1e10,  0x1p63,
                                      -0x1p63,    -0x1.8p63,    0x1p64,        1e30,  -1e30,
                                      infinity,   -infinity,    std::nan("")};
  const Axis axis = make_axis(std::ssize(values), "A");
  for (int from = 0; from < dtype_count; ++from) {
    for (int to = 0; to < dtype_count; ++to) {
      const DType source = static_cast<DType>(from), target = static_cast<DType>(to);
      const Op x = placeholder(Axes{axis}, source);
      cases.add("conversion " + std::string(name(source)) + " to " + std::string(name(target)),
                {value_of(x, target)}, {{x, Tensor::from(source, {axis.length()}, values)}});
    }
  }
}

constexpr std::uint64_t random_programs = 100;

// The logarithm of an infinite exponential is finite in the engine, whose passes see the exponent.
constexpr std::uint64_t with_infinite_exponential = 8;

// The results of those computations that have no effects and gradients.
void add_random_programs(Cases& cases) {
  for (std::uint64_t seed = 0; seed < random_programs; ++seed) {
    if (seed == with_infinite_exponential) continue;
    const fuzz::RandomProgram program = fuzz::make_program(fuzz::random_recipe(seed));
    Feeds inputs;
    for (std::size_t i = 0; i < program.placeholders.size(); ++i)
      inputs.emplace_back(program.placeholders[i], program.arguments[0][i]);
    for (const Op& result : program.inference)
      cases.add("random " + std::to_string(seed), {result}, inputs);
  }
}

void add_computation(Cases& cases, const std::string& name, const Op& computation,
                     const std::vector<Tensor>& arguments) {
  const ComputationParts parts = parts_of(computation.node());
  Feeds inputs;
  for (std::size_t i = 0; i < parts.parameters.size(); ++i)
    inputs.emplace_back(Op(parts.parameters[i]), arguments[i]);
  cases.add(name, {parts.results.begin(), parts.results.end()}, inputs);
}

void add_samples(Cases& cases) {
  for (const TriedComputation& tried : all_tried_computations())
    add_computation(cases, "sample " + tried.name, tried.computation, tried.arguments[0]);
}

// The recorded inputs of the models; open dimensions have their lengths.
void add_models(Cases& cases) {
  std::set<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(testing::source_file("tests/onnx/models"))) {
    if (entry.path().extension() == ".onnx") files.insert(entry.path());
  }
  for (std::filesystem::path path : files) {
    Notes notes;
    Reader model_file(path.string()), array_file(path.replace_extension(".npz").string());
    const auto model = read_onnx(model_file, notes);
    const TensorFile arrays = read_npz(array_file, notes);
    LoadOptions options;
    for (const onnx::ValueInfo& input : model->graph.inputs) {
      if (const Tensor* array = arrays.find("in." + input.name))
        options.fed_shapes[input.name] = array->shape;
    }
    const Document document = load_document(path.replace_extension(".onnx").string(), options);
    std::vector<Tensor> arguments;
    const Op computation = document.computation();
    for (const NodePtr& parameter : parts_of(computation.node()).parameters)
      arguments.push_back(*arrays.find("in." + parameter->label->name));
    add_computation(cases, "model " + path.stem().string(), computation, arguments);
  }
}

}  // namespace

void for_each_exported_case(const std::function<void(const ExportedCase&)>& take) {
  Cases cases(take);
  add_op_cases(cases);
  add_integers(cases);
  add_conversions(cases);
  add_random_programs(cases);
  add_samples(cases);
  add_models(cases);
}

std::string write_exported_case(const ExportedCase& exported, const std::string& folder) {
  std::vector<Op> parameters;
  for (const auto& [parameter, value] : exported.inputs) parameters.push_back(parameter);
  onnx::Model model;
  try {
    model = onnx::export_model(computation(exported.results, parameters), exported.name);
  } catch (const Error& error) {
    return error.diagnostic().what;
  }
  write_file(folder + "/" + exported.name + ".onnx", onnx_bytes(model));
  const Values values = run_once("reference", exported.results, exported.inputs);
  std::vector<Tensor> arrays;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const DType dtype = parameters[i].dtype();
    names.push_back("in." + model.graph.inputs[i].name);
    arrays.push_back(
        broadcast_to(exported.inputs[i].second, dtype, parameters[i].axes().lengths(), "an input"));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    names.push_back("out." + model.graph.outputs[i].name);
    arrays.push_back(*values[i]);
  }
  std::vector<TensorRef> named;
  for (std::size_t i = 0; i < arrays.size(); ++i) named.push_back({names[i], &arrays[i]});
  write_npz(folder + "/" + exported.name + ".npz", named);
  return {};
}

}  // namespace ng
