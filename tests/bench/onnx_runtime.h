// SPDX-License-Identifier: Apache-2.0
// ONNX Runtime through its C API, opened from a library file. Its header is not at hand, so the few
// functions used are declared here by their place in the table, which never changes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace ng::bench {

class OnnxRuntime {
 public:
  // Throws std::runtime_error when the library or the model does not load.
  OnnxRuntime(const std::string& library, const std::string& model);
  ~OnnxRuntime();

  const std::string& version() const { return version_; }
  // y = f(x) for scalars, in memory bound once.
  float* input() { return &x_; }
  const float* output() const { return &y_; }
  void run();

 private:
  struct Api;
  void check(void* status) const;
  void bind(float* scalar, void** value);

  std::unique_ptr<Api> api_;
  std::string version_;
  void *library_ = nullptr, *environment_ = nullptr, *options_ = nullptr, *session_ = nullptr,
       *memory_ = nullptr, *in_ = nullptr, *out_ = nullptr;
  float x_ = 0, y_ = 0;
};

}  // namespace ng::bench
