// SPDX-License-Identifier: Apache-2.0
// Calls of the driver as tests make them: a context with a stream, memory and kernels.
#pragma once

#include <string>
#include <vector>

#include "engine/backends/gpu/cuda_libraries.h"
#include "engine/backends/gpu/nvrtc.h"

namespace ng::emulator {

inline const cuda::Driver& driver() {
  return cuda_driver().functions;
}

// A device's context, a stream and its memory, returned at the end.
class Session {
 public:
  explicit Session(int device = 0) : device_(device) {
    cuda::Context context = nullptr;
    driver().primary_context_retain(&context, device);
    driver().context_set_current(context);
    driver().stream_create(&stream, cuda::non_blocking);
  }
  ~Session() {
    for (const cuda::Module module : modules_) driver().module_unload(module);
    for (const cuda::Address address : memory_) driver().memory_free(address);
    driver().stream_destroy(stream);
    driver().primary_context_release(device_);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  cuda::Address allocate(std::size_t bytes) {
    cuda::Address address = 0;
    driver().memory_allocate(&address, bytes);
    memory_.push_back(address);
    return address;
  }
  cuda::Address array(const std::vector<float>& values) {
    const cuda::Address address = allocate(values.size() * sizeof(float));
    driver().copy_in(address, values.data(), values.size() * sizeof(float), stream);
    return address;
  }
  std::vector<float> values(cuda::Address address, std::size_t count) {
    std::vector<float> result(count);
    driver().copy_out(result.data(), address, count * sizeof(float), stream);
    return result;
  }
  cuda::Function kernel(const std::string& text, const char* name = "k") {
    cuda::Module module = nullptr;
    cuda::Function function = nullptr;
    const std::string image = compile_cubin(text, "sm_90");
    driver().module_load_data(&module, image.c_str());
    modules_.push_back(module);
    driver().module_get_function(&function, module, name);
    return function;
  }
  // Starts one block of 32 threads.
  template <class... Arguments>
  cuda::Result launch(cuda::Stream on, cuda::Function kernel, Arguments... arguments) {
    void* places[] = {&arguments...};
    return driver().launch_kernel(kernel, 1, 1, 1, 32, 1, 1, 0, on, places, nullptr);
  }
  // Runs `blocks` of `threads` and waits. The driver's result.
  template <class... Arguments>
  cuda::Result run(cuda::Function kernel, unsigned blocks, unsigned threads,
                   Arguments... arguments) {
    void* places[] = {&arguments...};
    const auto result =
        driver().launch_kernel(kernel, blocks, 1, 1, threads, 1, 1, 0, stream, places, nullptr);
    return result ? result : driver().stream_synchronize(stream);
  }

  cuda::Stream stream = nullptr;

 private:
  int device_;
  std::vector<cuda::Address> memory_;
  std::vector<cuda::Module> modules_;
};

}  // namespace ng::emulator
