// SPDX-License-Identifier: Apache-2.0
// Target: a search query, over an op with nontrivial texts.
#include "engine/records/op_record.h"
#include "engine/records/search/op_query.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_search(Bytes bytes) {
  OpRecord op;
  op.op = "dot";
  op.name = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
  op.scope = "layer1/gate";
  op.results = {{{{"C", 4, 0, {}}, {"N", 8, 0, {}}}, DType::f32}};
  const std::string_view search = text_of(bytes);
  unknown_field(search);
  unknown_fact(search, {});
  OpQuery(search).matches(op);
}

}  // namespace ng::fuzz
