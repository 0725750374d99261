// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/onnxruntime/run_onnxruntime.h"

#include <cstring>
#include <filesystem>
#include <memory>
#include <protozero/pbf_writer.hpp>
#include <set>

#include "engine/analysis/compare/onnxruntime/onnxruntime_library.h"
#include "engine/base/input_file.h"
#include "engine/base/quote.h"
#include "engine/base/reader.h"
#include "engine/formats/onnx/onnx_file.h"

namespace ng {
namespace {

constexpr int log_errors = 3, arena_allocator = 1, default_memory = 0;
// Models with external data that are given as bytes read these from this folder.
constexpr const char* external_data_folder = "session.model_external_initializers_file_folder_path";

using Handle = OnnxRuntimeHandle;

std::string bytes_of(const std::string& path) {
  const auto file = InputFile::open(path);
  std::string bytes(file->size(), '\0');
  file->read(0, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

// Inputs without an initializer.
std::vector<std::string> input_names(const onnx::Graph& graph) {
  std::set<std::string> initialized;
  for (const onnx::Tensor& each : graph.initializers) initialized.insert(each.name);
  std::vector<std::string> names;
  for (const onnx::ValueInfo& input : graph.inputs)
    if (!initialized.contains(input.name)) names.push_back(input.name);
  return names;
}

std::vector<std::string> node_results(const onnx::Graph& graph) {
  std::vector<std::string> names;
  for (const onnx::Node& node : graph.nodes)
    for (const std::string& output : node.outputs)
      if (!output.empty()) names.push_back(output);
  return names;
}

std::vector<std::string> hidden_results(const onnx::Graph& graph) {
  std::set<std::string> returned;
  for (const onnx::ValueInfo& output : graph.outputs) returned.insert(output.name);
  std::vector<std::string> names;
  for (std::string& name : node_results(graph))
    if (returned.insert(name).second) names.push_back(std::move(name));
  return names;
}

std::vector<const char*> c_strings(const std::vector<std::string>& texts) {
  std::vector<const char*> all;
  for (const std::string& text : texts) all.push_back(text.c_str());
  return all;
}

class Session {
 public:
  Session(const std::string& path, const std::string& model) : path_(path) {
    void* made = nullptr;
    check(api_.create_environment(log_errors, "ngraph", &made));
    environment_ = Handle(made, {api_.release_environment});
    check(api_.create_options(&made));
    options_ = Handle(made, {api_.release_options});
    check(api_.set_graph_optimization(made, 0));
    const std::string folder = std::filesystem::absolute(path).parent_path().string();
    check(api_.set_option(made, external_data_folder, folder.c_str()));
    check(api_.create_memory(arena_allocator, default_memory, &made));
    memory_ = Handle(made, {api_.release_memory});
    check(
        api_.create_session(environment_.get(), model.data(), model.size(), options_.get(), &made));
    session_ = Handle(made, {api_.release_session});
  }

  // `inputs` outlive the call.
  std::vector<Handle> run(const std::vector<std::string>& names, const std::vector<Tensor>& inputs,
                          const std::vector<std::string>& results) {
    std::vector<Handle> arguments;
    std::vector<const void*> given;
    for (const Tensor& input : inputs) {
      arguments.push_back(bound(input));
      given.push_back(arguments.back().get());
    }
    std::vector<void*> made(results.size(), nullptr);
    const auto in = c_strings(names), out = c_strings(results);
    void* status = api_.run(session_.get(), nullptr, in.data(), given.data(), given.size(),
                            out.data(), out.size(), made.data());
    std::vector<Handle> values;
    for (void* value : made) values.emplace_back(value, ReleaseOnnxRuntime{api_.release_tensor});
    check(status);
    return values;
  }

  // Throws a value Error for what is no tensor of the engine's types.
  Tensor tensor(void* value) const {
    int is_tensor = 0;
    check(api_.is_tensor(value, &is_tensor));
    if (is_tensor == 0) refuse(ErrorKind::value, "it is no tensor");
    void* made = nullptr;
    check(api_.tensor_type(value, &made));
    const Handle type(made, {api_.release_tensor_type});
    int element = 0;
    check(api_.element_type(made, &element));
    const auto kind = static_cast<onnx::ElementType>(element);
    const auto dtype = onnx::dtype_of(kind);
    if (!dtype || onnx::is_small_float(kind) || onnx::narrow_bits(kind) != 0)
      refuse(ErrorKind::value, "it has an element type that the engine lacks");
    std::size_t rank = 0;
    check(api_.rank(made, &rank));
    Shape shape(rank);
    check(api_.lengths(made, shape.data(), rank));
    Tensor copy(*dtype, shape);
    void* data = nullptr;
    check(api_.tensor_data(value, &data));
    if (copy.bytes.size() > 0) std::memcpy(copy.bytes.data(), data, copy.bytes.size());
    return copy;
  }

  const std::string& version() const { return api_.version; }

 private:
  void check(void* status) const {
    if (!status) return;
    const Handle owned(status, {api_.release_status});
    Diagnostic diagnostic;
    diagnostic.what = "ONNX Runtime " + api_.version + " cannot run the model";
    diagnostic.where = quote(path_);
    diagnostic.found = api_.error_message(status);
    refuse(ErrorKind::runtime, std::move(diagnostic));
  }

  Handle bound(const Tensor& tensor) const {
    void* value = nullptr;
    // ONNX Runtime does not write to inputs.
    check(api_.create_tensor(memory_.get(), const_cast<std::byte*>(tensor.bytes.data()),
                             tensor.bytes.size(), tensor.shape.data(), tensor.shape.size(),
                             static_cast<int>(onnx::element_type(tensor.dtype)), &value));
    return Handle(value, {api_.release_tensor});
  }

  std::string path_;
  OnnxRuntimeApi api_ = open_onnxruntime();
  // Destroyed in reverse order.
  Handle environment_, options_, memory_, session_;
};

}  // namespace

// Parsers of protocol buffers merge the fields of a message that occurs twice.
std::string with_outputs(std::string model, const std::vector<std::string>& names) {
  constexpr protozero::pbf_tag_type model_graph = 7, graph_output = 12, value_name = 1;
  std::string outputs;
  protozero::pbf_writer graph(outputs);
  for (const std::string& name : names) {
    std::string output;
    protozero::pbf_writer(output).add_string(value_name, name);
    graph.add_message(graph_output, output);
  }
  protozero::pbf_writer(model).add_message(model_graph, outputs);
  return model;
}

OnnxRuntimeRun run_onnxruntime(const std::string& path, const std::vector<Tensor>& inputs) {
  OnnxRuntimeRun run;
  Reader reader(path);
  const auto model = read_onnx(reader, run.notes);
  const std::vector<std::string> names = input_names(model->graph);
  check(names.size() == inputs.size(), "the document has other inputs than its ONNX model");
  const std::vector<std::string> results = node_results(model->graph);
  Session session(path, with_outputs(bytes_of(path), hidden_results(model->graph)));
  const std::vector<Handle> values = session.run(names, inputs, results);
  run.version = session.version();
  for (std::size_t i = 0; i < results.size(); ++i) {
    try {
      run.values.emplace(results[i], session.tensor(values[i].get()));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::value) throw;
      add_note(run.notes, "the value " + quote(results[i]) +
                              " of ONNX Runtime is not compared: " + error.diagnostic().what);
    }
  }
  return run;
}

}  // namespace ng
