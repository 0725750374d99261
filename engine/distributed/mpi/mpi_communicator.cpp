// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/mpi/mpi_communicator.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <map>
#include <numeric>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/distributed/call_queue.h"
#include "engine/distributed/combine_parts.h"
#include "engine/distributed/mpi/call_header.h"
#include "engine/distributed/mpi/mpi_wait.h"
#include "engine/distributed/mpi/reduce_slices.h"
#include "engine/runtime/ranks/rank_error.h"

namespace ng {
namespace {

using kernel::Combine;

class MpiCommunicator : public Communicator, public MpiMember {
 public:
  MpiCommunicator(MpiProcess& process, NgraphMpiGroup* group, int rank,
                  std::vector<int> world_ranks, bool deterministic)
      : process_(process),
        group_(group),
        rank_(rank),
        deterministic_(deterministic),
        wait_(process, group, std::move(world_ranks)),
        queue_(new CallQueue) {
    process_.join(*this);
  }
  ~MpiCommunicator() override {
    queue_.reset();
    process_.leave(*this);
    try {
      announce_end();
    } catch (const Error&) {  // the process has failed, which all ranks know
    }
  }
  MpiCommunicator(const MpiCommunicator&) = delete;
  MpiCommunicator& operator=(const MpiCommunicator&) = delete;

  std::string_view name() const override { return "mpi"; }
  int rank() const override { return rank_; }
  int size() const override { return static_cast<int>(wait_.world_ranks().size()); }
  bool is_deterministic() const override { return deterministic_; }
  // Callers poll it: other ranks are asked now and then.
  std::string failure() const override {
    const auto now = std::chrono::steady_clock::now();
    if (failure_.empty() && now >= next_look_) {
      next_look_ = now + between_looks;
      failure_ = process_.failure();
    }
    return failure_;
  }
  void report_failure(const std::string& reason) noexcept override {
    try {
      process_.fail("a call by another library",
                    "rank " + std::to_string(wait_.world_rank(rank_)) + " failed: " + reason);
    } catch (const Error&) {  // the caller throws its own
    }
  }

  void all_reduce(std::byte* values, std::int64_t count, DType dtype, Combine combine,
                  std::string_view what) override {
    queue_->run([&] { reduce_all(values, reduction(what, count, dtype, combine)); });
  }
  PendingCallPtr start_all_reduce(std::byte* values, std::int64_t count, DType dtype,
                                  Combine combine, std::string_view what) override {
    return queue_->start([this, values, call = reduction(what, count, dtype, combine)] {
      reduce_all(values, call);
    });
  }
  void reduce_scatter(const std::byte* all, std::int64_t count, DType dtype, Combine combine,
                      std::byte* part, std::string_view what) override {
    queue_->run([&] { scatter(all, scattering(what, count, dtype, combine), part); });
  }
  PendingCallPtr start_reduce_scatter(const std::byte* all, std::int64_t count, DType dtype,
                                      Combine combine, std::byte* part,
                                      std::string_view what) override {
    return queue_->start([this, all, part, call = scattering(what, count, dtype, combine)] {
      scatter(all, call, part);
    });
  }
  void all_gather(const std::byte* part, std::int64_t bytes, std::byte* all,
                  std::string_view what) override {
    queue_->run([&] { gather_all(part, all, movement(CallKind::all_gather, what, bytes)); });
  }
  PendingCallPtr start_all_gather(const std::byte* part, std::int64_t bytes, std::byte* all,
                                  std::string_view what) override {
    return queue_->start([this, part, all, call = movement(CallKind::all_gather, what, bytes)] {
      gather_all(part, all, call);
    });
  }
  void broadcast(std::byte* values, std::int64_t bytes, int root, std::string_view what) override {
    CollectiveCall call = movement(CallKind::broadcast, what, bytes);
    call.root = root;
    check_rank(root, size(), "root", to_string(call));
    queue_->run([&] {
      meet(call);
      transfer(to_string(call), nullptr, [&](const NgraphMpiApi& api, NgraphMpiRequest** request) {
        return api.broadcast(group_, values, bytes, root, request);
      });
    });
  }
  void barrier(std::string_view what) override {
    queue_->run([&] { meet(movement(CallKind::barrier, what, 0)); });
  }

