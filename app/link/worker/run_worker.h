// SPDX-License-Identifier: Apache-2.0
// The run on the engine's thread: plans at a pace, single steps, kept iterations, checkpoints.
#pragma once

#include "app/link/worker/stop_finder.h"

namespace ng::views {

// A checkpoint of the user's, or the workbench's own copy of a discarded state, which leaves the
// state in no checkpoint.
enum class CheckpointUse { saved, kept };

class RunWorker {
 public:
  RunWorker(WorkerState& state, FramePublisher& frames, ValueCollector& values, StopFinder& stops)
      : s_(state), frames_(frames), values_(values), stops_(stops) {}

  void noteStart(Request request) { s_.at.started = request; }  // before the work of a run or step
  // Runs a number of iterations; nullopt: to the end of the plan.
  void run(std::optional<std::int64_t> iterations);
  // To the end of the plan; a finished run is extended by the plan's epochs first.
  void runFurther();
  void runEpoch();      // to the end of the current epoch
  void runTo(OpId op);  // until the op is computed next
  void runToNonFinite(bool everyOp);
  void stepOp();
  void stepKernel();
  void stepBack();
  void stop();  // stops a paused run
  void reset();
  void show(std::int64_t iteration);  // or the oldest kept iteration
  void setEpochs(int epochs);
  // Both return false after an error, which a message reports.
  bool save(const QString& path, CheckpointUse use);
  // `path`, where the checkpoint is from, is reported.
  bool restore(const Checkpoint& checkpoint, const QString& path, CheckpointUse use);

  // Restarts after a compilation: the frame that shows the new program has its position and curves,
  // the values follow with showValues(). `keepPast`: the same run continues in another program.
  void restart(bool keepPast);
  void showValues();
  bool ready();    // false: no run is possible; the reason was sent
  void catchUp();  // returns from a kept iteration to the current position

 private:
  bool hasMore(std::int64_t until) const;
  void loop(std::int64_t until);
  bool callOnce();
  bool callOnDevice();
  void iterationDone();
  void stopInStep();
  void placeAtIteration(bool keepPast);  // of the run: idle, paused or finished

  WorkerState& s_;
  FramePublisher& frames_;
  ValueCollector& values_;
  StopFinder& stops_;
};

}  // namespace ng::views
