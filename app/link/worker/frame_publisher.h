// SPDX-License-Identifier: Apache-2.0
// Hands frames of the run from the engine's thread to the window's.
#pragma once

#include <QObject>
#include <chrono>
#include <mutex>
#include <optional>
#include <vector>

#include "app/link/engine_frame.h"
#include "app/link/worker/worker_state.h"

namespace ng::views {

class FramePublisher : public QObject {
  Q_OBJECT

 public:
  FramePublisher(WorkerState& state, QObject* parent) : QObject(parent), s_(state) {}

  // Next frame to show. Called on the window's thread after frameReady() with the program that is
  // shown: a frame of a later one waits until that program is shown too.
  std::optional<RunFrame> takeFrame(Request shown);

  // On the engine's thread.
  void publish(bool now);
  void setValues(ValuesOfCall values, std::vector<TensorRecord> returned);  // of the next frame
  void restartCurves() { sent_.clear(); }

 signals:
  void frameReady();

 private:
  void addCurves();
  void addMeasurements();

  WorkerState& s_;
  std::mutex mutex_;
  RunFrame frame_;          // guarded by the mutex
  bool announced_ = false;  // guarded: frameReady() is pending
  std::chrono::steady_clock::time_point published_;
  std::chrono::steady_clock::time_point timesSent_;  // when step times were last sent
  std::vector<std::size_t> sent_;  // points per curve that the window has received
};

}  // namespace ng::views
