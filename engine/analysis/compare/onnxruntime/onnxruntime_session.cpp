// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/onnxruntime/onnxruntime_session.h"

#include <cstring>
#include <filesystem>
#include <set>

#include "engine/analysis/compare/onnxruntime/onnxruntime_library.h"
#include "engine/base/error.h"
#include "engine/base/input_file.h"
#include "engine/base/quote.h"

namespace ng {
namespace {

using Handle = OnnxRuntimeHandle;

constexpr int log_errors = 3, arena_allocator = 1, default_memory = 0;
// Models with external data that are given as bytes read these from this folder.
constexpr const char* external_data_folder = "session.model_external_initializers_file_folder_path";

std::vector<const char*> c_strings(const std::vector<std::string>& texts) {
  std::vector<const char*> all;
  for (const std::string& text : texts) all.push_back(text.c_str());
  return all;
}

}  // namespace

std::string bytes_of(const std::string& path) {
  const auto file = InputFile::open(path);
  std::string bytes(file->size(), '\0');
  file->read(0, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

std::vector<std::string> input_names(const onnx::Graph& graph) {
  std::set<std::string> initialized;
  for (const onnx::Tensor& each : graph.initializers) initialized.insert(each.name);
  std::vector<std::string> names;
  for (const onnx::ValueInfo& input : graph.inputs)
    if (!initialized.contains(input.name)) names.push_back(input.name);
  return names;
}

OnnxRuntimeSession::OnnxRuntimeSession(const std::string& path, const std::string& model,
                                       const OnnxRuntimeOptions& options)
    : path_(path), api_(open_onnxruntime()) {
  void* made = nullptr;
  check(api_.create_environment(log_errors, "ngraph", &made));
  environment_ = Handle(made, {api_.release_environment});
  check(api_.create_options(&made));
  options_ = Handle(made, {api_.release_options});
  check(api_.set_graph_optimization(made, options.optimization));
  if (options.threads > 0) check(api_.set_threads(made, options.threads));
  if (!options.profile.empty()) check(api_.enable_profiling(made, options.profile.c_str()));
  const std::string folder = std::filesystem::absolute(path).parent_path().string();
  check(api_.set_option(made, external_data_folder, folder.c_str()));
  check(api_.create_memory(arena_allocator, default_memory, &made));
  memory_ = Handle(made, {api_.release_memory});
  check(api_.create_session(environment_.get(), model.data(), model.size(), options_.get(), &made));
  session_ = Handle(made, {api_.release_session});
}

std::vector<Handle> OnnxRuntimeSession::run(const std::vector<std::string>& names,
                                            const std::vector<Tensor>& inputs,
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

Tensor OnnxRuntimeSession::tensor(void* value) const {
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

void OnnxRuntimeSession::check(void* status) const {
  if (!status) return;
  const Handle owned(status, {api_.release_status});
  Diagnostic diagnostic;
  diagnostic.what = "ONNX Runtime " + api_.version + " cannot run the model";
  diagnostic.where = quote(path_);
  diagnostic.found = api_.error_message(status);
  refuse(ErrorKind::runtime, std::move(diagnostic));
}

Handle OnnxRuntimeSession::bound(const Tensor& tensor) const {
  void* value = nullptr;
  // ONNX Runtime does not write to inputs.
  check(api_.create_tensor(memory_.get(), const_cast<std::byte*>(tensor.bytes.data()),
                           tensor.bytes.size(), tensor.shape.data(), tensor.shape.size(),
                           static_cast<int>(onnx::element_type(tensor.dtype)), &value));
  return Handle(value, {api_.release_tensor});
}

}  // namespace ng
