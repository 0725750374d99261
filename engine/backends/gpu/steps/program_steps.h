// SPDX-License-Identifier: Apache-2.0
// The steps of a program, compiled for a GPU and started one by one on streams.
#pragma once

#include <memory>
#include <vector>

#include "engine/backends/backend.h"
#include "engine/backends/gpu/cuda_module.h"
#include "engine/backends/gpu/gpu_source.h"
#include "engine/backends/gpu/nccl/nccl_exchanges.h"
#include "engine/backends/gpu/steps/check_errors.h"

namespace ng {

class ProgramSteps : public Executable {
 public:
  // `outer`: the outermost program's step around this program, if it is the body of a loop.
  // Everything must outlive the result.
  ProgramSteps(const Program& program, const GpuDevice& memory, CheckErrors& errors,
               NcclExchanges& exchanges, const Backend::Progress& progress,
               const std::size_t* outer = nullptr);

  // Starts a step on `stream`; a step that needs the host waits for the device's own stream.
  void start(std::size_t step, std::byte* const* buffers, cuda::Stream stream);
  // Must the step's values come to the host? Such steps cannot be captured. Loops that exchange
  // values count as such.
  bool needs_host(std::size_t step) const;
  bool writes_state(std::size_t step) const;  // a variable or other persistent buffer
  // Does it, or a step of its loop, look for indices out of range?
  bool checks(std::size_t step) const;
  std::int64_t launches(std::size_t step) const;  // about, on the GPU

  // As the body of a loop: starts all steps, on the stream of the last start() of the loop.
  void run(std::byte* const* buffers, std::size_t first_step) override;
  void run_step(std::size_t step, std::byte* const* buffers) override;

 private:
  class Starter;
  void launch(std::size_t step, std::byte* const* buffers, cuda::Stream stream);
  bool is_local(const CollectiveStep& exchange) const;
  void check(std::size_t step, std::byte* indices, cuda::Stream stream);

  const Program& program_;
  const GpuDevice& memory_;
  CheckErrors& errors_;
  NcclExchanges& exchanges_;
  std::shared_ptr<CudaDevice> device_;
  const GpuSource source_;
  Memory factors_;  // of the matmul that runs; all matmuls run on one stream
  std::unique_ptr<CudaModule> module_;
  // By step; null: none.
  std::vector<cuda::Function> functions_, check_functions_, sum_functions_;
  std::vector<std::uint64_t> check_numbers_;           // by step
  std::vector<std::unique_ptr<ProgramSteps>> bodies_;  // of the loops, by step
  cuda::Stream stream_ = nullptr;                      // of run()
  bool completes_exchanges_ = false;                   // run() may write state after exchanges
};

}  // namespace ng
