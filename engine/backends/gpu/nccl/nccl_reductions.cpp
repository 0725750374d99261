// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/nccl/nccl_reductions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "engine/backends/gpu/nccl/combine_kernel.h"
#include "engine/backends/gpu/nccl/nccl_group.h"
#include "engine/backends/gpu/step_kernels.h"
#include "engine/kernels/emit.h"
#include "engine/runtime/ranks/rank_mesh.h"

namespace ng {
namespace {

// The type of integers that NCCL combines; it has none for 16-bit integers and bools.
std::optional<nccl::Type> integer_type(DType dtype) {
  switch (dtype) {
    case DType::i8: return nccl::i8;
    case DType::u8: return nccl::u8;
    case DType::i32: return nccl::i32;
    case DType::u32: return nccl::u32;
    case DType::i64: return nccl::i64;
    case DType::u64: return nccl::u64;
    default: return std::nullopt;
  }
}

nccl::Type type_of(DType dtype) {
  return integer_type(dtype).value_or(dtype == DType::f64 ? nccl::f64 : nccl::f32);
}

nccl::Reduction reduction_of(kernel::Combine combine) {
  switch (combine) {
    case kernel::Combine::add: return nccl::sum;
    case kernel::Combine::multiply: return nccl::product;
    case kernel::Combine::maximum: return nccl::maximum;
    case kernel::Combine::minimum: return nccl::minimum;
  }
  return nccl::sum;
}

std::size_t size(std::int64_t count) {
  return static_cast<std::size_t>(count);
}

std::int64_t element_bytes(const CollectiveStep& step) {
  return static_cast<std::int64_t>(size_of(step.dtype));
}

// The elements of a reduction that each rank combines.
std::int64_t slice_of(const CollectiveStep& step, int ranks) {
  const std::int64_t count = step.part_elements();
  return step.kind == CollectiveKind::all_reduce ? (count + ranks - 1) / ranks : count;
}

// What the kernels of a program combine.
struct Needs {
  std::map<std::string, std::string> texts;  // by name
  std::int64_t bytes = 0;                    // of the largest values received
};

Needs needs_of(const std::set<const CollectiveStep*>& exchanges, const RankMesh& mesh) {
  Needs needs;
  for (const CollectiveStep* exchange : exchanges) {
    const bool reduces = exchange->kind == CollectiveKind::all_reduce ||
                         exchange->kind == CollectiveKind::reduce_scatter;
    if (!reduces || integer_type(exchange->dtype)) continue;
    needs.texts[combine_name(exchange->dtype, exchange->combine)] =
        combine_text(exchange->dtype, exchange->combine);
    const int ranks = mesh.group(exchange->group).size();
    needs.bytes =
        std::max(needs.bytes, ranks * slice_of(*exchange, ranks) * element_bytes(*exchange));
  }
  return needs;
}

// Sends to all other ranks of the group and receives from them. `give` and `take` return the memory
// and the bytes for a rank.
template <class Give, class Take>
void swap_with_others(NcclGroup& group, const std::string& what, cuda::Stream stream,
                      const Give& give, const Take& take) {
  group.call(what, [&](const nccl::Functions& nccl, nccl::Comm comm) {
    nccl::Result result = 0;
    const auto is_good = [&] { return result == 0 || result == nccl::in_progress; };
    for (int other = 0; other < group.size(); ++other) {
      if (other == group.rank()) continue;
      const auto [from, given] = give(other);
      const auto [to, taken] = take(other);
      if (is_good() && given > 0)
        result = nccl.send(from, size(given), nccl::i8, other, comm, stream);
      if (is_good() && taken > 0)
        result = nccl.receive(to, size(taken), nccl::i8, other, comm, stream);
    }
    return result;
  });
}

}  // namespace

NcclReductions::NcclReductions(const std::set<const CollectiveStep*>& exchanges,
                               const RankMesh& ranks, const GpuDevice& memory,
                               std::shared_ptr<CudaDevice> device, cuda::Stream stream)
    : ranks_(ranks), device_(std::move(device)), stream_(stream) {
  const Needs needs = needs_of(exchanges, ranks);
  std::string all;
  for (const auto& [name, text] : needs.texts) all += text;
  if (all.empty()) return;
  module_ = std::make_unique<CudaModule>(device_, kernel::cuda_prelude(all) + all);
  received_ = Memory(needs.bytes, "the values of other ranks", memory);
}

bool NcclReductions::is_combined_by_nccl(const CollectiveStep& step) const {
  if (integer_type(step.dtype)) return true;
  const bool rounds =
      step.combine == kernel::Combine::add || step.combine == kernel::Combine::multiply;
  const bool wide = step.dtype == DType::f32 || step.dtype == DType::f64;
  return rounds && wide && !ranks_.group(step.group).is_deterministic();
}

void NcclReductions::combine(const CollectiveStep& step, int ranks, std::int64_t count,
                             std::int64_t stride, std::byte* result) {
  const std::string kernel = combine_name(step.dtype, step.combine);
  std::byte* parts = received_.data();
  long long elements = count, distance = stride;
  void* arguments[] = {&parts, &result, &elements, &distance, &ranks};
  device_->launch(module_->function(kernel), (count + step_kernel_block - 1) / step_kernel_block,
                  step_kernel_block, arguments, kernel, stream_);
}

// A rank combines a slice, which it receives from all others, and sends them the result: as many
// bytes as a ring, in the order of the ranks.
void NcclReductions::all_reduce(const CollectiveStep& step, NcclGroup& group, const std::byte* from,
                                std::byte* to, const std::string& what) {
  const std::int64_t count = step.part_elements(), element = element_bytes(step);
  if (count == 0) return;
  if (is_combined_by_nccl(step)) {
    return group.call(what, [&](const nccl::Functions& nccl, nccl::Comm comm) {
      return nccl.all_reduce(from, to, size(count), type_of(step.dtype), reduction_of(step.combine),
                             comm, stream_);
    });
  }
  const std::int64_t slice = slice_of(step, group.size());
  const int own = group.rank();
  const auto begin = [&](int rank) { return std::min(count, rank * slice); };
  const auto bytes = [&](int rank) { return (begin(rank + 1) - begin(rank)) * element; };
  std::byte* const received = received_.data();
  std::byte* const result = to + begin(own) * element;
  swap_with_others(
      group, what, stream_,
      [&](int other) { return std::pair(from + begin(other) * element, bytes(other)); },
      [&](int other) { return std::pair(received + other * slice * element, bytes(own)); });
  device_->copy_within(received + own * slice * element, from + begin(own) * element, bytes(own),
                       stream_);
  combine(step, group.size(), begin(own + 1) - begin(own), slice, result);
  swap_with_others(
      group, what, stream_, [&](int) { return std::pair(result, bytes(own)); },
      [&](int other) { return std::pair(to + begin(other) * element, bytes(other)); });
}

void NcclReductions::reduce_scatter(const CollectiveStep& step, NcclGroup& group,
                                    const std::byte* from, std::byte* to, const std::string& what) {
  const std::int64_t count = step.part_elements(), part = step.part_bytes();
  if (count == 0) return;
  if (is_combined_by_nccl(step)) {
    return group.call(what, [&](const nccl::Functions& nccl, nccl::Comm comm) {
      return nccl.reduce_scatter(from, to, size(count), type_of(step.dtype),
                                 reduction_of(step.combine), comm, stream_);
    });
  }
  std::byte* const received = received_.data();
  swap_with_others(
      group, what, stream_, [&](int other) { return std::pair(from + other * part, part); },
      [&](int other) { return std::pair(received + other * part, part); });
  const int own = group.rank();
  device_->copy_within(received + own * part, from + own * part, part, stream_);
  combine(step, group.size(), count, count, to);
}

}  // namespace ng
