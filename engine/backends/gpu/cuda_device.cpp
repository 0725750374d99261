// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/cuda_device.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "engine/base/error.h"

namespace ng {
namespace {

const cuda::Driver& driver() {
  return cuda_driver().functions;
}

std::size_t size(std::int64_t bytes) {
  return static_cast<std::size_t>(bytes);
}

cuda::Address address(const std::byte* memory) {
  return reinterpret_cast<cuda::Address>(memory);
}

[[noreturn]] void refuse_device(int ordinal, const std::string& why, const std::string& action) {
  Diagnostic diagnostic;
  diagnostic.what = "GPU " + std::to_string(ordinal) + " cannot be used";
  diagnostic.found = why;
  diagnostic.action = action;
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

[[noreturn]] void refuse_memory(CudaDevice& device, std::int64_t bytes, const std::string& what) {
  Diagnostic diagnostic;
  diagnostic.what = "no memory on " + device.name() + " for " + what;
  diagnostic.found = std::to_string(bytes) + " bytes requested, " +
                     std::to_string(device.memory_left()) + " of " +
                     std::to_string(device.memory_bytes()) + " left";
  diagnostic.action =
      "use a smaller batch or shorter axes, close other programs on the GPU, or "
      "choose the cpu transformer";
  refuse(ErrorKind::system, std::move(diagnostic));
}

// Devices by number. They are kept open until one fails.
// Those that are lost are kept: closing them would wait.
struct Devices {
  std::mutex mutex;
  std::map<int, std::weak_ptr<CudaDevice>> opened;
  std::map<int, std::shared_ptr<CudaDevice>> kept, lost;
};
Devices& devices() {
  static auto* all = new Devices;
  return *all;
}

}  // namespace

void demand_cuda(cuda::Result result, const std::string& doing) {
  if (result == 0) return;
  Diagnostic diagnostic;
  diagnostic.what = "the GPU failed while " + doing;
  diagnostic.found = cuda_error_text(result);
  diagnostic.action =
      "close the gpu transformers of this program: the next one starts the GPU again; the cpu "
      "transformer is not affected";
  refuse(ErrorKind::system, std::move(diagnostic));
}

std::shared_ptr<CudaDevice> CudaDevice::open(int ordinal) {
  Devices& all = devices();
  std::shared_ptr<CudaDevice> device, recovered;  // closed after the lock is released
  const std::scoped_lock lock(all.mutex);
  std::weak_ptr<CudaDevice>& known = all.opened[ordinal];
  device = known.lock();
  if (device && device->failed_) {
    all.kept.erase(ordinal);
    if (device.use_count() == 1) device.reset();
  }
  if (!device) {
    known = device = std::shared_ptr<CudaDevice>(new CudaDevice(ordinal));
    all.kept[ordinal] = device;
  }
  if (device->lost_) device->make_current();
  if (const auto kept = all.lost.find(ordinal); kept != all.lost.end()) {
    recovered = std::move(kept->second);
    all.lost.erase(kept);
  }
  return device;
}

void CudaDevice::close_idle() {
  std::map<int, std::shared_ptr<CudaDevice>> idle;  // closed after the lock is released
  const std::scoped_lock lock(devices().mutex);
  idle.swap(devices().kept);
}

CudaDevice::CudaDevice(int ordinal) : ordinal_(ordinal) {
  const char* const action = "choose the cpu transformer";
  if (!cuda_driver().problem.empty()) refuse_device(ordinal, cuda_driver().problem, action);
  const auto demand = [&](cuda::Result result) {
    if (result == 0) return;
    close();
    refuse_device(ordinal, cuda_error_text(result), action);
  };
  char name[256] = {};
  int major = 0, minor = 0;
  demand(driver().device_get(&device_, ordinal));
  demand(driver().device_get_name(name, sizeof name, device_));
  demand(driver().device_get_attribute(&major, cuda::capability_major, device_));
  demand(driver().device_get_attribute(&minor, cuda::capability_minor, device_));
  name_ = name;
  architecture_ = "sm_" + std::to_string(major) + std::to_string(minor);
  demand(driver().primary_context_retain(&context_, device_));
  demand(driver().context_set_current(context_));
  demand(driver().stream_create(&stream_, cuda::non_blocking));
}

CudaDevice::~CudaDevice() {
  if (context_) driver().context_set_current(context_);
  close();
}

// Failures have no one to go to: the context that is released takes everything with it.
void CudaDevice::close() noexcept {
  matmuls_.release();
  staging_.release();
  if (stream_) driver().stream_destroy(stream_);
  if (context_) driver().primary_context_release(device_);
  context_ = nullptr;
}

// After a fault every call fails until the context is closed.
void CudaDevice::demand(cuda::Result result, const std::string& doing) {
  if (result != 0 && result != cuda::out_of_memory) failed_ = true;
  demand_cuda(result, doing);
}

void CudaDevice::make_current() {
  demand(driver().context_set_current(context_), "selecting it");
  if (!lost_ || has_recovered()) return;
  const std::scoped_lock lock(lost_mutex_);
  refuse_device(ordinal_, "it is still busy " + lost_while_,
                "wait until it is idle, or restart the program; the cpu transformer is not "
                "affected");
}

bool CudaDevice::has_recovered() noexcept {
  if (driver().stream_query(stream_) == cuda::not_ready) return false;
  lost_ = false;
  std::vector<std::function<void()>> releases;
  {
    const std::scoped_lock lock(lost_mutex_);
    releases = std::exchange(to_give_back_, {});
  }
  for (const auto& release : releases) release();
  return true;
}

void CudaDevice::give_back(std::function<void()> release) noexcept {
  driver().context_set_current(context_);
  if (!lost_ || has_recovered()) return release();
  const std::scoped_lock lock(lost_mutex_);
  to_give_back_.push_back(std::move(release));
}

std::int64_t CudaDevice::memory_bytes() const {
  std::size_t bytes = 0;
  return driver().device_total_memory(&bytes, device_) == 0 ? static_cast<std::int64_t>(bytes) : 0;
}

std::int64_t CudaDevice::memory_left() {
  std::size_t left = 0, total = 0;
  make_current();
  return driver().memory_get_info(&left, &total) == 0 ? static_cast<std::int64_t>(left) : 0;
}

std::byte* CudaDevice::allocate(std::int64_t bytes, const std::string& what) {
  constexpr std::int64_t least = 64;  // so that every buffer has an address of its own
  const std::size_t whole = size(std::max(bytes, least));
  cuda::Address memory = 0;
  make_current();
  const auto result = driver().memory_allocate(&memory, whole);
  if (result == cuda::out_of_memory) refuse_memory(*this, bytes, what);
  demand(result, "allocating " + what);
  if (const auto cleared = driver().set_bytes(memory, 0, whole, stream_); cleared != 0) {
    driver().memory_free(memory);
    demand(cleared, "clearing " + what);
  }
  return reinterpret_cast<std::byte*>(memory);
}

void CudaDevice::free(std::byte* memory) noexcept {
  if (memory) give_back([memory] { driver().memory_free(address(memory)); });
}

// Waits for earlier copies if the staging memory is full. Null: copy without staging.
std::byte* CudaDevice::stage(std::int64_t bytes) {
  if (bytes > PinnedStaging::largest) return nullptr;
  std::byte* place = staging_.place(bytes);
  if (place || !staging_.is_full()) return place;
  wait(running_steps);
  staging_.restart();
  return staging_.place(bytes);
}

// The driver stages pageable memory before it returns.
void CudaDevice::copy_in(std::byte* to, const void* from, std::int64_t bytes) {
  if (bytes <= 0) return;
  make_current();
  const std::scoped_lock lock(staging_mutex_);
  if (std::byte* const place = stage(bytes)) {
    std::memcpy(place, from, size(bytes));
    from = place;
  }
  demand(driver().copy_in(address(to), from, size(bytes), stream_), "copying values to it");
}

// A copy to pageable memory would wait in the driver, where no limit holds.
void CudaDevice::copy_out(void* to, const std::byte* from, std::int64_t bytes) {
  if (bytes <= 0) return;
  make_current();
  const std::scoped_lock lock(staging_mutex_);
  std::byte* const place = stage(bytes);
  if (!place) wait(running_steps);
  demand(driver().copy_out(place ? place : to, address(from), size(bytes), stream_),
         "copying values from it");
  wait(running_steps);
  staging_.restart();
  if (place) std::memcpy(to, place, size(bytes));
}

void CudaDevice::copy_within(std::byte* to, const std::byte* from, std::int64_t bytes,
                             cuda::Stream stream) {
  if (bytes <= 0 || to == from) return;
  make_current();
  demand(driver().copy_within(address(to), address(from), size(bytes), stream), "copying on it");
}

// Larger distances of rows are not taken by every device.
void CudaDevice::copy_rows(std::byte* to, const std::byte* from, const Rows& shape,
                           cuda::Stream stream) {
  constexpr std::int64_t largest_pitch = 0x7fffffff;
  if (shape.rows <= 0 || shape.width <= 0) return;
  if (shape.rows == 1) return copy_within(to, from, shape.width, stream);
  if (std::max(shape.to_pitch, shape.from_pitch) > largest_pitch) {
    for (std::int64_t row = 0; row < shape.rows; ++row)
      copy_within(to + row * shape.to_pitch, from + row * shape.from_pitch, shape.width, stream);
    return;
  }
  cuda::Copy2D copy;
  copy.from = address(from);
  copy.from_pitch = size(shape.from_pitch);
  copy.to = address(to);
  copy.to_pitch = size(shape.to_pitch);
  copy.width = size(shape.width);
  copy.height = size(shape.rows);
  make_current();
  demand(driver().copy_2d(&copy, stream), "copying rows on it");
}

std::string CudaDevice::fault_of(const std::byte* memory, std::int64_t bytes) {
  make_current();
  const cuda::Address begin = address(memory);
  unsigned type = 0;
  int owner = -1;
  cuda::Address start = 0;
  std::size_t length = 0;
  const auto ask = [begin](void* value, int attribute) {
    return driver().pointer_get_attribute(value, attribute, begin) == 0;
  };
  if (!ask(&type, cuda::memory_type) || type != cuda::memory_of_device)
    return "the pointer is to memory of the host, or to none";
  if (!ask(&owner, cuda::device_of_memory) || owner != ordinal_)
    return "the memory is on the GPU " + std::to_string(owner);
  const bool known = ask(&start, cuda::start_of_memory) && ask(&length, cuda::size_of_memory);
  if (!known || begin - start + size(bytes) <= length) return {};
  return "the allocation ends after " + std::to_string(length - (begin - start)) + " bytes";
}

void CudaDevice::launch(cuda::Function function, std::int64_t blocks, int threads, void** arguments,
                        const std::string& kernel, cuda::Stream stream) {
  constexpr std::int64_t most_blocks = 0x7fffffff;
  if (blocks <= 0) return;
  if (blocks > most_blocks) {
    refuse(ErrorKind::value, "the kernel '" + kernel + "' needs " + std::to_string(blocks) +
                                 " blocks of threads; a GPU runs at most 2147483647");
  }
  make_current();
  demand(
      driver().launch_kernel(function, static_cast<unsigned>(blocks), 1, 1,
                             static_cast<unsigned>(threads), 1, 1, 0, stream, arguments, nullptr),
      "starting the kernel '" + kernel + "'");
}

void CudaDevice::wait(const std::string& doing) {
  make_current();
  GpuWatch watch(limit_);
  for (;; watch.pause()) {
    const cuda::Result result = driver().stream_query(stream_);
    if (result != cuda::not_ready) return demand(result, doing);
    const GpuWatch::Verdict verdict = watch.verdict();
    if (verdict == GpuWatch::Verdict::wait) continue;
    lose(doing, watch, verdict == GpuWatch::Verdict::cancelled);
  }
}

void CudaDevice::lose(const std::string& doing, const GpuWatch& watch, bool cancelled) {
  {
    const std::scoped_lock lock(lost_mutex_);
    lost_while_ = doing;
  }
  {
    const std::scoped_lock lock(devices().mutex);
    devices().lost[ordinal_] = shared_from_this();
  }
  lost_ = true;
  const auto tenths = [](double seconds) {
    const std::string text = std::to_string(seconds);
    return text.substr(0, text.find('.') + 2) + " s";
  };
  Diagnostic diagnostic;
  diagnostic.what = cancelled ? "cancelled while " + doing + ", which did not end"
                              : "the GPU did not end " + doing;
  diagnostic.found = "busy for " + tenths(watch.seconds());
  if (!cancelled) diagnostic.expected = "at most " + tenths(limit_);
  diagnostic.action =
      "a kernel cannot be stopped: the GPU can be used again when it is idle, or "
      "when the program is restarted; restore the last checkpoint then";
  if (!cancelled)
    diagnostic.action += "; if the kernel is only slow, set NGRAPH_GPU_LIMIT to more seconds";
  refuse(cancelled ? ErrorKind::cancelled : ErrorKind::system, std::move(diagnostic));
}

}  // namespace ng
