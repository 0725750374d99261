// SPDX-License-Identifier: Apache-2.0
// Plans: the run plan with the user's changes. GUI thread only. A change binds the data again,
// recompiles if necessary and restarts the run; planChanged() follows. An invalid change is refused
// with a message and leaves the plan unchanged. Changes are not saved in the document.
#pragma once

#include <QObject>

#include "views/core/session/source.h"

namespace ng {
struct PlanCallbackRecord;
}

namespace ng::views {

class Plans : public QObject {
  Q_OBJECT

 public:
  explicit Plans(Source& source);  // outlives this object

  PlanRecord plan() const;
  const PlanChanges& changes() const { return source_.state().compilation.planChanges; }
  void setBatchSize(std::int64_t samples);
  // Of an open dimension of a model (PlanLengthRecord).
  void setLength(const QString& dimension, std::int64_t length);
  // Reads the data set `data` from the user's own files; an empty folder restores the document's
  // setting.
  void setDataFolder(const QString& data, const QString& folder);
  void setEvaluation(const QString& name, bool enabled);
  void setCallbacks(const std::vector<PlanCallbackRecord>& callbacks);
  void setEpochs(int epochs);  // the run continues

 signals:
  void planChanged();

 private:
  Source& source_;
};

}  // namespace ng::views
