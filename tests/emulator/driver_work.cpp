// SPDX-License-Identifier: Apache-2.0
// The driver's entry points for work on streams: copies, launches, events and graphs.
#include <cstring>

#include "tests/emulator/context.h"
#include "tests/emulator/device_memory.h"
#include "tests/emulator/faults.h"
#include "tests/emulator/launch.h"
#include "tests/emulator/stream.h"

using namespace ng::emulator;

namespace {

std::byte* at(Address address) {
  return reinterpret_cast<std::byte*>(address);
}

// A copy is checked when it is asked for, and again when it runs: memory may be freed in between.
bool held(int device, Address address, std::size_t bytes) {
  if (DeviceMemory::all().holds(device, address, bytes)) return true;
  complain("a copy of " + std::to_string(bytes) + " bytes leaves its device memory");
  return false;
}

bool is_host(const void* memory) {
  if (!DeviceMemory::all().is_device(reinterpret_cast<Address>(memory))) return true;
  complain("device memory is used as host memory");
  return false;
}

int copy_in(Address to, const void* from, std::size_t bytes, Stream* stream) {
  const int device = current_device();
  if (!held(device, to, bytes) || !is_host(from)) return invalid_value;
  if (is_pinned(from) || (stream && stream->capturing)) {
    return Streams::all().add(stream, [=] {
      if (!held(device, to, bytes)) return int{illegal_address};
      std::memcpy(at(to), from, bytes);
      return int{success};
    });
  }
  // Pageable memory is staged before the call returns.
  const auto* begin = static_cast<const std::byte*>(from);
  return Streams::all().add(stream, [=, staged = std::vector<std::byte>(begin, begin + bytes)] {
    if (!held(device, to, bytes)) return int{illegal_address};
    std::memcpy(at(to), staged.data(), bytes);
    return int{success};
  });
}

int copy_out(void* to, Address from, std::size_t bytes, Stream* stream) {
  const int device = current_device();
  if (!held(device, from, bytes) || !is_host(to)) return invalid_value;
  const int result = Streams::all().add(stream, [=] {
    if (!held(device, from, bytes)) return int{illegal_address};
    std::memcpy(to, at(from), bytes);
    return int{success};
  });
  if (result || !stream || stream->capturing || is_pinned(to)) return result;
  return Streams::all().finish(stream);
}

int copy_within(Address to, Address from, std::size_t bytes, Stream* stream) {
  const int device = current_device();
  if (!held(device, from, bytes) || !held(device, to, bytes)) return invalid_value;
  return Streams::all().add(stream, [=] {
    if (!held(device, from, bytes) || !held(device, to, bytes)) return int{illegal_address};
    std::memmove(at(to), at(from), bytes);
    return int{success};
  });
}

// Is the argument no pointer, null, or a pointer into memory of the device?
bool fits(int device, const Kernel& kernel, std::size_t i, const void* value) {
  if (!kernel.arguments[i].pointer) return true;
  Address address = 0;
  std::memcpy(&address, value, sizeof address);
  // An array without elements may begin where its memory ends.
  const DeviceMemory& memory = DeviceMemory::all();
  if (address == 0 || memory.holds(device, address, 1) || memory.holds(device, address - 1, 1))
    return true;
  complain(kernel.name + ": argument " + std::to_string(i) + " is not device memory");
  return false;
}

int run_launch(const Launch& launch, int device) {
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    if (!fits(device, *launch.kernel, i, launch.arguments[i].data())) return illegal_address;
  }
  const std::string wrong = run(launch);
  if (!wrong.empty()) {
    complain(launch.kernel->name + ": " + wrong);
    return wrong.find("touched") == std::string::npos ? launch_failed : illegal_address;
  }
  if (DeviceMemory::all().overrun()) {
    complain(launch.kernel->name + " or a step before it wrote past the end of its memory");
    return illegal_address;
  }
  return success;
}

}  // namespace

#define NG_WORK(entry) \
  NG_EMULATED(entry);  \
  if (current_device() < 0) return invalid_context

