// SPDX-License-Identifier: Apache-2.0
// The identity of an op in documents and records.
#pragma once

#include <cstdint>

namespace ng {

// The same in a document, in the graphs of all passes and in the next compilation; 0: no op.
using OpId = std::uint64_t;

}  // namespace ng
