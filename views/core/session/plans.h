// SPDX-License-Identifier: Apache-2.0
// Plans: the run plan with the user's changes. GUI thread only.
#pragma once

#include <QObject>
#include <QString>
#include <vector>

#include "engine/records/records.h"
#include "views/core/session/gate.h"

namespace ng::views {

// A change binds the data again, recompiles if necessary and restarts the run; planChanged()
// follows. An invalid change is refused with a message and leaves the plan unchanged. Changes are
// not saved in the document.
class Plans : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  virtual PlanRecord plan() const = 0;
  virtual void setBatchSize(std::int64_t samples) = 0;
  // Of an open dimension of a model (PlanLengthRecord).
  virtual void setLength(const QString& dimension, std::int64_t length) = 0;
  // Reads the data set `data` from the user's own files; an empty folder restores the document's
  // setting.
  virtual void setDataFolder(const QString& data, const QString& folder) = 0;
  virtual void setEvaluation(const QString& name, bool enabled) = 0;
  virtual void setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) = 0;
  virtual void setEpochs(int epochs) = 0;  // the run continues

  // Asked before a change that restarts the run. Without a gate, changes are made at once.
  virtual void setGate(Gate) {}

 signals:
  void planChanged();
};

}  // namespace ng::views
