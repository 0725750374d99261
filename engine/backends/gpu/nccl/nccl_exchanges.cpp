// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/nccl/nccl_exchanges.h"

#include <algorithm>
#include <utility>

#include "engine/backends/gpu/gpu_watch.h"
#include "engine/backends/gpu/nccl/nccl_group.h"
#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/runtime/ranks/message_layout.h"
#include "engine/runtime/ranks/rank_error.h"
#include "engine/runtime/ranks/rank_mesh.h"

namespace ng {
namespace {

using Kind = CollectiveKind;
using Part = CollectiveStep::Part;

const cuda::Driver& driver() {
  return cuda_driver().functions;
}

constexpr const char* ordering = "ordering exchanges on it";

const CollectiveStep& exchange_of(const Step& step) {
  return *step.as<CollectiveStep>();
}

// `all_reduce of 12 float32 (add, in the order of ranks) "gradient of W" by NCCL`: everything that
// the ranks must agree on.
std::string what_of(const Step& step, bool ordered) {
  const CollectiveStep& exchange = exchange_of(step);
  std::string details;
  if (exchange.kind == Kind::all_reduce || exchange.kind == Kind::reduce_scatter) {
    details = "(" + std::string(name_of(exchange.combine)) +
              (ordered ? ", in the order of ranks) " : ", in any order) ");
  } else if (exchange.kind == Kind::broadcast) {
    details = "from rank " + std::to_string(exchange.root) + " ";
  }
  return std::string(name(exchange.kind)) + " of " + std::to_string(exchange.part_elements()) +
         " " + std::string(name(exchange.dtype)) + " " + details + quote(step.name) + " by NCCL";
}

// The exchanges of the program and the bodies of its loops that NCCL carries out.
std::set<const CollectiveStep*> carried_by_nccl(const Program& program) {
  std::set<const CollectiveStep*> carried;
  if (!program.ranks) return carried;
  for_each_program(program, [&](const Program& each) {
    for (const Step& step : each.steps) {
      const auto* exchange = step.as<CollectiveStep>();
      if (exchange && program.ranks->transport_of(*exchange).by_device()) carried.insert(exchange);
    }
  });
  return carried;
}

// Are the ranks' parts of the whole array apart from each other?
bool is_interleaved(const CollectiveStep& step) {
  const bool has_parts = step.kind == Kind::all_gather || step.kind == Kind::reduce_scatter;
  return has_parts && step.carried == Part::both && step.outer > 1;
}

}  // namespace

NcclExchanges::NcclExchanges(const Program& program, const GpuDevice& memory,
                             std::shared_ptr<CudaDevice> device)
    : program_(program),
      memory_(memory),
      device_(std::move(device)),
      carried_(carried_by_nccl(program)) {
  if (carried_.empty()) return;
  try {
    open();
  } catch (...) {
    release();
    throw;
  }
}

void NcclExchanges::open() {
  device_->make_current();
  device_->demand(driver().stream_create(&stream_, cuda::non_blocking), ordering);
  ready_ = new_event();
  transferred_ = new_event();
  take_memory();
  device_->make_current();
  order(device_->stream(), stream_, ready_);  // the memory is cleared there
}

void NcclExchanges::take_memory() {
  reductions_.emplace(carried_, *program_.ranks, memory_, device_, stream_);
  std::int64_t rearranged = 0;
  std::map<int, std::int64_t> messages;
  for (const CollectiveStep* exchange : carried_) {
    const int ranks = program_.ranks->group(exchange->group).size();
    const MessageLayout layout(*exchange, ranks);
    std::int64_t& bytes = messages[exchange->number];
    if (exchange->carried == Part::start)
      bytes = std::max(bytes, layout.given() + layout.received());
    if (is_interleaved(*exchange)) rearranged = std::max(rearranged, ranks * layout.part());
  }
  const std::string what = "values exchanged between ranks";
  if (rearranged > 0) rearranged_ = Memory(rearranged, what, memory_);
  for (const auto& [number, bytes] : messages) {
    if (bytes > 0) messages_[number].memory = Memory(bytes, what, memory_);
  }
}

NcclExchanges::~NcclExchanges() {
  abort("the program was closed");
  release();
}

void NcclExchanges::release() noexcept {
  device_->give_back([events = events_, stream = stream_] {
    for (const cuda::Event event : events) driver().event_destroy(event);
    if (stream) driver().stream_destroy(stream);
  });
}

bool NcclExchanges::carries(const Step& step) const {
  const auto* exchange = step.as<CollectiveStep>();
  return exchange && carried_.count(exchange) > 0;
}

cuda::Event NcclExchanges::new_event() {
  cuda::Event event = nullptr;
  device_->demand(driver().event_create(&event, cuda::without_timing), ordering);
  events_.push_back(event);
  return event;
}

// What `second` gets later follows what `first` has.
void NcclExchanges::order(cuda::Stream first, cuda::Stream second, cuda::Event event) {
  device_->demand(driver().event_record(event, first), ordering);
  device_->demand(driver().stream_wait_event(second, event, 0), ordering);
}

// One connection for all computations of these ranks.
NcclGroup& NcclExchanges::group_of(const CollectiveStep& step) {
  RankMesh& mesh = *program_.ranks;
  std::shared_ptr<DeviceConnection>& kept =
      mesh.connection(step.group, std::string(memory_.name()));
  if (!kept) kept = std::make_shared<NcclGroup>(device_, mesh.group(step.group));
  return static_cast<NcclGroup&>(*kept);
}

void NcclExchanges::prepare(const Step& step, std::byte* const* buffers, cuda::Stream own) {
  const CollectiveStep& exchange = exchange_of(step);
  if (exchange.carried == Part::finish) return;
  Communicator& ranks = program_.ranks->group(exchange.group);
  ranks.barrier(what_of(step, ranks.is_deterministic()));
  NcclGroup& group = group_of(exchange);
  guard(group, [&] {
    device_->make_current();
    if (exchange.carried == Part::start) pack(step, buffers, own);
    if (exchange.kind == Kind::broadcast && group.rank() == exchange.root)
      device_->copy_within(buffers[step.writes[0]], buffers[step.reads[0]], exchange.part_bytes(),
                           own);
    order(own, stream_, ready_);
  });
}

// The other ranks wait for this one from the comparison of the calls on.
template <class Body>
void NcclExchanges::guard(NcclGroup& group, Body&& body) {
  try {
    body();
  } catch (const std::exception& error) {
    group.abort(error.what());  // a part of the transfer may be on the stream
    throw;
  }
}

void NcclExchanges::pack(const Step& step, std::byte* const* buffers, cuda::Stream own) {
  const CollectiveStep& exchange = exchange_of(step);
  const int ranks = program_.ranks->group(exchange.group).size();
  const MessageLayout layout(exchange, ranks);
  std::byte* const to = messages_[exchange.number].memory.data();
  if (exchange.kind == Kind::reduce_scatter) {
    layout.for_each_part([&](const MessageLayout::Rows& part) {
      device_->copy_rows(to + part.in_message, buffers[step.reads[part.array]] + part.in_array,
                         {part.rows, part.block, part.block, ranks * part.block}, own);
    });
  } else {
    layout.for_each_array([&](std::size_t i, std::int64_t at, std::int64_t bytes) {
      device_->copy_within(to + at, buffers[step.reads[i]], bytes, own);
    });
  }
}

void NcclExchanges::unpack(const Step& step, std::byte* const* buffers, cuda::Stream own) {
  const CollectiveStep& exchange = exchange_of(step);
  const int ranks = program_.ranks->group(exchange.group).size();
  const MessageLayout layout(exchange, ranks);
  const std::byte* const from =
      messages_[exchange.number].memory.data() + (layout.received() > 0 ? layout.given() : 0);
  if (exchange.kind == Kind::all_gather) {
    layout.for_each_part([&](const MessageLayout::Rows& part) {
      device_->copy_rows(buffers[step.writes[part.array]] + part.in_array, from + part.in_message,
                         {part.rows, part.block, ranks * part.block, part.block}, own);
    });
  } else {
    layout.for_each_array([&](std::size_t i, std::int64_t at, std::int64_t bytes) {
      device_->copy_within(buffers[step.writes[i]], from + at, bytes, own);
    });
  }
}

void NcclExchanges::transfer(const Step& step, std::byte* const* buffers) {
  const CollectiveStep& exchange = exchange_of(step);
  if (exchange.carried == Part::finish) return;
  NcclGroup& group = group_of(exchange);
  const std::string what = what_of(step, program_.ranks->group(exchange.group).is_deterministic());
  guard(group, [&] {
    device_->make_current();
    if (exchange.carried == Part::start) {
      transfer_message(exchange, group, what);
    } else {
      transfer_array(exchange, group, buffers[step.reads[0]], buffers[step.writes[0]], what);
    }
    note(what, group);
  });
}

void NcclExchanges::note(const std::string& what, NcclGroup& group) {
  take_completed();  // a loop needs as many events as it has transfers on the way
  if (free_events_.empty()) free_events_.push_back(new_event());
  const cuda::Event done = free_events_.back();
  free_events_.pop_back();
  pending_.push_back({what, &group, done});
  ++started_;
  device_->demand(driver().event_record(done, stream_), ordering);
}

void NcclExchanges::transfer_message(const CollectiveStep& step, NcclGroup& group,
                                     const std::string& what) {
  const auto message = messages_.find(step.number);
  if (message == messages_.end() || !message->second.memory.data()) return;  // no elements
  std::byte* const given = message->second.memory.data();
  std::byte* const received = given + MessageLayout(step, group.size()).given();
  switch (step.kind) {
    case Kind::all_gather: return all_gather(step, group, given, received, what);
    case Kind::reduce_scatter:
      return reductions_->reduce_scatter(step, group, given, received, what);
    default: return reductions_->all_reduce(step, group, given, given, what);
  }
}

// Whole arrays are of (outer, ranks, block): unless `outer` is 1, parts are brought together first,
// or distributed afterwards.
void NcclExchanges::transfer_array(const CollectiveStep& step, NcclGroup& group,
                                   const std::byte* from, std::byte* to, const std::string& what) {
  const std::int64_t part = step.part_bytes();
  const std::int64_t block = part / std::max<std::int64_t>(1, step.outer);
  const int ranks = group.size();
  std::byte* const parts = rearranged_.data();
  const bool is_apart = is_interleaved(step);
  switch (step.kind) {
    case Kind::all_gather: {
      if (!is_apart) return all_gather(step, group, from, to, what);
      all_gather(step, group, from, parts, what);
      for (int rank = 0; rank < ranks; ++rank)
        device_->copy_rows(to + rank * block, parts + rank * part,
                           {step.outer, block, ranks * block, block}, stream_);
      return;
    }
    case Kind::reduce_scatter: {
      if (!is_apart) return reductions_->reduce_scatter(step, group, from, to, what);
      for (int rank = 0; rank < ranks; ++rank)
        device_->copy_rows(parts + rank * part, from + rank * block,
                           {step.outer, block, block, ranks * block}, stream_);
      return reductions_->reduce_scatter(step, group, parts, to, what);
    }
    case Kind::broadcast:
      if (part == 0) return;
      return group.call(what, [&](const nccl::Functions& nccl, nccl::Comm comm) {
        return nccl.broadcast(to, to, static_cast<std::size_t>(part), nccl::i8, step.root, comm,
                              stream_);
      });
    default: return reductions_->all_reduce(step, group, from, to, what);
  }
}

void NcclExchanges::all_gather(const CollectiveStep& step, NcclGroup& group, const std::byte* from,
                               std::byte* to, const std::string& what) {
  if (step.part_bytes() == 0) return;
  group.call(what, [&](const nccl::Functions& nccl, nccl::Comm comm) {
    return nccl.all_gather(from, to, static_cast<std::size_t>(step.part_bytes()), nccl::i8, comm,
                           stream_);
  });
}

void NcclExchanges::join(const Step& step, std::byte* const* buffers, cuda::Stream own) {
  const CollectiveStep& exchange = exchange_of(step);
  device_->make_current();
  if (exchange.carried == Part::both) {
    joined_ = started_;
    return order(stream_, own, transferred_);
  }
  Message& message = messages_[exchange.number];
  if (exchange.carried == Part::start) {
    if (!message.done) message.done = new_event();
    device_->demand(driver().event_record(message.done, stream_), ordering);
    message.started = true;
    message.transfers = started_;
    return;
  }
  check(std::exchange(message.started, false), "an exchange that was not started");
  joined_ = std::max(joined_, message.transfers);
  device_->demand(driver().stream_wait_event(own, message.done, 0), ordering);
  unpack(step, buffers, own);
}

// An error of the device may be that of any earlier work.
void NcclExchanges::take_completed() {
  while (!pending_.empty()) {
    const Transfer& first = pending_.front();
    const cuda::Result result = driver().event_query(first.done);
    if (result == cuda::not_ready) return;
    device_->demand(result, "running the steps of a program up to " + first.what);
    free_events_.push_back(first.done);
    pending_.pop_front();
  }
}

void NcclExchanges::complete(std::int64_t transfers) {
  const auto are_complete = [&] {
    return started_ - static_cast<std::int64_t>(pending_.size()) >= transfers;
  };
  if (are_complete()) return;
  device_->make_current();
  GpuWatch watch(GpuWatch::limit_from_environment());
  for (;; watch.pause()) {
    driver().stream_query(stream_);  // submits work that a driver has batched
    take_completed();
    if (are_complete()) return;
    const Transfer& first = pending_.front();
    first.group->demand(first.what);
    const GpuWatch::Verdict verdict = watch.verdict();
    if (verdict == GpuWatch::Verdict::too_long)
      first.group->fail(first.what, "it did not end in time (NGRAPH_GPU_LIMIT, in seconds)");
    if (verdict == GpuWatch::Verdict::wait) continue;
    const std::string reason = "cancelled while running " + first.what;
    first.group->abort(reason);
    refuse(ErrorKind::cancelled, reason);
  }
}

void NcclExchanges::end() noexcept {
  try {
    complete();
    abort("");
  } catch (const std::exception& error) {  // the failure that came first is reported
    abort(error.what());
  }
}

void NcclExchanges::abort(const std::string& reason) noexcept {
  for (const Transfer& each : pending_) {
    each.group->abort(reason);
    free_events_.push_back(each.done);
  }
  pending_.clear();
  for (auto& [number, message] : messages_) message.started = false;
}

}  // namespace ng
