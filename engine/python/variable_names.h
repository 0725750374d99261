// SPDX-License-Identifier: Apache-2.0
// Names of the Python variables to which a program assigns its storage ops, for the workbench.
#pragma once

#include "engine/graph/op.h"

namespace ng::python {

// Tells the linked workbench the name of the variable to which the running Python code assigns this
// new op, if there is one. The op keeps its own name. Does nothing without a link. Requires the
// interpreter lock.
void note_variable_name(const Op& op);

}  // namespace ng::python
