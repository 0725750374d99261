// SPDX-License-Identifier: Apache-2.0
#include "engine/records/search/op_query.h"

#include "engine/records/graph_record.h"
#include "engine/records/search/op_terms.h"
#include "engine/records/search/search_syntax.h"

namespace ng {

OpQuery::OpQuery(std::string_view text) {
  if (!is_blank(text)) test_ = search_test<OpTest>(parse_search(text), op_term);
}

std::vector<OpId> find_ops(const GraphRecord& graph, const OpQuery& query,
                           const QueryFacts& facts) {
  std::vector<OpId> found;
  for (const OpRecord& op : graph.ops)
    if (query.matches(op, facts)) found.push_back(op.id);
  return found;
}

}  // namespace ng