  void send(const std::byte* values, std::int64_t bytes, int to, int tag,
            std::string_view what) override {
    const std::string call = "send " + quote(what);
    check_rank(to, size(), "receiver", call);
    check_tag(tag, call);
    queue_->run([&] {
      std::vector<std::byte> message(values, values + bytes);
      if (to == rank_) {
        own_messages_[tag].push_back(std::move(message));
      } else {
        process_.send(group_, std::move(message), to, mpi_tag::first_user + tag, call);
      }
    });
  }
  void receive(std::byte* values, std::int64_t bytes, int from, int tag,
               std::string_view what) override {
    const std::string call = "receive " + quote(what);
    check_rank(from, size(), "sender", call);
    check_tag(tag, call);
    queue_->run([&] {
      from == rank_ ? take_own(values, bytes, tag, call) : take(values, bytes, from, tag, call);
    });
  }

  CommunicatorPtr split(int color) override {
    CommunicatorPtr part;
    queue_->run([&] { part = make_part(color); });
    return part;
  }
  void abort(const std::string& reason) override { process_.abort(reason); }

  // Of this rank, to its group: calls that wait for it fail.
  void announce_end() override {
    for (int to = 0; to < size(); ++to) {
      if (to != rank_) process_.send(group_, {}, to, mpi_tag::ended, "the end");
    }
  }

 private:
  static CollectiveCall reduction(std::string_view what, std::int64_t count, DType dtype,
                                  Combine combine) {
    CollectiveCall call = movement(CallKind::all_reduce, what, count);
    call.dtype = dtype;
    call.combine = combine;
    return call;
  }
  static CollectiveCall scattering(std::string_view what, std::int64_t count, DType dtype,
                                   Combine combine) {
    CollectiveCall call = reduction(what, count, dtype, combine);
    call.kind = CallKind::reduce_scatter;
    return call;
  }
  static CollectiveCall movement(CallKind kind, std::string_view what, std::int64_t bytes) {
    return {.kind = kind, .what = std::string(what), .count = bytes};
  }

  // Begins a transfer: `f(api, request)`.
  template <class F>
  MpiTransfer begin(const std::string& call, const F& f, std::optional<int> from = {}) {
    MpiTransfer made;
    made.from = from;
    process_.check(
        process_.call(call, [&](const NgraphMpiApi& api) { return f(api, &made.request); }), call);
    return made;
  }
  template <class F>
  void transfer(const std::string& call, const std::shared_ptr<void>& memory, const F& f) {
    std::vector<MpiTransfer> transfers = {begin(call, f)};
    wait_.complete(transfers, call, memory);
  }

  // Sends `bytes` at out + rank * out_stride to each other rank and receives as many at
  // in + rank * bytes.
  std::vector<MpiTransfer> exchange(const std::byte* out, std::int64_t out_stride, std::byte* in,
                                    std::int64_t bytes, int tag, const std::string& call) {
    std::vector<MpiTransfer> transfers;
    for (int other = 0; other < size(); ++other) {
      if (other == rank_) continue;
      transfers.push_back(begin(
          call,
          [&](const NgraphMpiApi& api, NgraphMpiRequest** request) {
            return api.receive(group_, in + other * bytes, bytes, other, tag, request);
          },
          other));
    }
    for (int other = 0; other < size(); ++other) {
      if (other == rank_) continue;
      transfers.push_back(begin(call, [&](const NgraphMpiApi& api, NgraphMpiRequest** request) {
        return api.send(group_, out + other * out_stride, bytes, other, tag, request);
      }));
    }
    return transfers;
  }

  // Waits for all ranks and compares their calls. Returns the colors.
  std::vector<int> meet(const CollectiveCall& call, int color = 0) {
    const auto headers = std::make_shared<std::vector<CallHeader>>(static_cast<std::size_t>(size()),
                                                                   header_of(call, color));
    const auto own = std::make_shared<CallHeader>(header_of(call, color));
    const std::string text = to_string(call);
    auto transfers = exchange(reinterpret_cast<const std::byte*>(own.get()), 0,
                              reinterpret_cast<std::byte*>(headers->data()), sizeof(CallHeader),
                              mpi_tag::header, text);
    wait_.complete(transfers, text,
                   std::make_shared<std::pair<decltype(headers), decltype(own)>>(headers, own));
    std::vector<CollectiveCall> calls;
    std::vector<int> colors;
    for (const CallHeader& each : *headers) {
      calls.push_back(call_of(each));
      colors.push_back(each.color);
    }
    const std::string difference = difference_of(calls, wait_.world_ranks());
    if (!difference.empty()) process_.fail(text, "the calls of the ranks differ: " + difference);
    return colors;
  }

  void gather(const std::byte* part, std::int64_t bytes, std::byte* all, const std::string& call,
              const std::shared_ptr<void>& memory) {
    transfer(call, memory, [&](const NgraphMpiApi& api, NgraphMpiRequest** request) {
      return api.all_gather(group_, part, bytes, all, request);
    });
  }

