// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/driver.h"

#include "engine/backends/gpu/cuda_functions.h"
#include "engine/backends/gpu/shared_functions.h"

namespace ng {

namespace {

std::string in_words(const cuda::Driver& driver, cuda::Result result) {
  const char* text = nullptr;
  if (driver.get_error_string(result, &text) == 0 && text) return text;
  return "error " + std::to_string(result);
}

std::string take_functions(cuda::Driver& driver) {
  SharedFunctions library({"libcuda.so.1"});
  if (!library.problem().empty()) return "no NVIDIA driver: " + library.problem();
  library.take(driver.init, "cuInit");
  library.take(driver.device_get_count, "cuDeviceGetCount");
  library.take(driver.device_get, "cuDeviceGet");
  library.take(driver.device_get_name, "cuDeviceGetName");
  library.take(driver.get_error_string, "cuGetErrorString");
  return library.problem().empty() ? "" : "the NVIDIA driver is too old: " + library.problem();
}

// Fills `names`. Returns an error message, or an empty string.
std::string list_devices(const cuda::Driver& driver, std::vector<std::string>& names) {
  if (const auto result = driver.init(0); result != 0)
    return "the NVIDIA driver failed to initialise: " + in_words(driver, result);
  int count = 0;
  if (const auto result = driver.device_get_count(&count); result != 0)
    return "the NVIDIA driver cannot list devices: " + in_words(driver, result);
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
  cuda::Driver driver;
  answer.reason = take_functions(driver);
  if (answer.reason.empty()) answer.reason = list_devices(driver, answer.devices);
  if (!answer.reason.empty()) return answer;
  answer.reason = "found " + answer.devices.front();
  if (answer.devices.size() > 1)
    answer.reason += " and " + std::to_string(answer.devices.size() - 1) + " more";
  answer.reason +=
      ", but this version runs programs on the cpu and reference transformers only; kernels can "
      "be read as CUDA C++ and PTX";
  return answer;
}

}  // namespace

const GpuAvailability& gpu_availability() {
  static const GpuAvailability answer = ask();
  return answer;
}

}  // namespace ng
