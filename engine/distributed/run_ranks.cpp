// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/run_ranks.h"

#include <thread>
#include <utility>
#include <vector>

#include "engine/distributed/first_failure.h"
#include "engine/distributed/simulated_world.h"

namespace ng {

void run_ranks(int size, const std::function<void(const CommunicatorPtr&)>& body,
               std::chrono::milliseconds timeout) {
  SimulatedWorld world(size, timeout);
  FirstFailure failure;
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < size; ++rank) {
    // The communicator ends with the rank, so that others do not wait for it.
    threads.emplace_back([&, rank, communicator = world.communicator(rank)]() mutable {
      const CommunicatorPtr own = std::move(communicator);
      failure.guard(rank, *own, [&] { body(own); });
    });
  }
  threads.clear();  // joins
  failure.rethrow();
}

}  // namespace ng
