// SPDX-License-Identifier: Apache-2.0
// Values of the shown iteration. State is read directly; results and values that fusion eliminates
// are recomputed from the state before that iteration.
#pragma once

#include <chrono>
#include <set>

#include "app/link/worker/frame_publisher.h"

namespace ng::views {

class ValueCollector {
 public:
  struct Call {  // repeated call, for its values
    std::int64_t iteration = 0;
    ValuesOfCall stored;
    std::vector<TensorRecord> returned;
  };

  ValueCollector(WorkerState& state, FramePublisher& frames) : s_(state), frames_(frames) {}

  void restart();                       // another compilation
  void collect(bool standing = false);  // for the next frame
  void collectInRun();                  // the same, if enough time has passed
  void refresh();                       // call after watches changed
  // Computes the values of the next or current call.
  const Call& lookAhead();
  // Values of these ops after the last complete iteration, recomputed where they are not kept; ops
  // without a value are left out. Preserves the state.
  ValuesOfCall afterLastIteration(const std::set<OpId>& ops);
  void addValue(ValuesOfCall& values, OpId op, Tensor value, std::int64_t iteration) const;

 private:
  void chooseWatching();
  void addState(ValuesOfCall& values, OpId op, const KeptState& state,
                std::int64_t iteration) const;
  Call callAgain(std::int64_t iteration, const Computation& computation);
  const Computation& spare();
  bool looksAhead() const;
  std::vector<Tensor> argumentsOf(std::int64_t iteration) const;
  std::optional<Tensor> given(OpId op, const std::vector<Tensor>& arguments) const;
  void collectHalfway();

  WorkerState& s_;
  FramePublisher& frames_;
  // A second program that stores values which fusion eliminates; null if none of these is watched.
  Computation watching_;
  std::vector<OpId> wanted_;  // ops stored by watching_
  std::vector<OpId> stored_;  // in the order of watching_.watched()
  Computation spare_;  // a copy of the computation, for calls while that one is being stepped
  std::set<OpId> watched_;
  Request watchedAt_;
  Call ahead_;  // the call being stepped
  std::chrono::steady_clock::time_point collected_;
  std::chrono::steady_clock::duration collecting_{};  // duration of the last collection
};

}  // namespace ng::views
