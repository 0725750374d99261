// SPDX-License-Identifier: Apache-2.0
// The exchanges of a program between the memories of the ranks' GPUs, by NCCL, on a stream of their
// own. Values are those of exchanges through the host, bit for bit.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/backends/gpu/cuda_module.h"
#include "engine/backends/gpu/gpu_device.h"
#include "engine/runtime/memory.h"

namespace ng {

class NcclGroup;

class NcclExchanges {
 public:
  // For the program and the bodies of its loops; `program` and `memory` must outlive it.
  NcclExchanges(const Program& program, const GpuDevice& memory,
                std::shared_ptr<CudaDevice> device);
  ~NcclExchanges();
  NcclExchanges(const NcclExchanges&) = delete;
  NcclExchanges& operator=(const NcclExchanges&) = delete;

  // Does NCCL carry this step out? As all ranks have agreed before the program was compiled.
  bool carries(const Step& step) const;

  // The parts of a step: what it reads is made ready on `own`, transferred on stream(), and made
  // available to later work of `own`. The first compares the ranks' calls through the host.
  void prepare(const Step& step, std::byte* const* buffers, cuda::Stream own);
  void transfer(const Step& step, std::byte* const* buffers);
  void join(const Step& step, std::byte* const* buffers, cuda::Stream own);
  cuda::Stream stream() const { return stream_; }

  // Waits for the transfers. A system Error names the one that cannot complete, and ends the
  // others.
  void complete();
  // Ends the transfers that other ranks may never join.
  void abort() noexcept;

 private:
  struct Transfer {
    std::string what;
    NcclGroup* group;
    cuda::Event done;
  };
  // Of an exchange that is started: what this rank gives, then what it receives. As in
  // collective_steps.cpp, parts are in the order of the ranks, and arrays follow each other.
  struct Message {
    Memory memory;
    cuda::Event done = nullptr;
  };
  class Layout;

  NcclGroup& group_of(const CollectiveStep& step);
  Message& message_of(const CollectiveStep& step);
  std::byte* scratch(Memory& memory, std::int64_t bytes);
  cuda::Event new_event();
  void order(cuda::Stream first, cuda::Stream second, cuda::Event event);

  void all_reduce(const Step& step, const std::byte* from, std::byte* to);
  void all_gather(const Step& step, const std::byte* from, std::byte* to);
  void reduce_scatter(const Step& step, const std::byte* from, std::byte* to);
  void broadcast(const Step& step, std::byte* values);
  void gather_rows(const Step& step, const std::byte* from, std::byte* to);
  void scatter_rows(const Step& step, const std::byte* from, std::byte* to);
  void combine(const Step& step, std::byte* result, std::int64_t count, std::int64_t stride);
  bool combined_by_nccl(const CollectiveStep& step) const;

  const Program& program_;
  const GpuDevice& memory_;
  std::shared_ptr<CudaDevice> device_;
  std::set<std::string> groups_;  // whose ranks have NCCL
  std::unique_ptr<CudaModule> module_;
  cuda::Stream stream_ = nullptr;
  cuda::Event ready_ = nullptr, joined_ = nullptr;
  Memory received_, rearranged_;     // used on stream_
  std::map<int, Message> messages_;  // by CollectiveStep::number
  std::deque<Transfer> pending_;
  std::vector<cuda::Event> events_, free_events_;
};

}  // namespace ng
