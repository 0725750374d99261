// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/collective_call.h"

#include "engine/base/quote.h"
#include "engine/runtime/ranks/rank_error.h"

namespace ng {
namespace {

bool combines(CallKind kind) {
  return kind == CallKind::all_reduce || kind == CallKind::reduce_scatter;
}

}  // namespace

std::string to_string(const CollectiveCall& call) {
  std::string text(name(call.kind));
  if (combines(call.kind)) {
    text += " (" + std::string(name_of(call.combine)) + ") of " + std::to_string(call.count) + " " +
            std::string(name(call.dtype));
  } else if (call.kind == CallKind::all_gather || call.kind == CallKind::broadcast) {
    text += " of " + std::to_string(call.count) + " bytes";
  }
  if (call.kind == CallKind::broadcast) text += " from rank " + std::to_string(call.root);
  return call.what.empty() ? text : text + " " + quote(call.what);
}

std::string difference_of(std::span<const CollectiveCall> calls, std::span<const int> ranks) {
  for (std::size_t i = 1; i < calls.size(); ++i) {
    if (calls[i] == calls[0]) continue;
    return "rank " + std::to_string(ranks[0]) + " calls " + to_string(calls[0]) + ", rank " +
           std::to_string(ranks[i]) + " calls " + to_string(calls[i]);
  }
  return {};
}

}  // namespace ng
