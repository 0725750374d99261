// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/gpu_backend.h"

#include "engine/backends/cuda_texts.h"
#include "engine/backends/gpu/driver.h"
#include "engine/base/error.h"

namespace ng {
namespace {

class GpuBackend : public Backend {
 public:
  std::string_view name() const override { return "gpu"; }
  Availability availability() const override {
    const GpuAvailability& gpu = gpu_availability();
    return {gpu.available, gpu.devices.empty() ? "" : gpu.devices.front(), gpu.reason};
  }
  std::unique_ptr<Executable> compile(const Program&, const Progress&) const override {
    Diagnostic diagnostic;
    diagnostic.what = "the gpu transformer cannot run programs here";
    diagnostic.found = availability().reason;
    diagnostic.action = "choose the cpu transformer";
    refuse(ErrorKind::unavailable, std::move(diagnostic));
  }
  DisplayTexts texts(const kernel::Kernel& kernel, bool everything) const override {
    const char* absent = "made by the cpu transformer";
    return {{{}, absent}, {{}, absent}, {{}, absent}, cuda_text(kernel),
            ptx_text(kernel, everything)};
  }
  bool runs_kernels() const override { return true; }
};

}  // namespace

const Backend& gpu_backend() {
  static const GpuBackend backend;
  return backend;
}

}  // namespace ng
