// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/mpi/call_header.h"

#include <algorithm>

namespace ng {

CallHeader header_of(const CollectiveCall& call, int color) {
  CallHeader header;
  header.count = call.count;
  header.kind = static_cast<std::int32_t>(call.kind);
  header.dtype = static_cast<std::int32_t>(call.dtype);
  header.combine = static_cast<std::int32_t>(call.combine);
  header.root = call.root;
  header.color = color;
  header.what_bytes =
      static_cast<std::int32_t>(call.what.copy(header.what.data(), header.what.size()));
  return header;
}

CollectiveCall call_of(const CallHeader& header) {
  const auto bytes =
      std::clamp<std::int64_t>(header.what_bytes, 0, static_cast<std::int64_t>(header.what.size()));
  return {.kind = static_cast<CallKind>(header.kind),
          .what = std::string(header.what.data(), static_cast<std::size_t>(bytes)),
          .count = header.count,
          .dtype = static_cast<DType>(header.dtype),
          .combine = static_cast<kernel::Combine>(header.combine),
          .root = header.root};
}

}  // namespace ng
