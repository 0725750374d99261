// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/solo_ranks.h"

#include <cstring>
#include <deque>

#include "engine/base/error.h"

namespace ng {
namespace {

class Completed final : public PendingCall {
 public:
  void wait() override {}
};

class SoloCommunicator final : public Communicator {
 public:
  struct Group {
    int size, rank;
  };
  // `groups`: those that successive splits return.
  explicit SoloCommunicator(const Group& own, std::deque<Group> groups = {})
      : size_(own.size), rank_(own.rank), groups_(std::move(groups)) {}

  std::string_view name() const override { return "solo"; }
  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void all_reduce(std::byte*, std::int64_t, DType, kernel::Combine, std::string_view) override {}
  PendingCallPtr start_all_reduce(std::byte*, std::int64_t, DType, kernel::Combine,
                                  std::string_view) override {
    return std::make_unique<Completed>();
  }
  void all_gather(const std::byte* part, std::int64_t bytes, std::byte* all,
                  std::string_view) override {
    for (int rank = 0; rank < size_; ++rank) copy(all + rank * bytes, part, bytes);
  }
  void reduce_scatter(const std::byte* all, std::int64_t count, DType dtype, kernel::Combine,
                      std::byte* part, std::string_view) override {
    copy(part, all, count * static_cast<std::int64_t>(size_of(dtype)));
  }
  PendingCallPtr start_all_gather(const std::byte* part, std::int64_t bytes, std::byte* all,
                                  std::string_view what) override {
    all_gather(part, bytes, all, what);
    return std::make_unique<Completed>();
  }
  PendingCallPtr start_reduce_scatter(const std::byte* all, std::int64_t count, DType dtype,
                                      kernel::Combine combine, std::byte* part,
                                      std::string_view what) override {
    reduce_scatter(all, count, dtype, combine, part, what);
    return std::make_unique<Completed>();
  }
  void broadcast(std::byte*, std::int64_t, int, std::string_view) override {}
  void send(const std::byte*, std::int64_t, int, int, std::string_view) override {}
  void receive(std::byte* to, std::int64_t bytes, int, int, std::string_view) override {
    if (bytes > 0) std::memset(to, 0, static_cast<std::size_t>(bytes));
  }
  void barrier(std::string_view) override {}

  std::shared_ptr<Communicator> split(int) override {
    check(!groups_.empty(), "a group of unknown size");
    const Group group = groups_.front();
    groups_.pop_front();
    return std::make_shared<SoloCommunicator>(group);
  }

  void abort(const std::string&) override {}

 private:
  static void copy(std::byte* to, const std::byte* from, std::int64_t bytes) {
    if (bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
  }

  int size_, rank_;
  std::deque<Group> groups_;
};

}  // namespace

std::shared_ptr<RankMesh> make_solo_ranks(const std::vector<MeshAxis>& axes, int stage) {
  const int size = mesh_size(axes);
  check(stage == 0 || (!axes.empty() && axes.back().is_stages() && stage < axes.back().ranks),
        "stages are the innermost axis of the ranks");
  // RankMesh splits from the innermost axis, unless all ranks are on it.
  std::deque<SoloCommunicator::Group> groups;
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    if (axis->ranks != size) groups.push_back({axis->ranks, axis->is_stages() ? stage : 0});
  }
  const SoloCommunicator::Group world = {size, stage};
  return std::make_shared<RankMesh>(std::make_shared<SoloCommunicator>(world, std::move(groups)),
                                    axes);
}

}  // namespace ng
