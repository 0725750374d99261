// SPDX-License-Identifier: Apache-2.0
// A collective call as the ranks send it to each other before its data.
#pragma once

#include <array>
#include <cstdint>

#include "engine/distributed/collective_call.h"

namespace ng {

// The ranks run the same program on machines of one kind: the bytes are sent as they are.
struct CallHeader {
  std::int64_t count = 0;
  std::int32_t kind = 0, dtype = 0, combine = 0, root = 0;
  std::int32_t color = 0;  // of a split; may differ between ranks
  std::int32_t what_bytes = 0;
  std::array<char, 200> what = {};  // the start of a longer name
};

CallHeader header_of(const CollectiveCall& call, int color);
CollectiveCall call_of(const CallHeader& header);

}  // namespace ng
