// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/run_ranks.h"

#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/distributed/simulated_world.h"

namespace ng {
namespace {

// The first failure in time: those of the other ranks follow from it.
class FirstFailure {
 public:
  void report(int rank, const Error& error) {
    const std::scoped_lock lock(mutex_);
    if (error_) return;
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.what = "rank " + std::to_string(rank) + ": " + diagnostic.what;
    error_.emplace(error.fault(), error.kind(), std::move(diagnostic));
  }
  void rethrow() const {
    if (error_) throw *error_;
  }

 private:
  std::mutex mutex_;
  std::optional<Error> error_;
};

void run_rank(int rank, CommunicatorPtr communicator,
              const std::function<void(const CommunicatorPtr&)>& body, FirstFailure& failure) {
  try {
    body(communicator);
  } catch (const Error& error) {
    failure.report(rank, error);
    communicator->abort(error.diagnostic().what);
  } catch (const std::exception& error) {
    Diagnostic diagnostic;
    diagnostic.what = error.what();
    failure.report(rank, Error(Fault::internal, ErrorKind::runtime, std::move(diagnostic)));
    communicator->abort(error.what());
  }
}

}  // namespace

void run_ranks(int size, const std::function<void(const CommunicatorPtr&)>& body,
               std::chrono::milliseconds timeout) {
  SimulatedWorld world(size, timeout);
  FirstFailure failure;
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < size; ++rank) {
    threads.emplace_back([&, rank, communicator = world.communicator(rank)]() mutable {
      run_rank(rank, std::move(communicator), body, failure);
    });
  }
  threads.clear();  // joins
  failure.rethrow();
}

}  // namespace ng
