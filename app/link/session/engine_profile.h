// SPDX-License-Identifier: Apache-2.0
// Measurements of the engine in this process: the timeline and the typical times of kernels.
#pragma once

#include "app/link/engine_frame.h"
#include "app/link/session/engine_compilations.h"

namespace ng::views {

class EngineProfile : public QObject {
  Q_OBJECT

 public:
  EngineProfile(EngineLink& link, Published& published, EngineCompilations& compilations);

  void handle(const command::RecordTimeline& command);
  bool recording() const { return recorders_ > 0; }

  void take(RunFrame& frame);  // without a signal
  // Applies measured step times to the kernels of the newest compilation.
  void takeStepTimes(const std::vector<StepTime>& times);
  void restart();  // with the newest compilation, without a signal
  void forget();   // the document

 signals:
  void recordingChanged();

 private:
  EngineLink& link_;
  Published& published_;
  ProfileState& state_;
  EngineCompilations& compilations_;
  RunTimeline events_;
  int recorders_ = 0;
  std::map<std::string, double> fullSpeedTimes_;  // of this compilation's last run at full speed
};

}  // namespace ng::views
