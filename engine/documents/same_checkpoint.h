// SPDX-License-Identifier: Apache-2.0
// All ranks must restore the same checkpoint.
#pragma once

#include "engine/documents/checkpoint.h"

namespace ng {

// Throws an Error that names the ranks whose checkpoint differs from that of the others, on all of
// them: on machines without a shared folder an older one may be left, as only the first rank
// writes. A collective call of all ranks of the transformer; does nothing without ranks.
void check_same_checkpoint(const Checkpoint& checkpoint, const Transformer& transformer);

}  // namespace ng
