// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/hetr/hetr_backend.h"

#include <algorithm>

#include "engine/backends/cpu/cpu_backend.h"
#include "engine/backends/gpu/gpu_backend.h"
#include "engine/backends/hetr/hetr_device.h"
#include "engine/backends/hetr/hetr_executable.h"

namespace ng {
namespace {

class HetrBackend : public Backend {
 public:
  std::string_view name() const override { return "hetr"; }

  Availability availability() const override {
    const Availability gpu = gpu_backend().availability();
    const std::string devices = gpu.available ? "cpu, gpu and reference" : "cpu and reference";
    return {true, "devices " + devices, gpu.available ? "" : "gpu: " + gpu.reason};
  }

  std::unique_ptr<Executable> compile(const Program& program,
                                      const Progress& progress) const override {
    return std::make_unique<HetrExecutable>(program, device_, progress, false);
  }
  std::unique_ptr<Executable> interpret(const Program& program,
                                        const Progress& progress) const override {
    return std::make_unique<HetrExecutable>(program, device_, progress, true);
  }

  DisplayTexts texts(const kernel::Kernel& kernel, bool everything) const override {
    return cpu_backend().texts(kernel, everything);
  }

  // A step does not know its device: the largest of all devices is enough for each.
  std::int64_t scratch_bytes(const Step& step) const override {
    return std::max(cpu_backend().scratch_bytes(step), gpu_backend().scratch_bytes(step));
  }

  Capabilities capabilities() const override {
    return {.devices = true, .summary = "each op on the device of its metadata"};
  }
  const Device& device() const override { return device_; }

 private:
  HetrDevice device_;
};

}  // namespace

const Backend& hetr_backend() {
  static const auto* backend = new HetrBackend;  // its memory may be freed after main
  return *backend;
}

}  // namespace ng
