// SPDX-License-Identifier: Apache-2.0
// The language in which ops are searched for: all words must be found, in any of name, op, axes,
// scope, role and kernel; "op:dot", "name:W", "axis:N", "scope:layer1", "role:loss", "kernel:k0"
// and "dtype:float32" look in one of them only. Case does not matter.
#pragma once

#include <QString>

#include "engine/session/record.h"

namespace ng::views {

// True for an empty search.
bool matches(const OpRecord& op, const QString& search);

}  // namespace ng::views
