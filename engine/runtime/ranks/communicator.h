// SPDX-License-Identifier: Apache-2.0
// How the ranks of a distributed program exchange values: an interface over MPI, NCCL or, as the
// oracle, threads of one process (engine/distributed).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/base/dtype.h"
#include "engine/kernels/combine.h"

namespace ng {

// A call that is carried out while the caller computes. Until `wait` returns, the memory given to
// the call must be kept and not be used. Waits when it is destroyed, and drops the call's Error.
class PendingCall {
 public:
  virtual ~PendingCall() = default;
  // Returns when the call is complete; throws what the call would have thrown. May be repeated.
  virtual void wait() = 0;
};
using PendingCallPtr = std::unique_ptr<PendingCall>;

// The ranks of one group, seen from one of them. All ranks of the group must make the same
// collective calls in the same order, with the same counts and types. Memory is the host's and
// belongs to the caller; a call returns when the caller's memory may be used again. Used by one
// thread at a time.
//
// A rank that ends, fails or does not arrive within `timeout` makes the calls of all others throw a
// system Error that names the call's `what`, this rank and, if it is known, the rank that is
// missing; so do calls that differ between ranks where the communicator can see it.
class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual std::string_view name() const = 0;  // "simulated", "mpi"
  virtual int rank() const = 0;               // 0 .. size() - 1
  virtual int size() const = 0;
  // Are sums and products combined in the order of the ranks?
  virtual bool is_deterministic() const { return true; }
  // Why calls of this rank fail from now on; empty if that is not known, without a call.
  virtual std::string failure() const { return {}; }
  // After a failure outside of the communicator: makes the calls of all ranks fail with this
  // reason, if the ranks are processes. In a SimulatedWorld abort() does, for a rank that throws.
  virtual void report_failure(const std::string& /*reason*/) noexcept {}

  // Combines the ranks' `count` elements, in place. The order of a sum is that of the ranks if the
  // communicator is deterministic, else its own.
  virtual void all_reduce(std::byte* values, std::int64_t count, DType dtype,
                          kernel::Combine combine, std::string_view what) = 0;
  // The start_ calls are the same in the background. Calls of one communicator are carried out in
  // the order in which they are made, blocking ones included.
  virtual PendingCallPtr start_all_reduce(std::byte* values, std::int64_t count, DType dtype,
                                          kernel::Combine combine, std::string_view what) = 0;
  // `all` receives the parts of `bytes` bytes in the order of the ranks.
  virtual void all_gather(const std::byte* part, std::int64_t bytes, std::byte* all,
                          std::string_view what) = 0;
  // Combines the ranks' arrays of size() parts of `count` elements; `part` receives this rank's.
  virtual void reduce_scatter(const std::byte* all, std::int64_t count, DType dtype,
                              kernel::Combine combine, std::byte* part, std::string_view what) = 0;
  virtual PendingCallPtr start_all_gather(const std::byte* part, std::int64_t bytes, std::byte* all,
                                          std::string_view what) = 0;
  virtual PendingCallPtr start_reduce_scatter(const std::byte* all, std::int64_t count, DType dtype,
                                              kernel::Combine combine, std::byte* part,
                                              std::string_view what) = 0;
  // The root's bytes, to all.
  virtual void broadcast(std::byte* values, std::int64_t bytes, int root,
                         std::string_view what) = 0;
  // Pairs of calls, matched by ranks and tag (0 .. 32,000) in their order. `send` copies the bytes
  // and does not wait for the receiver.
  virtual void send(const std::byte* values, std::int64_t bytes, int to, int tag,
                    std::string_view what) = 0;
  virtual void receive(std::byte* values, std::int64_t bytes, int from, int tag,
                       std::string_view what) = 0;
  virtual void barrier(std::string_view what) = 0;

  // The ranks that pass the same `color`, in the order of their ranks here; a collective call.
  virtual std::shared_ptr<Communicator> split(int color) = 0;

  // Ends the calls of all other ranks with an Error that gives this reason, now and later.
  virtual void abort(const std::string& reason) = 0;
};

using CommunicatorPtr = std::shared_ptr<Communicator>;

}  // namespace ng
