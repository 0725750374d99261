// SPDX-License-Identifier: Apache-2.0
// What is open.
#pragma once

#include <QString>
#include <memory>

#include "engine/records/records.h"

namespace ng {

struct DocumentDifference;
using DocumentDifferencePtr = std::shared_ptr<const DocumentDifference>;

}  // namespace ng

namespace ng::views {

struct DocumentState {
  DocumentRecordPtr document;  // null: nothing is open
  // Why the document cannot be run, edited or compiled, as a sentence; empty: it can.
  QString readOnly;
  DocumentDifferencePtr difference;  // null: no comparison
};

}  // namespace ng::views
