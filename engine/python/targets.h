// SPDX-License-Identifier: Apache-2.0
// Targets of effects in Python: a variable, or the part of one that `x[...]` selects.
#pragma once

#include "engine/python/handles.h"

namespace ng::python {

// An op, or a number or array as exactly as the target holds it. Raises TypeError for others.
Operand written_to(const Operand& target, py::handle value);
// Sets the target to the value. Throws as ng::assign, or ng::set_item for a part.
Op assign_to(const Operand& target, const Operand& value);
// Sets every element of the target to the scalar.
Op fill_with(const Operand& target, const Operand& scalar);

}  // namespace ng::python
