// SPDX-License-Identifier: Apache-2.0
// A communicator that does not promise the order in which sums are combined.
#pragma once

#include <memory>
#include <utility>

#include "engine/runtime/ranks/communicator.h"

namespace ng::testing {

// Calls another communicator.
class UnorderedRanks final : public Communicator {
 public:
  explicit UnorderedRanks(CommunicatorPtr ranks) : ranks_(std::move(ranks)) {}

  std::string_view name() const override { return ranks_->name(); }
  int rank() const override { return ranks_->rank(); }
  int size() const override { return ranks_->size(); }
  bool is_deterministic() const override { return false; }
  std::string failure() const override { return ranks_->failure(); }
  void report_failure(const std::string& reason) noexcept override {
    ranks_->report_failure(reason);
  }

  void all_reduce(std::byte* values, std::int64_t count, DType dtype, kernel::Combine combine,
                  std::string_view what) override {
    ranks_->all_reduce(values, count, dtype, combine, what);
  }
  PendingCallPtr start_all_reduce(std::byte* values, std::int64_t count, DType dtype,
                                  kernel::Combine combine, std::string_view what) override {
    return ranks_->start_all_reduce(values, count, dtype, combine, what);
  }
  void all_gather(const std::byte* part, std::int64_t bytes, std::byte* all,
                  std::string_view what) override {
    ranks_->all_gather(part, bytes, all, what);
  }
  void reduce_scatter(const std::byte* all, std::int64_t count, DType dtype,
                      kernel::Combine combine, std::byte* part, std::string_view what) override {
    ranks_->reduce_scatter(all, count, dtype, combine, part, what);
  }
  PendingCallPtr start_all_gather(const std::byte* part, std::int64_t bytes, std::byte* all,
                                  std::string_view what) override {
    return ranks_->start_all_gather(part, bytes, all, what);
  }
  PendingCallPtr start_reduce_scatter(const std::byte* all, std::int64_t count, DType dtype,
                                      kernel::Combine combine, std::byte* part,
                                      std::string_view what) override {
    return ranks_->start_reduce_scatter(all, count, dtype, combine, part, what);
  }
  void broadcast(std::byte* values, std::int64_t bytes, int root, std::string_view what) override {
    ranks_->broadcast(values, bytes, root, what);
  }
  void send(const std::byte* values, std::int64_t bytes, int to, int tag,
            std::string_view what) override {
    ranks_->send(values, bytes, to, tag, what);
  }
  void receive(std::byte* values, std::int64_t bytes, int from, int tag,
               std::string_view what) override {
    ranks_->receive(values, bytes, from, tag, what);
  }
  void barrier(std::string_view what) override { ranks_->barrier(what); }
  CommunicatorPtr split(int color) override {
    return std::make_shared<UnorderedRanks>(ranks_->split(color));
  }
  void abort(const std::string& reason) override { ranks_->abort(reason); }

 private:
  CommunicatorPtr ranks_;
};

}  // namespace ng::testing
