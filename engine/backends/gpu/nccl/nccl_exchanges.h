// SPDX-License-Identifier: Apache-2.0
// The exchanges of a program between the memories of the ranks' GPUs, by NCCL, on a stream of their
// own.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/backends/gpu/nccl/nccl_reductions.h"

namespace ng {

// Values are those of exchanges through the host, bit for bit (nccl_reductions.h).
class NcclExchanges {
 public:
  // For the program and the bodies of its loops; `program` and `memory` must outlive it. Takes the
  // memory of messages, if ranks have NCCL.
  NcclExchanges(const Program& program, const GpuDevice& memory,
                std::shared_ptr<CudaDevice> device);
  ~NcclExchanges();
  NcclExchanges(const NcclExchanges&) = delete;
  NcclExchanges& operator=(const NcclExchanges&) = delete;

  // Does NCCL carry this step out? As all ranks have agreed before the program was compiled.
  bool carries(const Step& step) const;

  // The parts of a step, in this order: what it reads is made ready on `own`, transferred on
  // stream(), and made available to later work of `own`. The first compares the ranks' calls
  // through the host; a system Error names the step if they differ, or a rank is missing.
  void prepare(const Step& step, std::byte* const* buffers, cuda::Stream own);
  void transfer(const Step& step, std::byte* const* buffers);
  void join(const Step& step, std::byte* const* buffers, cuda::Stream own);
  cuda::Stream stream() const { return stream_; }

  // Waits for the transfers. A system Error names the one that cannot complete, and ends the
  // others.
  void complete() { complete(started_); }
  // The same for those that work of other streams follows: its operands are then defined.
  void complete_joined() { complete(joined_); }
  // The same after a failure that has nothing to do with them.
  void end() noexcept;

 private:
  struct Transfer {
    std::string what;
    NcclGroup* group;
    cuda::Event done;
  };
  // The values of an exchange in two steps (message_layout.h).
  struct Message {
    Memory memory;
    cuda::Event done = nullptr;
    bool started = false;
    std::int64_t transfers = 0;  // value of started_ after its own
  };

  void open();
  void complete(std::int64_t transfers);  // the first ones
  void take_completed();
  void abort(const std::string& reason) noexcept;  // ends transfers that ranks may never join
  void release() noexcept;
  void take_memory();
  NcclGroup& group_of(const CollectiveStep& step);
  cuda::Event new_event();
  void order(cuda::Stream first, cuda::Stream second, cuda::Event event);

  template <class Body>
  void guard(NcclGroup& group, Body&& body);  // closes the group's connection on failure
  void pack(const Step& step, std::byte* const* buffers, cuda::Stream own);
  void unpack(const Step& step, std::byte* const* buffers, cuda::Stream own);
  void transfer_message(const CollectiveStep& step, NcclGroup& group, const std::string& what);
  void transfer_array(const CollectiveStep& step, NcclGroup& group, const std::byte* from,
                      std::byte* to, const std::string& what);
  void note(const std::string& what, NcclGroup& group);  // a transfer that was started
  void all_gather(const CollectiveStep& step, NcclGroup& group, const std::byte* from,
                  std::byte* to, const std::string& what);

  const Program& program_;
  const GpuDevice& memory_;
  std::shared_ptr<CudaDevice> device_;
  const std::set<const CollectiveStep*> carried_;  // by NCCL
  cuda::Stream stream_ = nullptr;
  std::optional<NcclReductions> reductions_;
  cuda::Event ready_ = nullptr, transferred_ = nullptr;
  Memory rearranged_;                // of arrays whose parts are not one after the other
  std::map<int, Message> messages_;  // by CollectiveStep::number, which later exchanges use again
  std::deque<Transfer> pending_;
  std::int64_t started_ = 0, joined_ = 0;  // transfers; pending_ holds the last of those started
  std::vector<cuda::Event> events_, free_events_;
};

}  // namespace ng
