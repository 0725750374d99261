// SPDX-License-Identifier: Apache-2.0
// Matches the ops of two graphs that were made independently, so that their ids mean nothing.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/base/tensor.h"
#include "engine/records/records.h"

namespace ng {

struct LoopRecord;

// Tensors in attributes, such as initial values, by op and attribute.
using AttributeTensors = std::map<std::pair<OpId, std::string>, std::shared_ptr<const Tensor>>;

// Ids in the second graph by ids in the first; unmatched ops have none.
using OpMatches = std::unordered_map<OpId, OpId>;

// Was the name made from the kind of the op?
bool has_automatic_name(const OpRecord& op);

struct MatchedGraph {
  const GraphRecord& graph;
  const AttributeTensors& tensors;
  const std::vector<LoopRecord>& loops;
};

// Each op has at most one match. A name without a digit that both graphs give to one op only is
// always a match if the kinds are equal; other names count as one property among others, since an
// inserted layer shifts the names of those that follow. Ops match
// - if they and the ops around them agree in kind, attributes, elements of tensors and names, in
//   fewer and fewer of these, and nothing else in either graph does;
// - if a tensor has the same elements in another order;
// - if both are the same result or the same input of computations (`same`: pairs of ids);
// - by structure: same kind and matched operands, then users, in graph order;
// - by name, even if the kinds differ;
// - if they are sources that are alike, such as constants, as many in one graph as in the other;
// - if one replaces the other: both read the same ops and are read by the same.
OpMatches match_graphs(const MatchedGraph& first, const MatchedGraph& second,
                       const std::vector<std::pair<OpId, OpId>>& same = {});

}  // namespace ng
