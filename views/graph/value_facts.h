// SPDX-License-Identifier: Apache-2.0
// What the cards need to know of whole values: how large their elements are, whether one is NaN or
// infinite. Counted beside the window, once for each value; of a new value what was known of the
// one before stands until it is counted.
#pragma once

#include <QObject>
#include <map>
#include <optional>

#include "views/core/workspace.h"

namespace ng::views {

struct ValueFact {
  double largest = 0;  // of the finite elements, without sign
  bool odd = false;    // there is a NaN or an infinity
};

class ValueFacts : public QObject {
  Q_OBJECT

 public:
  explicit ValueFacts(Workspace& workspace);
  ~ValueFacts() override;

  // Of the last value of an op. Nothing: it has none, or it is not counted yet and changed() comes;
  // after Stop it does not, until there is another value.
  std::optional<ValueFact> of(OpKey op);

 signals:
  void changed();

 private:
  struct Known {
    std::weak_ptr<const TensorRecord> value;  // that was counted, or is wanted
    std::optional<ValueFact> fact;
  };
  void count();

  Workspace& workspace_;
  std::map<OpKey, Known> known_;
  std::map<OpKey, TensorRecordPtr> wanted_;  // by the next job
  JobId job_ = 0;
};

}  // namespace ng::views