  void reduce_all(std::byte* values, const CollectiveCall& call) {
    meet(call);
    if (size() == 1 || call.count == 0) return;
    if (reduced_by_mpi(call)) return reduce_by_mpi(values, call);
    const auto bytes = call.count * static_cast<std::int64_t>(size_of(call.dtype));
    bytes* size() <= gathered_at_once ? reduce_gathered(values, bytes, call)
                                      : reduce_in_slices(values, call);
  }

  // Not integers: Open MPI 4.1 saturates sums of 8 and 16 bits where it uses AVX. Nor maximum and
  // minimum, whose NaN MPI does not specify.
  bool reduced_by_mpi(const CollectiveCall& call) const {
    const bool added = call.combine == Combine::add || call.combine == Combine::multiply;
    return !deterministic_ && added && (call.dtype == DType::f32 || call.dtype == DType::f64);
  }

  void reduce_by_mpi(std::byte* values, const CollectiveCall& call) {
    constexpr std::int64_t most = std::int64_t{1} << 28;  // elements; MPI counts in int
    for (std::int64_t start = 0; start < call.count; start += most) {
      const auto count = static_cast<int>(std::min(most, call.count - start));
      std::byte* from = values + start * static_cast<std::int64_t>(size_of(call.dtype));
      transfer(to_string(call), nullptr, [&](const NgraphMpiApi& api, NgraphMpiRequest** request) {
        return api.all_reduce(group_, from, count, call.dtype == DType::f64,
                              call.combine == Combine::multiply, request);
      });
    }
  }

  // Few values: every rank combines all of them.
  static constexpr std::int64_t gathered_at_once = 1 << 16;  // bytes of all ranks
  void reduce_gathered(std::byte* values, std::int64_t bytes, const CollectiveCall& call) {
    const auto all =
        std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(bytes * size()));
    gather(values, bytes, all->data(), to_string(call), all);
    combine_parts(parts_of(all->data(), bytes), call.count, call.dtype, call.combine, values);
  }

  std::vector<const std::byte*> parts_of(const std::byte* all, std::int64_t bytes) const {
    std::vector<const std::byte*> parts;
    for (int rank = 0; rank < size(); ++rank) parts.push_back(all + rank * bytes);
    return parts;
  }

  // Each rank combines its part of each slice and sends it to the others. Several slices are under
  // way in both directions: the more there are, the less often MPI must be called to keep the
  // network busy, which computing threads may delay.
  static constexpr std::size_t slices_under_way = 8;
  void reduce_in_slices(std::byte* values, const CollectiveCall& call) {
    const std::string text = to_string(call);
    const auto all =
        std::make_shared<std::vector<ReduceSlice>>(reduce_slices(call.count, call.dtype, size()));
    std::vector<ReduceSlice>& slices = *all;
    std::deque<std::vector<MpiTransfer>> collecting, sharing;
    const auto finish_first = [&](auto& queue) {
      wait_.complete(queue.front(), text, all);
      queue.pop_front();
    };
    std::size_t next = 0;
    for (ReduceSlice& slice : slices) {
      while (next < slices.size() && collecting.size() < slices_under_way) {
        collecting.push_back(collect_slice(values, slices[next++], text));
      }
      finish_first(collecting);
      combine_slice(values, slice, call);
      sharing.push_back({share_slice(values, slice, text)});
      if (sharing.size() == slices_under_way) finish_first(sharing);
    }
    while (!sharing.empty()) finish_first(sharing);
  }

  std::vector<MpiTransfer> collect_slice(std::byte* values, ReduceSlice& slice,
                                         const std::string& call) {
    const auto own = static_cast<std::int64_t>(slice.bytes[static_cast<std::size_t>(rank_)]);
    slice.received =
        std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(own * size()));
    std::vector<MpiTransfer> transfers;
    for (int other = 0; other < size(); ++other) {
      if (other == rank_) continue;
      const auto index = static_cast<std::size_t>(other);
      transfers.push_back(begin(
          call,
          [&](const NgraphMpiApi& api, NgraphMpiRequest** request) {
            return api.receive(group_, slice.received->data() + other * own, own, other,
                               mpi_tag::part, request);
          },
          other));
      transfers.push_back(begin(call, [&](const NgraphMpiApi& api, NgraphMpiRequest** request) {
        return api.send(group_, values + slice.start + slice.starts[index], slice.bytes[index],
                        other, mpi_tag::part, request);
      }));
    }
    return transfers;
  }

