// SPDX-License-Identifier: Apache-2.0
// What an op is called where it is shown.
#pragma once

#include <string>

#include "engine/records/op_record.h"

namespace ng {

// The op, or what an op that cannot run is in its model: "FancyAttention · com.acme.ops".
std::string shown_kind(const OpRecord& op);

}  // namespace ng
