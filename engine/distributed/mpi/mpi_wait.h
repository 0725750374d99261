// SPDX-License-Identifier: Apache-2.0
// Waits for transfers of a group, until they are done, a rank has ended or the time is over.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/distributed/mpi/mpi_process.h"

namespace ng {

struct MpiTransfer {
  NgraphMpiRequest* request = nullptr;  // null: done
  std::optional<int> from;              // the rank of the group whose message is received
  std::int64_t bytes = 0;               // received
};

class MpiWait {
 public:
  // `world_ranks`: by rank of the group, for messages.
  MpiWait(MpiProcess& process, NgraphMpiGroup* group, std::vector<int> world_ranks);

  // Returns when all are done; else fails the process. `call` is shown in messages; `memory` is
  // that of the transfers, kept if they do not end.
  void complete(std::vector<MpiTransfer>& transfers, const std::string& call,
                const std::shared_ptr<void>& memory = nullptr);

  const std::vector<int>& world_ranks() const { return world_ranks_; }
  int world_rank(int rank) const { return world_ranks_[static_cast<std::size_t>(rank)]; }

 private:
  using Clock = std::chrono::steady_clock;

  bool test(std::vector<MpiTransfer>& transfers, const std::string& call);
  void wait(std::vector<MpiTransfer>& transfers, const std::string& call);
  void read_notices(const std::string& call);
  void refuse_ended(const std::vector<MpiTransfer>& transfers, const std::string& call);
  [[noreturn]] void refuse_late(const std::vector<MpiTransfer>& transfers, const std::string& call);

  MpiProcess& process_;
  NgraphMpiGroup* group_;
  std::vector<int> world_ranks_;
  std::vector<std::optional<Clock::time_point>> ended_;  // by rank: when its end was noticed
};

}  // namespace ng
