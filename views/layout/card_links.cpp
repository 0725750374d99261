// SPDX-License-Identifier: Apache-2.0
#include "views/layout/card_links.h"

#include "engine/records/graph_record.h"

namespace ng::views {

CardLinks cardLinks(const GraphRecord& graph, const FusedResults& fused, Folding folding) {
  const std::vector<Link> all = links(graph, fused);
  return cardLinks(graph, all, foldedOps(graph, all, folding));
}

CardLinks cardLinks(const GraphRecord& graph, const std::vector<Link>& links,
                    const OpTable<char>& chips) {
  CardLinks result;
  result.ops.reserve(graph.ops.size());
  result.chips.reserve(graph.ops.size());
  OpTable<int> number(graph, -1);
  for (const OpRecord& op : graph.ops) {
    number.set(op.id, static_cast<int>(result.ops.size()));
    result.ops.push_back(op.id);
    result.chips.push_back(chips.of(op.id));
  }
  result.links.reserve(links.size());
  for (const Link& link : links) result.links.push_back({number.of(link.from), number.of(link.to)});
  return result;
}

std::vector<int> ShownLinks::chain(int chip) const {
  std::vector<int> passed;
  for (; chip >= 0 && chips[static_cast<std::size_t>(chip)];
       chip = above[static_cast<std::size_t>(chip)])
    passed.push_back(chip);
  return passed;
}

ShownLinks shownLinks(const CardLinks& links, const std::vector<OpId>& items) {
  ShownLinks shown;
  shown.chips.resize(links.ops.size());
  shown.above.assign(links.ops.size(), -1);
  for (std::size_t i = 0; i < links.ops.size(); ++i)
    shown.chips[i] = links.chips[i] && items[i] == links.ops[i];
  const auto isChip = [&](int op) { return shown.chips[static_cast<std::size_t>(op)] != 0; };
  for (const auto& [from, to] : links.links)
    if (isChip(to)) shown.above[static_cast<std::size_t>(to)] = from;
  shown.links.reserve(links.links.size());
  for (const auto& [from, to] : links.links) {
    if (isChip(to)) continue;
    int card = from;
    while (card >= 0 && isChip(card)) card = shown.above[static_cast<std::size_t>(card)];
    shown.links.push_back({card, to, isChip(from) ? from : -1});
  }
  return shown;
}

}  // namespace ng::views
