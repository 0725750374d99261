// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/driver.h"

#include "engine/backends/gpu/cuda_libraries.h"
#include "engine/backends/gpu/nvrtc.h"

namespace ng {

namespace {

std::string architecture_of(const cuda::Driver& driver, cuda::Device device) {
  int major = 0, minor = 0;
  driver.device_get_attribute(&major, cuda::capability_major, device);
  driver.device_get_attribute(&minor, cuda::capability_minor, device);
  return "sm_" + std::to_string(major) + std::to_string(minor);
}

// Fills `devices` and `architectures`. Returns an error message, or an empty string.
std::string list_devices(const cuda::Driver& driver, GpuAvailability& answer) {
  int count = 0;
  if (const auto result = driver.device_get_count(&count); result != 0)
    return "the NVIDIA driver cannot list devices: " + cuda_error_text(result);
  for (int i = 0; i < count; ++i) {
    cuda::Device device = 0;
    char name[256] = {};
    if (driver.device_get(&device, i) != 0) continue;
    if (driver.device_get_name(name, sizeof name, device) != 0) continue;
    answer.devices.emplace_back(name);
    answer.architectures.push_back(architecture_of(driver, device));
  }
  return answer.devices.empty() ? "the NVIDIA driver found no device" : "";
}

GpuAvailability ask() {
  GpuAvailability answer;
  const auto& [driver, problem] = cuda_driver();
  answer.reason = problem.empty() ? list_devices(driver, answer) : problem;
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