  void combine_slice(std::byte* values, ReduceSlice& slice, const CollectiveCall& call) {
    const auto index = static_cast<std::size_t>(rank_);
    const std::int64_t own = slice.bytes[index];
    std::byte* result = values + slice.start + slice.starts[index];
    auto parts = parts_of(slice.received->data(), own);
    parts[index] = result;
    combine_parts(parts, own / static_cast<std::int64_t>(size_of(call.dtype)), call.dtype,
                  call.combine, result);
    slice.received.reset();
  }

  MpiTransfer share_slice(std::byte* values, const ReduceSlice& slice, const std::string& call) {
    return begin(call, [&](const NgraphMpiApi& api, NgraphMpiRequest** request) {
      return api.exchange_parts(group_, values + slice.start, slice.bytes.data(),
                                slice.starts.data(), request);
    });
  }

  void scatter(const std::byte* all, const CollectiveCall& call, std::byte* part) {
    meet(call);
    const auto bytes = call.count * static_cast<std::int64_t>(size_of(call.dtype));
    const auto received =
        std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(bytes * size()));
    const std::string text = to_string(call);
    auto transfers = exchange(all, bytes, received->data(), bytes, mpi_tag::part, text);
    wait_.complete(transfers, text, received);
    auto parts = parts_of(received->data(), bytes);
    parts[static_cast<std::size_t>(rank_)] = all + rank_ * bytes;
    combine_parts(parts, call.count, call.dtype, call.combine, part);
  }

  void gather_all(const std::byte* part, std::byte* all, const CollectiveCall& call) {
    meet(call);
    gather(part, call.count, all, to_string(call), nullptr);
  }

  void take(std::byte* values, std::int64_t bytes, int from, int tag, const std::string& call) {
    std::vector<MpiTransfer> transfers = {begin(
        call,
        [&](const NgraphMpiApi& api, NgraphMpiRequest** request) {
          return api.receive(group_, values, bytes, from, mpi_tag::first_user + tag, request);
        },
        from)};
    wait_.complete(transfers, call);
    check_length(transfers[0].bytes, bytes, from, call);
  }

  void take_own(std::byte* values, std::int64_t bytes, int tag, const std::string& call) {
    auto& messages = own_messages_[tag];
    if (messages.empty()) process_.fail(call, "this rank waits for a message to itself");
    const std::vector<std::byte> message = std::move(messages.front());
    messages.pop_front();
    check_length(static_cast<std::int64_t>(message.size()), bytes, rank_, call);
    if (bytes > 0) std::memcpy(values, message.data(), message.size());
  }

  void check_length(std::int64_t sent, std::int64_t expected, int from, const std::string& call) {
    if (sent == expected) return;
    process_.fail(call, "rank " + std::to_string(wait_.world_rank(from)) + " sent " +
                            std::to_string(sent) + " bytes, rank " +
                            std::to_string(wait_.world_rank(rank_)) + " expects " +
                            std::to_string(expected));
  }

  CommunicatorPtr make_part(int color) {
    const CollectiveCall call = movement(CallKind::split, "", 0);
    const std::vector<int> colors = meet(call, color);
    meet(call);  // MPI's split cannot be interrupted: all ranks are known to reach it
    std::vector<int> members;
    int rank = 0;
    for (int other = 0; other < size(); ++other) {
      if (colors[static_cast<std::size_t>(other)] != color) continue;
      if (other < rank_) ++rank;
      members.push_back(wait_.world_rank(other));
    }
    // MPI has no negative colors.
    const auto first = std::find(colors.begin(), colors.end(), color) - colors.begin();
    NgraphMpiGroup* part = nullptr;
    process_.check(process_.call(to_string(call),
                                 [&](const NgraphMpiApi& api) {
                                   return api.split(group_, static_cast<int>(first), &part);
                                 }),
                   to_string(call));
    return std::make_shared<MpiCommunicator>(process_, part, rank, std::move(members),
                                             deterministic_);
  }

  static constexpr auto between_looks = std::chrono::milliseconds(10);

  MpiProcess& process_;
  NgraphMpiGroup* group_;
  mutable std::string failure_;
  mutable std::chrono::steady_clock::time_point next_look_;
  int rank_;
  bool deterministic_;
  MpiWait wait_;
  std::map<int, std::deque<std::vector<std::byte>>> own_messages_;  // by tag
  std::unique_ptr<CallQueue> queue_;                                // ends first
};

}  // namespace

CommunicatorPtr mpi_world(MpiProcess& process, bool deterministic) {
  const auto [rank, size] = process.call("the start", [&](const NgraphMpiApi& api) {
    return std::pair{api.rank(process.world()), api.size(process.world())};
  });
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  return std::make_shared<MpiCommunicator>(process, process.world(), rank, std::move(ranks),
                                           deterministic);
}

}  // namespace ng
