// SPDX-License-Identifier: Apache-2.0
// The driver's entry points for devices, contexts, memory and modules.
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>

#include "engine/backends/kernel_text_error.h"
#include "tests/emulator/context.h"
#include "tests/emulator/device_memory.h"
#include "tests/emulator/faults.h"
#include "tests/emulator/module.h"
#include "tests/emulator/stream.h"

namespace ng::emulator {
namespace {

int device_count() {
  const char* given = std::getenv("NGRAPH_EMULATOR_DEVICES");
  return given ? std::atoi(given) : 2;
}

struct Context {
  int device = 0, uses = 0;
};
Context& context_of(int device) {
  static std::map<int, Context> all;
  Context& context = all[device];
  context.device = device;
  return context;
}
thread_local Context* current = nullptr;

// Pinned host memory, by its begin.
std::map<std::uintptr_t, std::size_t>& pinned() {
  static std::map<std::uintptr_t, std::size_t> all;
  return all;
}

}  // namespace

int current_device() {
  return current ? current->device : -1;
}

bool is_pinned(const void* memory) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  auto next = pinned().upper_bound(address);
  if (next == pinned().begin()) return false;
  --next;
  return address - next->first < next->second;
}

void complain(const std::string& text) {
  std::string& all = Faults::all().complaint;
  all += (all.empty() ? "" : "; ") + text;
}

}  // namespace ng::emulator

using namespace ng::emulator;

namespace {

bool initialised = false;

// A context must be current on the thread, and no graph may be being captured.
#define NG_IN_CONTEXT(entry)                        \
  NG_EMULATED(entry);                               \
  if (current_device() < 0) return invalid_context; \
  if (Streams::all().is_capturing()) return capture_unsupported

}  // namespace

NG_EXPORTED int cuInit(unsigned) {
  NG_EMULATED("cuInit");
  initialised = true;
  return device_count() > 0 ? success : no_device;
}

NG_EXPORTED int cuDeviceGetCount(int* count) {
  NG_EMULATED("cuDeviceGetCount");
  *count = device_count();
  return initialised ? success : not_initialised;
}

NG_EXPORTED int cuDeviceGet(int* device, int ordinal) {
  NG_EMULATED("cuDeviceGet");
  if (ordinal < 0 || ordinal >= device_count()) return invalid_device;
  *device = ordinal;
  return success;
}

NG_EXPORTED int cuDeviceGetName(char* name, int size, int device) {
  NG_EMULATED("cuDeviceGetName");
  const std::string text = "Emulated GPU " + std::to_string(device);
  std::strncpy(name, text.c_str(), static_cast<std::size_t>(size));
  return success;
}

NG_EXPORTED int cuDeviceGetPCIBusId(char* name, int size, int device) {
  NG_EMULATED("cuDeviceGetPCIBusId");
  const std::string text = "0000:" + std::to_string(10 + device) + ":00.0";
  if (size <= static_cast<int>(text.size())) return invalid_value;
  std::strncpy(name, text.c_str(), static_cast<std::size_t>(size));
  return success;
}

NG_EXPORTED int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  NG_EMULATED("cuDeviceTotalMem_v2");
  *bytes = DeviceMemory::all().total();
  return success;
}

// The attributes by their numbers in cuda.h.
NG_EXPORTED int cuDeviceGetAttribute(int* value, int attribute, int) {
  NG_EMULATED("cuDeviceGetAttribute");
  static const std::map<int, int> values = {{1, 1024},     {8, 48 << 10},  {10, 32},   {16, 4},
                                            {36, 1000000}, {37, 64},       {39, 2048}, {75, 9},
                                            {76, 0},       {97, 227 << 10}};
  const auto found = values.find(attribute);
  if (found == values.end()) return invalid_value;
  *value = found->second;
  return success;
}

NG_EXPORTED int cuGetErrorString(int result, const char** text) {
  static const std::map<int, const char*> texts = {
      {success, "no error"},
      {invalid_value, "invalid argument"},
      {out_of_memory, "out of memory"},
      {not_initialised, "initialization error"},
      {no_device, "no CUDA-capable device is detected"},
      {invalid_device, "invalid device ordinal"},
      {invalid_image, "device kernel image is invalid"},
      {invalid_context, "invalid device context"},
      {invalid_handle, "invalid resource handle"},
      {not_found, "named symbol not found"},
      {illegal_address, "an illegal memory access was encountered"},
      {launch_out_of_resources, "too many resources requested for launch"},
      {launch_failed, "unspecified launch failure"},
      {not_ready, "device not ready"},
      {capture_unsupported, "operation not permitted when stream is capturing"},
      {capture_unjoined, "capturing stream has unjoined work"},
      {capture_isolation, "dependency created on uncaptured work in another stream"}};
  const auto found = texts.find(result);
  *text = found == texts.end() ? nullptr : found->second;
  // What a kernel did wrong, so that errors of programs show it too.
  static std::set<std::string> kept;
  const std::string complaint = Faults::all().complaint;
  if (*text && (result == launch_failed || result == illegal_address) && !complaint.empty())
    *text = kept.insert(std::string(*text) + ": " + complaint).first->c_str();
  return found == texts.end() ? invalid_value : success;
}

