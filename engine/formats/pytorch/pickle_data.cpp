// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/pytorch/pickle_data.h"

#include <array>

namespace ng {

std::string_view name(PickleKind kind) {
  constexpr std::array<std::string_view, 13> names = {"None",
                                                      "a bool",
                                                      "an integer",
                                                      "a large integer",
                                                      "a number",
                                                      "a text",
                                                      "bytes",
                                                      "a list",
                                                      "a tuple",
                                                      "a dict",
                                                      "a global",
                                                      "an object",
                                                      "a persistent reference"};
  return names[static_cast<std::size_t>(kind)];
}

std::optional<std::int64_t> PickleData::integer(Id id) const {
  if (nodes_[id].kind != PickleKind::integer) return std::nullopt;
  return nodes_[id].integer;
}

std::string_view PickleData::text(Id id) const {
  const Node& node = nodes_[id];
  const std::string& from = node.kind == PickleKind::global ? names_ : pickle_;
  return std::string_view(from).substr(node.part.first, node.part.second);
}

std::vector<PickleData::Id> PickleData::items(Id id, std::size_t most) const {
  std::vector<Id> items;
  for (std::uint32_t at = nodes_[id].part.first; at != nothing && items.size() < most;
       at = links_[at].next)
    items.push_back(links_[at].value);
  return items;
}

}  // namespace ng
