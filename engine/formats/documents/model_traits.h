// SPDX-License-Identifier: Apache-2.0
// What the record of an op says about a row of a document.
#pragma once

#include "engine/formats/documents/document.h"
#include "engine/graph/op_traits.h"

namespace ng {

// The default for names that are not those of ops.
const Traits& traits_of(const OpModel& op);
inline OpKind kind_of(const OpModel& op) {
  return traits_of(op).kind;
}

// The element type of a constant or of a storage op; float32 if the row says none.
DType value_type(const OpModel& op);

}  // namespace ng