NG_EXPORTED int cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
  NG_WORK("cuMemcpyHtoD_v2");
  return bytes ? copy_in(to, from, bytes, nullptr) : success;
}
NG_EXPORTED int cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
  NG_WORK("cuMemcpyDtoH_v2");
  return bytes ? copy_out(to, from, bytes, nullptr) : success;
}
NG_EXPORTED int cuMemcpyHtoDAsync_v2(Address to, const void* from, std::size_t bytes,
                                     Stream* stream) {
  NG_WORK("cuMemcpyHtoDAsync_v2");
  return bytes ? copy_in(to, from, bytes, stream) : success;
}
NG_EXPORTED int cuMemcpyDtoHAsync_v2(void* to, Address from, std::size_t bytes, Stream* stream) {
  NG_WORK("cuMemcpyDtoHAsync_v2");
  return bytes ? copy_out(to, from, bytes, stream) : success;
}
NG_EXPORTED int cuMemcpyDtoDAsync_v2(Address to, Address from, std::size_t bytes, Stream* stream) {
  NG_WORK("cuMemcpyDtoDAsync_v2");
  return bytes ? copy_within(to, from, bytes, stream) : success;
}

// As in cuda.h; rows of device memory only.
struct Copy2D {
  std::size_t from_x, from_y;
  unsigned from_type;
  const void* from_host;
  Address from;
  void* from_array;
  std::size_t from_pitch, to_x, to_y;
  unsigned to_type;
  void* to_host;
  Address to;
  void* to_array;
  std::size_t to_pitch, width, height;
};

NG_EXPORTED int cuMemcpy2DAsync_v2(const Copy2D* copy, Stream* stream) {
  NG_WORK("cuMemcpy2DAsync_v2");
  constexpr unsigned device_type = 2;
  constexpr std::size_t largest_pitch = 0x7fffffff;
  const Copy2D c = *copy;
  const bool plain = c.from_type == device_type && c.to_type == device_type && !c.from_x &&
                     !c.from_y && !c.to_x && !c.to_y;
  if (!plain || c.width > c.from_pitch || c.width > c.to_pitch || c.from_pitch > largest_pitch ||
      c.to_pitch > largest_pitch)
    return invalid_value;
  if (!c.width || !c.height) return success;
  const int device = current_device();
  const auto reach = [c](std::size_t pitch) { return (c.height - 1) * pitch + c.width; };
  const auto inside = [=] {
    return held(device, c.from, reach(c.from_pitch)) && held(device, c.to, reach(c.to_pitch));
  };
  if (!inside()) return invalid_value;
  return Streams::all().add(stream, [=] {
    if (!inside()) return int{illegal_address};
    for (std::size_t row = 0; row < c.height; ++row)
      std::memmove(at(c.to + row * c.to_pitch), at(c.from + row * c.from_pitch), c.width);
    return int{success};
  });
}

NG_EXPORTED int cuMemsetD8Async(Address to, unsigned char value, std::size_t bytes,
                                Stream* stream) {
  NG_WORK("cuMemsetD8Async");
  const int device = current_device();
  if (!held(device, to, bytes)) return invalid_value;
  return Streams::all().add(stream, [=] {
    if (!held(device, to, bytes)) return int{illegal_address};
    std::memset(at(to), value, bytes);
    return int{success};
  });
}

NG_EXPORTED int cuLaunchKernel(const Kernel* kernel, unsigned grid_x, unsigned grid_y,
                               unsigned grid_z, unsigned block_x, unsigned block_y,
                               unsigned block_z, unsigned shared, Stream* stream, void** arguments,
                               void**) {
  NG_WORK("cuLaunchKernel");
  if (!kernel || !kernel->run) return invalid_handle;
  const bool empty = !grid_x || !grid_y || !grid_z || !block_x || !block_y || !block_z;
  if (empty || grid_x > 0x7fffffffu || grid_y > 65535 || grid_z > 65535) return invalid_value;
  if (std::uint64_t{block_x} * block_y * block_z > 1024 || block_z > 64) return invalid_value;
  if (shared > 227 << 10) return invalid_value;
  Launch launch{kernel, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, {}};
  for (std::size_t i = 0; i < kernel->arguments.size(); ++i) {
    const auto* begin = static_cast<const std::byte*>(arguments[i]);
    launch.arguments.emplace_back(begin, begin + kernel->arguments[i].bytes);
  }
  return Streams::all().add(stream, [launch = std::move(launch), device = current_device()] {
    return run_launch(launch, device);
  });
}

