// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/onnxruntime/run_onnxruntime.h"

#include <protozero/pbf_writer.hpp>
#include <set>

#include "engine/analysis/compare/onnxruntime/onnxruntime_session.h"
#include "engine/base/quote.h"
#include "engine/base/reader.h"
#include "engine/formats/onnx/onnx_file.h"

namespace ng {
namespace {

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
  OnnxRuntimeSession session(path, with_outputs(bytes_of(path), hidden_results(model->graph)));
  const std::vector<OnnxRuntimeHandle> values = session.run(names, inputs, results);
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
