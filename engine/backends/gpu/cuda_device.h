// SPDX-License-Identifier: Apache-2.0
// One GPU from its first use on: its context, the stream of its copies and steps, cuBLAS. Steps
// of programs, and gpu_device.h, use it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/backends/gpu/cuda_matmuls.h"
#include "engine/backends/gpu/gpu_watch.h"
#include "engine/backends/gpu/pinned_staging.h"

namespace ng {

inline constexpr const char* running_steps = "running the steps of a program";

class CudaDevice : public std::enable_shared_from_this<CudaDevice> {
 public:
  // The device of this number, shared by all that use it. Throws Error(unavailable) without it, or
  // while a kernel that was given up keeps it busy.
  static std::shared_ptr<CudaDevice> open(int ordinal);
  // Closes the devices that nothing uses. They stay open otherwise, with their memory, because
  // starting one takes up to a second.
  static void close_idle();
  ~CudaDevice();
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  const std::string& name() const { return name_; }
  int ordinal() const { return ordinal_; }
  const std::string& architecture() const { return architecture_; }  // "sm_90"
  std::int64_t memory_bytes() const;                                 // of the device
  std::int64_t memory_left();

  std::byte* allocate(std::int64_t bytes, const std::string& what);
  void free(std::byte* memory) noexcept;
  void copy_in(std::byte* to, const void* from, std::int64_t bytes);
  void copy_out(void* to, const std::byte* from, std::int64_t bytes);
  void copy_within(std::byte* to, const std::byte* from, std::int64_t bytes, cuda::Stream stream);

  // `rows` rows of `width` bytes, which begin `to_pitch` and `from_pitch` bytes apart.
  struct Rows {
    std::int64_t rows = 1, width = 0, to_pitch = 0, from_pitch = 0;
  };
  void copy_rows(std::byte* to, const std::byte* from, const Rows& shape, cuda::Stream stream);

  // Why these bytes are not memory of this device; empty if they are.
  std::string fault_of(const std::byte* memory, std::int64_t bytes);

  void launch(cuda::Function function, std::int64_t blocks, int threads, void** arguments,
              const std::string& kernel, cuda::Stream stream);
  CudaMatmuls& matmuls() { return matmuls_; }

  // Copies run on this stream; work of other streams must be joined to it.
  cuda::Stream stream() const { return stream_; }
  // Waits for the stream. `doing`, for errors: "running the kernel 'k3'", or running_steps. If the
  // work does not end in time, the device is lost: calls are refused until the work has ended.
  void wait(const std::string& doing);

  // Throws the Error about a failing call of the driver, after which the device is started again
  // for the next transformer (demand_cuda).
  void demand(cuda::Result result, const std::string& doing);

  // For calls of the driver on this thread. Throws if the device is lost.
  void make_current();
  // Calls `release`, which gives something of the driver's back; once the device is idle, if it is
  // lost: the driver would wait.
  void give_back(std::function<void()> release) noexcept;

 private:
  explicit CudaDevice(int ordinal);
  void close() noexcept;
  bool has_recovered() noexcept;
  [[noreturn]] void lose(const std::string& doing, const GpuWatch& watch, bool cancelled);
  std::byte* stage(std::int64_t bytes);

  const int ordinal_;
  cuda::Device device_ = 0;
  cuda::Context context_ = nullptr;
  cuda::Stream stream_ = nullptr;
  CudaMatmuls matmuls_;
  std::string name_, architecture_;
  const double limit_ = GpuWatch::limit_from_environment();

  std::mutex staging_mutex_;
  PinnedStaging staging_;
  std::atomic<bool> lost_{false}, failed_{false};
  std::mutex lost_mutex_;
  std::string lost_while_;  // these are guarded by lost_mutex_
  std::vector<std::function<void()>> to_give_back_;
};

// Throws the Error about a failing call of the driver; does nothing if `result` is 0. `doing` says
// what was being done: "copying results from the GPU".
void demand_cuda(cuda::Result result, const std::string& doing);

}  // namespace ng
