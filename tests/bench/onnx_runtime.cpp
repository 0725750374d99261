// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/onnx_runtime.h"

#include <filesystem>
#include <stdexcept>

#include "tests/bench/onnx_graph.h"

namespace ng::bench {
namespace {

constexpr int kWarning = 2, kArenaAllocator = 1, kDefaultMemory = 0;

}  // namespace

// Destroyed in reverse order of declaration.
struct OnnxRuntime::Handles {
  Handle environment, options, memory, session;
  std::vector<Handle> tensors;
};

OnnxRuntime::~OnnxRuntime() = default;

void OnnxRuntime::check(void* status) const {
  if (status) throw std::runtime_error(api_.error_message(status));
}

OnnxRuntime::OnnxRuntime(const std::string& library, OnnxModel model, int threads)
    : model_(std::move(model)), api_(library), handles_(std::make_unique<Handles>()) {
  void *environment = nullptr, *options = nullptr, *memory = nullptr, *session = nullptr;
  check(api_.create_environment(kWarning, "bench", &environment));
  handles_->environment = Handle(environment, {api_.release_environment});
  check(api_.create_options(&options));
  handles_->options = Handle(options, {api_.release_options});
  check(api_.set_threads(options, threads));
  check(api_.create_memory(kArenaAllocator, kDefaultMemory, &memory));
  handles_->memory = Handle(memory, {api_.release_memory});
  check(api_.create_session(environment, model_.bytes.data(), model_.bytes.size(), options,
                            &session));
  handles_->session = Handle(session, {api_.release_session});
  for (Tensor& argument : model_.arguments) {
    handles_->tensors.push_back(bound(argument));
    in_.push_back(handles_->tensors.back().get());
  }
  handles_->tensors.push_back(bound(model_.result));
  out_ = handles_->tensors.back().get();
}

OnnxRuntime::Handle OnnxRuntime::bound(Tensor& tensor) const {
  void* value = nullptr;
  check(api_.create_tensor(handles_->memory.get(), tensor.bytes.data(), tensor.bytes.size(),
                           tensor.shape.data(), tensor.shape.size(), onnx_type(tensor.dtype),
                           &value));
  return Handle(value, {api_.release_tensor});
}

void OnnxRuntime::run() {
  static constexpr const char* kInputs[] = {"x", "x2"};
  static constexpr const char* kOutput = "y";
  check(api_.run(handles_->session.get(), nullptr, kInputs, in_.data(), in_.size(), &kOutput, 1,
                 &out_));
}

std::vector<double> OnnxRuntime::sampled(int count) {
  run();
  const Tensor& y = model_.result;
  std::vector<double> numbers;
  for (int i = 0; i < count; ++i) {
    const std::int64_t place = y.size() / count * i;
    const std::int64_t rows = model_.transposed ? y.shape[0] : 1, columns = y.size() / rows;
    numbers.push_back(y.at(place % rows * columns + place / rows));
  }
  return numbers;
}

double OnnxRuntime::value_of(float x) {
  *model_.arguments[0].as<float>() = x;
  run();
  return model_.result.at(0);
}

std::string onnx_runtime_library(const std::string& folder) {
  if (!std::filesystem::is_directory(folder)) return {};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().filename().string().rfind("libonnxruntime.so", 0) == 0) {
      return entry.path().string();
    }
  }
  return {};
}

}  // namespace ng::bench
