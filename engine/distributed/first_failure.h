// SPDX-License-Identifier: Apache-2.0
// The failure that made all ranks of a process fail.
#pragma once

#include <functional>
#include <mutex>
#include <optional>

#include "engine/base/error.h"
#include "engine/runtime/ranks/communicator.h"

namespace ng {

// The first failure in time: those of the other ranks follow from it. Thread safe.
class FirstFailure {
 public:
  // Runs what a rank does. A failure ends the calls of all other ranks.
  void guard(int rank, Communicator& communicator, const std::function<void()>& body);
  bool failed() const { return error_.has_value(); }
  // Throws it, if there is one, with the name of the rank.
  void rethrow() const;

 private:
  void report(int rank, const Error& error);

  std::mutex mutex_;
  std::optional<Error> error_;
};

}  // namespace ng
