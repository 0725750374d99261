// SPDX-License-Identifier: Apache-2.0
// CUDA text compiled for a device and loaded there.
#pragma once

#include <memory>
#include <string>

#include "engine/backends/gpu/cuda_device.h"

namespace ng {

class CudaModule {
 public:
  // Compiles `text`, or takes its machine code from the disk cache, whose key is the text, the
  // device's architecture and the compiler's version. Throws KernelTextError if it does not
  // compile.
  CudaModule(std::shared_ptr<CudaDevice> device, const std::string& text);
  ~CudaModule();
  CudaModule(const CudaModule&) = delete;
  CudaModule& operator=(const CudaModule&) = delete;

  cuda::Function function(const std::string& name) const;
  bool cached() const { return cached_; }

 private:
  std::shared_ptr<CudaDevice> device_;
  cuda::Module module_ = nullptr;
  bool cached_ = false;
};

}  // namespace ng
