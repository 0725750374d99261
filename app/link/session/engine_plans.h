// SPDX-License-Identifier: Apache-2.0
// Plan changes for the engine in this process: each requests a compilation with new choices.
#pragma once

#include <functional>

#include "app/link/session/engine_compilations.h"
#include "views/core/session/plans.h"

namespace ng::views {

class EnginePlans : public Plans {
  Q_OBJECT

 public:
  EnginePlans(EngineLink& link, EngineCompilations& compilations);

  PlanRecord plan() const override { return plan_; }
  void setBatchSize(std::int64_t samples) override;
  void setLength(const QString& dimension, std::int64_t length) override;
  void setDataFolder(const QString& data, const QString& folder) override;
  void setEvaluation(const QString& name, bool enabled) override;
  void setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) override;
  void setEpochs(int epochs) override;
  void setGate(Gate gate) override { gate_ = std::move(gate); }

  // Sets plan() without a signal: the document's plan until it is compiled.
  void set(PlanRecord plan) { plan_ = std::move(plan); }

 private:
  // Compiles with changed choices; through the gate if the run restarts.
  void compile(std::function<void(PlanChoices&)> change);

  EngineLink& link_;
  EngineCompilations& compilations_;
  PlanRecord plan_;
  Gate gate_;
};

}  // namespace ng::views
