// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/nccl/nccl_exchanges.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/backends/gpu/gpu_watch.h"
#include "engine/backends/gpu/nccl/combine_kernel.h"
#include "engine/backends/gpu/nccl/nccl_group.h"
#include "engine/backends/gpu/step_kernels.h"
#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/kernels/emit.h"
#include "engine/runtime/ranks/rank_mesh.h"

namespace ng {
namespace {

using Kind = CollectiveKind;
using Part = CollectiveStep::Part;
using Rows = CudaDevice::Rows;

const cuda::Driver& driver() {
  return cuda_driver().functions;
}

constexpr const char* ordering = "ordering exchanges on it";

const CollectiveStep& exchange_of(const Step& step) {
  return *step.as<CollectiveStep>();
}

bool is_reduction(const CollectiveStep& step) {
  return step.kind == Kind::all_reduce || step.kind == Kind::reduce_scatter;
}

// `all_reduce of 12 float32 "gradient of W" by NCCL`.
std::string what_of(const Step& step) {
  const CollectiveStep& exchange = exchange_of(step);
  return std::string(name(exchange.kind)) + " of " + std::to_string(exchange.part_elements()) +
         " " + std::string(name(exchange.dtype)) + " " + quote(step.name) + " by NCCL";
}

// Of integers that NCCL combines; 16-bit ones and bools it does not know.
std::optional<int> integer_type(DType dtype) {
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

int reduction_of(kernel::Combine combine) {
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

std::int64_t bytes_of(DType dtype) {
  return static_cast<std::int64_t>(size_of(dtype));
}

// The kernels that combine values, of a program and the bodies of its loops.
std::string texts_of(const Program& program) {
  std::map<std::string, std::string> texts;
  for_each_program(program, [&texts](const Program& each) {
    for (const Step& step : each.steps) {
      const auto* exchange = step.as<CollectiveStep>();
      if (exchange && is_reduction(*exchange) && !integer_type(exchange->dtype))
        texts[combine_name(exchange->dtype, exchange->combine)] =
            combine_text(exchange->dtype, exchange->combine);
    }
  });
  std::string all;
  for (const auto& [name, text] : texts) all += text;
  return all.empty() ? all : kernel::cuda_prelude(all) + all;
}

std::set<std::string> groups_with_nccl(const Program& program) {
  std::set<std::string> groups;
  for_each_program(program, [&groups](const Program& each) {
    for (const Step& step : each.steps) {
      const auto* exchange = step.as<CollectiveStep>();
      if (!exchange || !each.ranks || !is_carried_by_devices(exchange->kind)) continue;
      const int ranks = each.ranks->group(exchange->group).size();
      const bool fits = ranks > 1 && (exchange->ranks == 0 || exchange->ranks == ranks);
      if (fits && each.ranks->way_of(exchange->kind, exchange->group).by_device())
        groups.insert(exchange->group);
    }
  });
  return groups;
}

}  // namespace

// Where the arrays of a message are: those of a rank follow each other.
class NcclExchanges::Layout {
 public:
  Layout(const CollectiveStep& step, int ranks) : step_(step), ranks_(ranks) {}

  std::int64_t part() const { return step_.part_bytes(); }
  std::int64_t given() const { return part() * (step_.kind == Kind::reduce_scatter ? ranks_ : 1); }
  std::int64_t received() const {
    if (step_.kind == Kind::all_reduce) return 0;
    return part() * (step_.kind == Kind::all_gather ? ranks_ : 1);
  }

  // Calls `each(array, offset in a part, bytes)`.
  template <class F>
  void for_each_array(F&& each) const {
    std::int64_t at = 0;
    for (std::size_t i = 0; i < step_.counts.size(); ++i) {
      const std::int64_t bytes = step_.counts[i] * bytes_of(step_.dtype);
      each(i, at, bytes);
      at += bytes;
    }
  }

  // Calls `each(array, offset in it, offset in the message, rows, bytes of a row)` for the rows of
  // each rank; those of the array are apart by the rows of all ranks.
  template <class F>
  void for_each_rank(F&& each) const {
    for_each_array([&](std::size_t i, std::int64_t in_part, std::int64_t bytes) {
      const std::int64_t rows = step_.rows[i], block = rows ? bytes / rows : 0;
      for (int rank = 0; rank < ranks_; ++rank)
        each(i, rank * block, rank * part() + in_part, rows, block);
    });
  }

 private:
  const CollectiveStep& step_;
  const int ranks_;
};

NcclExchanges::NcclExchanges(const Program& program, const GpuDevice& memory,
                             std::shared_ptr<CudaDevice> device)
    : program_(program),
      memory_(memory),
      device_(std::move(device)),
      groups_(groups_with_nccl(program)) {
  if (groups_.empty()) return;
  const std::string text = texts_of(program);
  if (!text.empty()) module_ = std::make_unique<CudaModule>(device_, text);
  device_->make_current();
  demand_cuda(driver().stream_create(&stream_, cuda::non_blocking), ordering);
  ready_ = new_event();
  joined_ = new_event();
}

NcclExchanges::~NcclExchanges() {
  abort();
  device_->give_back([events = events_, stream = stream_] {
    for (const cuda::Event event : events) driver().event_destroy(event);
    if (stream) driver().stream_destroy(stream);
  });
}

bool NcclExchanges::carries(const Step& step) const {
  const auto* exchange = step.as<CollectiveStep>();
  return exchange && is_carried_by_devices(exchange->kind) && groups_.count(exchange->group) > 0;
}

cuda::Event NcclExchanges::new_event() {
  cuda::Event event = nullptr;
  demand_cuda(driver().event_create(&event, cuda::without_timing), ordering);
  events_.push_back(event);
  return event;
}

// What `second` gets later follows what `first` has.
void NcclExchanges::order(cuda::Stream first, cuda::Stream second, cuda::Event event) {
  demand_cuda(driver().event_record(event, first), ordering);
  demand_cuda(driver().stream_wait_event(second, event, 0), ordering);
}

NcclGroup& NcclExchanges::group_of(const CollectiveStep& step) {
  RankMesh& mesh = *program_.ranks;
  std::shared_ptr<DeviceConnection>& kept =
      mesh.connection(step.group, std::string(memory_.name()));
  if (!kept) kept = std::make_shared<NcclGroup>(device_, mesh.group(step.group));
  return static_cast<NcclGroup&>(*kept);
}

NcclExchanges::Message& NcclExchanges::message_of(const CollectiveStep& step) {
  return messages_[step.number];
}

std::byte* NcclExchanges::scratch(Memory& memory, std::int64_t bytes) {
  if (memory.bytes() < bytes) {
    complete();  // it may be in use
    memory = Memory(bytes, "values exchanged between ranks", memory_);
    device_->make_current();
    order(device_->stream(), stream_, ready_);  // the memory is cleared there
  }
  return memory.data();
}

void NcclExchanges::prepare(const Step& step, std::byte* const* buffers, cuda::Stream own) {
  const CollectiveStep& exchange = exchange_of(step);
  if (exchange.carried == Part::finish) return;
  program_.ranks->group(exchange.group).barrier(what_of(step));
  const NcclGroup& group = group_of(exchange);
  device_->make_current();
  if (exchange.kind == Kind::broadcast && group.rank() == exchange.root)
    device_->copy_within(buffers[step.writes[0]], buffers[step.reads[0]], exchange.part_bytes(),
                         own);
  if (exchange.carried == Part::start) {
    const Layout layout(exchange, group.size());
    Message& message = message_of(exchange);
    const std::int64_t bytes = layout.given() + layout.received();
    if (message.memory.bytes() < bytes)
      message.memory = Memory(bytes, "values exchanged between ranks", memory_);
    std::byte* const to = message.memory.data();
    device_->make_current();
    if (exchange.kind == Kind::reduce_scatter) {
      layout.for_each_rank([&](std::size_t i, std::int64_t in_array, std::int64_t in_message,
                               std::int64_t rows, std::int64_t block) {
        device_->copy_rows(to + in_message, buffers[step.reads[i]] + in_array,
                           {rows, block, block, group.size() * block}, own);
      });
    } else {
      layout.for_each_array([&](std::size_t i, std::int64_t at, std::int64_t length) {
        device_->copy_within(to + at, buffers[step.reads[i]], length, own);
      });
    }
  }
  order(own, stream_, ready_);
}

void NcclExchanges::transfer(const Step& step, std::byte* const* buffers) {
  const CollectiveStep& exchange = exchange_of(step);
  if (exchange.carried == Part::finish) return;
  NcclGroup& group = group_of(exchange);
  device_->make_current();
  if (exchange.carried == Part::start) {
    std::byte* const given = message_of(exchange).memory.data();
    std::byte* const received = given + Layout(exchange, group.size()).given();
    switch (exchange.kind) {
      case Kind::all_gather: all_gather(step, given, received); break;
      case Kind::reduce_scatter: reduce_scatter(step, given, received); break;
      default: all_reduce(step, given, given); break;
    }
  } else {
    std::byte* const to = buffers[step.writes[0]];
    const std::byte* const from = buffers[step.reads[0]];
    switch (exchange.kind) {
      case Kind::all_gather: gather_rows(step, from, to); break;
      case Kind::reduce_scatter: scatter_rows(step, from, to); break;
      case Kind::broadcast: broadcast(step, to); break;
      default: all_reduce(step, from, to); break;
    }
  }
  if (free_events_.empty()) free_events_.push_back(new_event());
  const cuda::Event done = free_events_.back();
  free_events_.pop_back();
  pending_.push_back({what_of(step), &group, done});
  demand_cuda(driver().event_record(done, stream_), ordering);
}

void NcclExchanges::join(const Step& step, std::byte* const* buffers, cuda::Stream own) {
  const CollectiveStep& exchange = exchange_of(step);
  device_->make_current();
  if (exchange.carried == Part::both) return order(stream_, own, joined_);
  Message& message = message_of(exchange);
  if (!message.done) message.done = new_event();
  if (exchange.carried == Part::start) {
    demand_cuda(driver().event_record(message.done, stream_), ordering);
    return;
  }
  check(message.memory.data() != nullptr, "an exchange that was not started");
  demand_cuda(driver().stream_wait_event(own, message.done, 0), ordering);
  const int ranks = program_.ranks->group(exchange.group).size();
  const Layout layout(exchange, ranks);
  const std::byte* const from = message.memory.data() + (layout.received() ? layout.given() : 0);
  if (exchange.kind == Kind::all_gather) {
    layout.for_each_rank([&](std::size_t i, std::int64_t in_array, std::int64_t in_message,
                             std::int64_t rows, std::int64_t block) {
      device_->copy_rows(buffers[step.writes[i]] + in_array, from + in_message,
                         {rows, block, ranks * block, block}, own);
    });
  } else {
    layout.for_each_array([&](std::size_t i, std::int64_t at, std::int64_t length) {
      device_->copy_within(buffers[step.writes[i]], from + at, length, own);
    });
  }
}

// Integers do not depend on the order; of floats NCCL's is its own.
bool NcclExchanges::combined_by_nccl(const CollectiveStep& step) const {
  if (integer_type(step.dtype)) return true;
  const bool rounds =
      step.combine == kernel::Combine::add || step.combine == kernel::Combine::multiply;
  const bool wide = step.dtype == DType::f32 || step.dtype == DType::f64;
  return rounds && wide && !program_.ranks->group(step.group).is_deterministic();
}

// Combines the arrays of all ranks in received_, `stride` elements apart.
void NcclExchanges::combine(const Step& step, std::byte* result, std::int64_t count,
                            std::int64_t stride) {
  const CollectiveStep& exchange = exchange_of(step);
  std::byte* parts = received_.data();
  long long elements = count, distance = stride;
  int ranks = program_.ranks->group(exchange.group).size();
  void* arguments[] = {&parts, &result, &elements, &distance, &ranks};
  device_->launch(module_->function(combine_name(exchange.dtype, exchange.combine)),
                  (count + step_kernel_block - 1) / step_kernel_block, step_kernel_block, arguments,
                  step.name, stream_);
}

// A rank combines a slice, which it receives from all others, and sends them the result: as many
// bytes as a ring, and the order is that of the ranks.
void NcclExchanges::all_reduce(const Step& step, const std::byte* from, std::byte* to) {
  const CollectiveStep& exchange = exchange_of(step);
  NcclGroup& group = group_of(exchange);
  const std::int64_t count = exchange.part_elements(), element = bytes_of(exchange.dtype);
  if (count == 0) return;
  if (combined_by_nccl(exchange)) {
    const int type =
        integer_type(exchange.dtype).value_or(exchange.dtype == DType::f64 ? nccl::f64 : nccl::f32);
    return group.call(what_of(step), [&](const nccl::Functions& nccl, nccl::Comm comm) {
      return nccl.all_reduce(from, to, size(count), type, reduction_of(exchange.combine), comm,
                             stream_);
    });
  }
  const std::int64_t slice = (count + group.size() - 1) / group.size();
  const auto begin = [&](int rank) { return std::min(count, rank * slice); };
  const auto bytes = [&](int rank) { return (begin(rank + 1) - begin(rank)) * element; };
  const int own = group.rank();
  std::byte* const received = scratch(received_, group.size() * slice * element);
  // Sends `give(other)` and receives at `take(other)`.
  const auto swap = [&](auto&& give, auto&& give_bytes, auto&& take, auto&& take_bytes) {
    group.call(what_of(step), [&](const nccl::Functions& nccl, nccl::Comm comm) {
      nccl::Result result = 0;
      const auto good = [&] { return result == 0 || result == nccl::in_progress; };
      for (int other = 0; other < group.size(); ++other) {
        if (other == own) continue;
        if (good() && give_bytes(other) > 0)
          result = nccl.send(give(other), size(give_bytes(other)), nccl::i8, other, comm, stream_);
        if (good() && take_bytes(other) > 0)
          result =
              nccl.receive(take(other), size(take_bytes(other)), nccl::i8, other, comm, stream_);
      }
      return result;
    });
  };
  const auto own_bytes = [&](int) { return bytes(own); };
  swap([&](int other) { return from + begin(other) * element; }, bytes,
       [&](int other) { return received + other * slice * element; }, own_bytes);
  device_->copy_within(received + own * slice * element, from + begin(own) * element, bytes(own),
                       stream_);
  std::byte* const result = to + begin(own) * element;
  combine(step, result, begin(own + 1) - begin(own), slice);
  swap([&](int) { return result; }, own_bytes,
       [&](int other) { return to + begin(other) * element; }, bytes);
}

void NcclExchanges::all_gather(const Step& step, const std::byte* from, std::byte* to) {
  const CollectiveStep& exchange = exchange_of(step);
  if (exchange.part_bytes() == 0) return;
  group_of(exchange).call(what_of(step), [&](const nccl::Functions& nccl, nccl::Comm comm) {
    return nccl.all_gather(from, to, size(exchange.part_bytes()), nccl::i8, comm, stream_);
  });
}

// A rank receives its part of all others, and combines them.
void NcclExchanges::reduce_scatter(const Step& step, const std::byte* from, std::byte* to) {
  const CollectiveStep& exchange = exchange_of(step);
  NcclGroup& group = group_of(exchange);
  const std::int64_t count = exchange.part_elements(), part = exchange.part_bytes();
  if (count == 0) return;
  if (combined_by_nccl(exchange)) {
    const int type =
        integer_type(exchange.dtype).value_or(exchange.dtype == DType::f64 ? nccl::f64 : nccl::f32);
    return group.call(what_of(step), [&](const nccl::Functions& nccl, nccl::Comm comm) {
      return nccl.reduce_scatter(from, to, size(count), type, reduction_of(exchange.combine), comm,
                                 stream_);
    });
  }
  const int own = group.rank();
  std::byte* const received = scratch(received_, group.size() * part);
  group.call(what_of(step), [&](const nccl::Functions& nccl, nccl::Comm comm) {
    nccl::Result result = 0;
    const auto good = [&] { return result == 0 || result == nccl::in_progress; };
    for (int other = 0; other < group.size(); ++other) {
      if (other == own) continue;
      if (good())
        result = nccl.send(from + other * part, size(part), nccl::i8, other, comm, stream_);
      if (good())
        result = nccl.receive(received + other * part, size(part), nccl::i8, other, comm, stream_);
    }
    return result;
  });
  device_->copy_within(received + own * part, from + own * part, part, stream_);
  combine(step, to, count, count);
}

void NcclExchanges::broadcast(const Step& step, std::byte* values) {
  const CollectiveStep& exchange = exchange_of(step);
  if (exchange.part_bytes() == 0) return;
  group_of(exchange).call(what_of(step), [&](const nccl::Functions& nccl, nccl::Comm comm) {
    return nccl.broadcast(values, values, size(exchange.part_bytes()), nccl::i8, exchange.root,
                          comm, stream_);
  });
}

// To an array of (outer, ranks, block).
void NcclExchanges::gather_rows(const Step& step, const std::byte* from, std::byte* to) {
  const CollectiveStep& exchange = exchange_of(step);
  if (exchange.outer <= 1) return all_gather(step, from, to);
  const int ranks = group_of(exchange).size();
  const std::int64_t part = exchange.part_bytes(), block = part / exchange.outer;
  std::byte* const parts = scratch(rearranged_, ranks * part);
  all_gather(step, from, parts);
  for (int rank = 0; rank < ranks; ++rank)
    device_->copy_rows(to + rank * block, parts + rank * part,
                       {exchange.outer, block, ranks * block, block}, stream_);
}

// From an array of (outer, ranks, block).
void NcclExchanges::scatter_rows(const Step& step, const std::byte* from, std::byte* to) {
  const CollectiveStep& exchange = exchange_of(step);
  if (exchange.outer <= 1) return reduce_scatter(step, from, to);
  const int ranks = group_of(exchange).size();
  const std::int64_t part = exchange.part_bytes(), block = part / exchange.outer;
  std::byte* const parts = scratch(rearranged_, ranks * part);
  for (int rank = 0; rank < ranks; ++rank)
    device_->copy_rows(parts + rank * part, from + rank * block,
                       {exchange.outer, block, block, ranks * block}, stream_);
  reduce_scatter(step, parts, to);
}

void NcclExchanges::complete() {
  if (pending_.empty()) return;
  device_->make_current();
  GpuWatch watch(GpuWatch::limit_from_environment());
  for (;; watch.pause()) {
    driver().stream_query(stream_);
    while (!pending_.empty()) {
      const cuda::Result result = driver().event_query(pending_.front().done);
      if (result == cuda::not_ready) break;
      demand_cuda(result, "running " + pending_.front().what);
      free_events_.push_back(pending_.front().done);
      pending_.pop_front();
    }
    if (pending_.empty()) return;
    const Transfer first = pending_.front();
    first.group->demand(first.what);
    const GpuWatch::Verdict verdict = watch.verdict();
    if (verdict == GpuWatch::Verdict::cancelled) {
      first.group->abort();
      refuse(ErrorKind::cancelled, "cancelled while running " + first.what);
    }
    if (verdict == GpuWatch::Verdict::too_long)
      first.group->fail(first.what, "it did not end in time (NGRAPH_GPU_LIMIT, in seconds)");
  }
}

void NcclExchanges::abort() noexcept {
  for (const Transfer& each : pending_) {
    each.group->abort();
    free_events_.push_back(each.done);
  }
  pending_.clear();
}

}  // namespace ng