NG_EXPORTED int cuStreamCreate(Stream** stream, unsigned) {
  NG_WORK("cuStreamCreate");
  *stream = Streams::all().create(current_device());
  return success;
}
NG_EXPORTED int cuStreamDestroy_v2(Stream* stream) {
  NG_EMULATED_RELEASE("cuStreamDestroy_v2");
  NG_RELEASED(Streams::all().destroy(stream) ? success : invalid_handle);
}
NG_EXPORTED int cuStreamSynchronize(Stream* stream) {
  NG_WORK("cuStreamSynchronize");
  if (Streams::all().is_capturing()) return capture_unsupported;
  if (!stream) return Streams::all().finish_all();
  if (!Streams::all().exists(stream)) return invalid_handle;
  const int result = Streams::all().finish(stream);
  if (result != blocked) return result;
  complain("a call waits for a stream that waits for another device");
  return launch_failed;
}
NG_EXPORTED int cuStreamQuery(Stream* stream) {
  NG_WORK("cuStreamQuery");
  if (Streams::all().is_capturing()) return capture_unsupported;
  return Streams::all().exists(stream) ? Streams::all().query(stream) : invalid_handle;
}
NG_EXPORTED int cuStreamWaitEvent(Stream* stream, Event* event, unsigned) {
  NG_WORK("cuStreamWaitEvent");
  return Streams::all().wait(stream, event);
}

NG_EXPORTED int cuEventCreate(Event** event, unsigned flags) {
  NG_WORK("cuEventCreate");
  constexpr unsigned disable_timing = 2;
  *event = new Event;
  (*event)->timed = (flags & disable_timing) == 0;
  ++Faults::all().live["event"];
  return success;
}
NG_EXPORTED int cuEventDestroy_v2(Event* event) {
  NG_EMULATED_RELEASE("cuEventDestroy_v2");
  const int result = Streams::all().finish_all();
  delete event;
  --Faults::all().live["event"];
  NG_RELEASED(result);
}
NG_EXPORTED int cuEventRecord(Event* event, Stream* stream) {
  NG_WORK("cuEventRecord");
  return Streams::all().record(event, stream);
}
NG_EXPORTED int cuEventQuery(Event* event) {
  NG_WORK("cuEventQuery");
  if (Streams::all().failed) return Streams::all().failed;
  const bool reached =
      !Streams::all().exists(event->stream) || event->stream->done >= event->position;
  return reached ? success : not_ready;
}
NG_EXPORTED int cuEventElapsedTime(float* milliseconds, Event* start, Event* end) {
  NG_WORK("cuEventElapsedTime");
  for (const Event* event : {start, end}) {
    if (!event->timed || !event->stream || event->graph) return invalid_handle;
    if (event->stream->done < event->position) return not_ready;
  }
  *milliseconds = static_cast<float>((end->seconds - start->seconds) * 1e3);
  return success;
}

NG_EXPORTED int cuStreamBeginCapture_v2(Stream* stream, int) {
  NG_WORK("cuStreamBeginCapture_v2");
  return Streams::all().begin_capture(stream);
}
NG_EXPORTED int cuStreamEndCapture(Stream* stream, Graph** graph) {
  NG_EMULATED_RELEASE("cuStreamEndCapture");
  std::shared_ptr<Graph> captured;
  const int result = Streams::all().end_capture(stream, captured);
  *graph = nullptr;
  if (result || call.result) return call.result ? call.result : result;
  *graph = new Graph(*captured);
  ++Faults::all().live["graph"];
  return success;
}
NG_EXPORTED int cuGraphDestroy(Graph* graph) {
  NG_EMULATED_RELEASE("cuGraphDestroy");
  delete graph;
  --Faults::all().live["graph"];
  NG_RELEASED(success);
}
NG_EXPORTED int cuGraphInstantiateWithFlags(Graph** executable, const Graph* graph,
                                            unsigned long long) {
  NG_WORK("cuGraphInstantiateWithFlags");
  *executable = new Graph(*graph);
  ++Faults::all().live["executable graph"];
  return success;
}
NG_EXPORTED int cuGraphExecDestroy(Graph* executable) {
  NG_EMULATED_RELEASE("cuGraphExecDestroy");
  delete executable;
  --Faults::all().live["executable graph"];
  NG_RELEASED(success);
}
NG_EXPORTED int cuGraphLaunch(Graph* executable, Stream* stream) {
  NG_WORK("cuGraphLaunch");
  return Streams::all().add(stream, [graph = *executable] { return graph.run(); });
}
