// SPDX-License-Identifier: Apache-2.0
// Facts about values for the cards: the largest magnitude, and whether an element is NaN or
// infinite. Computed in a job, once per value; until then the facts of the previous value are
// returned.
#pragma once

#include <QObject>
#include <map>
#include <optional>

#include "views/core/workspace.h"

namespace ng::views {

struct ValueFact {
  double largest = 0;      // largest magnitude of the finite elements
  bool nonFinite = false;  // has a NaN or an infinity
};

class ValueFacts : public QObject {
  Q_OBJECT

 public:
  explicit ValueFacts(Workspace& workspace);
  ~ValueFacts() override;

  // Facts about the last value of an op. Nullopt if the op has no value or the value is still being
  // processed; then changed() follows, unless the user stops the job.
  std::optional<ValueFact> of(OpId op);

 signals:
  void changed();

 private:
  struct Known {
    std::weak_ptr<const TensorRecord> value;  // the value of `fact`, or the requested one
    std::optional<ValueFact> fact;
  };
  void count();

  Workspace& workspace_;
  std::map<OpId, Known> known_;
  std::map<OpId, TensorRecordPtr> wanted_;  // for the next job
  JobId job_ = 0;
};

}  // namespace ng::views
