// SPDX-License-Identifier: Apache-2.0
#include "views/core/session/plans.h"

#include "views/core/session/source.h"

namespace ng::views {

Plans::Plans(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::plan)) emit planChanged();
  });
}

PlanRecord Plans::plan() const {
  const PlanRecordPtr& plan = source_.state().plan;
  return plan ? *plan : PlanRecord();
}

void Plans::setBatchSize(std::int64_t samples) {
  source_.take(command::SetBatchSize{samples});
}

void Plans::setLength(const QString& dimension, std::int64_t length) {
  source_.take(command::SetLength{dimension, length});
}

void Plans::setDataFolder(const QString& data, const QString& folder) {
  source_.take(command::SetDataFolder{data, folder});
}

void Plans::setEvaluation(const QString& name, bool enabled) {
  source_.take(command::SetEvaluation{name, enabled});
}

void Plans::setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) {
  source_.take(command::SetCallbacks{callbacks});
}

void Plans::setEpochs(int epochs) {
  source_.take(command::SetEpochs{epochs});
}

}  // namespace ng::views
