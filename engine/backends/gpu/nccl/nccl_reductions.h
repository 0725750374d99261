// SPDX-License-Identifier: Apache-2.0
// Sums and other combinations of the ranks' values in the memories of their GPUs.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "engine/backends/gpu/cuda_module.h"
#include "engine/backends/gpu/gpu_device.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/ranks/collective_step.h"

namespace ng {

class NcclGroup;
class RankMesh;

// Values have the bits of exchanges through the host (engine/distributed/combine_parts.h): NCCL
// combines integers, whose order does not matter; floats, bools and 16-bit integers are combined
// by a kernel in the order of the ranks. If the ranks' communicator is not deterministic, NCCL adds
// and multiplies float32 and float64, too.
class NcclReductions {
 public:
  // For these exchanges, on `stream`; everything must outlive it. Memory for other ranks' values is
  // taken at once.
  NcclReductions(const std::set<const CollectiveStep*>& exchanges, const RankMesh& ranks,
                 const GpuDevice& memory, std::shared_ptr<CudaDevice> device, cuda::Stream stream);

  // Enqueue the work; `what` names it in errors. `from` may be `to`.
  void all_reduce(const CollectiveStep& step, NcclGroup& group, const std::byte* from,
                  std::byte* to, const std::string& what);
  // `from` has a part for each rank.
  void reduce_scatter(const CollectiveStep& step, NcclGroup& group, const std::byte* from,
                      std::byte* to, const std::string& what);

 private:
  bool is_combined_by_nccl(const CollectiveStep& step) const;
  void combine(const CollectiveStep& step, int ranks, std::int64_t count, std::int64_t stride,
               std::byte* result);

  const RankMesh& ranks_;
  std::shared_ptr<CudaDevice> device_;
  const cuda::Stream stream_;
  std::unique_ptr<CudaModule> module_;
  Memory received_;  // the values of all ranks, one after the other
};

}  // namespace ng
