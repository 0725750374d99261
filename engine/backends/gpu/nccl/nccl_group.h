// SPDX-License-Identifier: Apache-2.0
// The NCCL communicator of a group of ranks, seen from one of them.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/backends/gpu/cuda_device.h"
#include "engine/backends/gpu/nccl/nccl_functions.h"
#include "engine/runtime/ranks/communicator.h"
#include "engine/runtime/ranks/device_exchange.h"

namespace ng {

// Used by the thread of its rank. After a failure it is closed for good: its calls throw, and work
// that it has on streams ends.
class NcclGroup final : public DeviceConnection {
 public:
  // A collective call of `ranks`, which must outlive it; every rank has a device of its own. Throws
  // a system Error if NCCL fails, or another rank does meanwhile.
  NcclGroup(std::shared_ptr<CudaDevice> device, Communicator& ranks);
  ~NcclGroup() override;
  NcclGroup(const NcclGroup&) = delete;
  NcclGroup& operator=(const NcclGroup&) = delete;

  int rank() const { return ranks_.rank(); }
  int size() const { return ranks_.size(); }

  // Calls of NCCL that enqueue work, as one group if there are several. A system Error names
  // `what`.
  using Calls = std::function<nccl::Result(const nccl::Functions&, nccl::Comm)>;
  void call(const std::string& what, const Calls& calls);
  // Throws if the work on streams cannot complete: NCCL failed, or another rank has.
  void demand(const std::string& what);
  // Closes it and throws a system Error about `what` with this reason.
  [[noreturn]] void fail(const std::string& what, const std::string& reason);
  // Closes it at once, and reports the reason to the other ranks. Work on streams ends, so that the
  // device can be used again.
  void abort(const std::string& reason) noexcept;

 private:
  void settle(const std::string& what, nccl::Result result);
  nccl::Result state() const;
  bool finalize() noexcept;

  std::shared_ptr<CudaDevice> device_;
  Communicator& ranks_;
  nccl::Comm comm_ = nullptr;
};

}  // namespace ng