NG_EXPORTED int cuDevicePrimaryCtxRetain(Context** context, int device) {
  NG_EMULATED("cuDevicePrimaryCtxRetain");
  if (!initialised) return not_initialised;
  *context = &context_of(device);
  if ((*context)->uses++ == 0) ++Faults::all().live["context"];
  return success;
}

// The last release destroys the context, and with it the fault that ended its work.
NG_EXPORTED int cuDevicePrimaryCtxRelease_v2(int device) {
  NG_EMULATED_RELEASE("cuDevicePrimaryCtxRelease_v2");
  Context& context = context_of(device);
  if (context.uses == 0) return invalid_context;
  if (--context.uses == 0) {
    --Faults::all().live["context"];
    Streams::all().failed = success;
  }
  NG_RELEASED(success);
}

NG_EXPORTED int cuCtxSetCurrent(Context* context) {
  NG_EMULATED("cuCtxSetCurrent");
  current = context;
  return success;
}

NG_EXPORTED int cuCtxSynchronize() {
  NG_IN_CONTEXT("cuCtxSynchronize");
  return Streams::all().finish_all();
}

NG_EXPORTED int cuMemGetInfo_v2(std::size_t* left, std::size_t* total) {
  NG_IN_CONTEXT("cuMemGetInfo_v2");
  *total = DeviceMemory::all().total();
  *left = *total - DeviceMemory::all().used(current_device());
  return success;
}

NG_EXPORTED int cuMemAlloc_v2(Address* address, std::size_t bytes) {
  NG_IN_CONTEXT("cuMemAlloc_v2");
  if (bytes == 0) return invalid_value;
  *address = DeviceMemory::all().allocate(current_device(), bytes);
  return *address ? success : out_of_memory;
}

// Like the driver, waits for all work first.
NG_EXPORTED int cuMemFree_v2(Address address) {
  NG_EMULATED_RELEASE("cuMemFree_v2");
  if (current_device() < 0) return invalid_context;
  const int result = Streams::all().finish_all();
  if (!DeviceMemory::all().free(address)) return invalid_value;
  NG_RELEASED(result);
}

NG_EXPORTED int cuPointerGetAttribute(void* value, int attribute, Address address) {
  NG_IN_CONTEXT("cuPointerGetAttribute");
  constexpr int memory_type = 2, device = 9, start = 11, size = 12;
  const auto found = DeviceMemory::all().allocation_of(address);
  if (!found) return invalid_value;
  switch (attribute) {
    case memory_type: *static_cast<unsigned*>(value) = 2; return success;
    case device: *static_cast<int*>(value) = found->device; return success;
    case start: *static_cast<Address*>(value) = found->begin; return success;
    case size: *static_cast<std::size_t*>(value) = found->bytes; return success;
    default: return invalid_value;
  }
}

NG_EXPORTED int cuMemAllocHost_v2(void** memory, std::size_t bytes) {
  NG_IN_CONTEXT("cuMemAllocHost_v2");
  *memory = bytes ? std::malloc(bytes) : nullptr;
  if (!*memory) return bytes ? out_of_memory : invalid_value;
  std::memset(*memory, 0xff, bytes);
  pinned()[reinterpret_cast<std::uintptr_t>(*memory)] = bytes;
  ++Faults::all().live["pinned memory"];
  return success;
}

NG_EXPORTED int cuMemFreeHost(void* memory) {
  NG_EMULATED_RELEASE("cuMemFreeHost");
  const int result = Streams::all().finish_all();
  if (pinned().erase(reinterpret_cast<std::uintptr_t>(memory)) == 0) return invalid_value;
  std::free(memory);
  --Faults::all().live["pinned memory"];
  NG_RELEASED(result);
}

NG_EXPORTED int cuModuleLoadData(Module** module, const void* image) {
  NG_IN_CONTEXT("cuModuleLoadData");
  const std::string text = text_of(image);
  if (text.empty()) return invalid_image;
  try {
    *module = compile_module(text).release();
  } catch (const ng::Error& error) {
    complain(error.what());
    return invalid_image;
  }
  ++Faults::all().live["module"];
  return success;
}

NG_EXPORTED int cuModuleUnload(Module* module) {
  NG_EMULATED_RELEASE("cuModuleUnload");
  const int result = Streams::all().finish_all();
  delete module;
  --Faults::all().live["module"];
  NG_RELEASED(result);
}

NG_EXPORTED int cuModuleGetFunction(const Kernel** kernel, Module* module, const char* name) {
  NG_EMULATED("cuModuleGetFunction");
  const auto found = module->kernels.find(name);
  if (found == module->kernels.end()) return not_found;
  *kernel = &found->second;
  return success;
}

// While held, streams make no progress, as if a kernel did not end.
NG_EXPORTED void ngraph_emulator_hold(int on) {
  const Call call("ngraph_emulator_hold");
  Streams::all().held = on != 0;
}
