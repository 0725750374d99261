// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/driver.h"

#include "engine/backends/gpu/cuda_libraries.h"
#include "engine/backends/gpu/nvrtc.h"

namespace ng {

namespace {

// Fills `names`. Returns an error message, or an empty string.
std::string list_devices(const cuda::Driver& driver, std::vector<std::string>& names) {
  int count = 0;
  if (const auto result = driver.device_get_count(&count); result != 0)
    return "the NVIDIA driver cannot list devices: " + cuda_error_text(result);
  for (int i = 0; i < count; ++i) {
    cuda::Device device = 0;
    char name[256] = {};
    if (driver.device_get(&device, i) != 0) continue;
    if (driver.device_get_name(name, sizeof name, device) == 0) names.emplace_back(name);
  }
  return names.empty() ? "the NVIDIA driver found no device" : "";
}

GpuAvailability ask() {
  GpuAvailability answer;
  const auto& [driver, problem] = cuda_driver();
  answer.reason = problem.empty() ? list_devices(driver, answer.devices) : problem;
  if (!answer.reason.empty()) return answer;
  const NvrtcAvailability& nvrtc = nvrtc_availability();
  answer.available = nvrtc.available;
  if (!nvrtc.available) answer.reason = "found " + answer.devices.front() + ", but " + nvrtc.reason;
  return answer;
}

}  // namespace

const GpuAvailability& gpu_availability() {
  static const GpuAvailability answer = ask();
  return answer;
}

}  // namespace ng
