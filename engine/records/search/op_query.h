// SPDX-License-Identifier: Apache-2.0
// The query language for ops, used by the window and `ngraph find`.
//
//   dot loss                 both words, in any of name, op, axes, scope, role and kernel
//   op:dot  name:W  axis:N  scope:layer1  role:loss  kernel:k0  dtype:float32  src:train.py:12
//   pass:fuse                made, changed or taken into a kernel by this pass
//   shape:[*,4096]           lengths of a result's axes in order; * matches any length
//   time>10µs  bytes>=1MiB flops<2k  size=1  operands>2    numbers, in µs (or us), bytes, FLOP,
//                                                          elements; 1KiB is 1024, 1KB 1000 bytes
//   nan                      a known value contains NaN or Inf, or a text contains "nan"
//   /re.*ex/  op:/add|mul/   regular expressions of RE2: linear time, hence no look-around and no
//                            backreferences
//   not op:constant,  (loss or gradient) and bytes>1MiB,  name:"two words"
//
// Adjacent terms are combined with "and"; matching ignores case. A word with a colon after an
// unknown field name is matched as text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/records/records.h"

namespace ng {

// Data besides the op itself. Each may be missing; terms that need it then match nothing.
struct QueryFacts {
  const CompilationRecord* compilation = nullptr;
  // Does the last value of an op contain NaN or Inf? False for an op without a known value; null if
  // no values are known.
  std::function<bool(OpId)> is_non_finite;
};

class OpQuery {
 public:
  OpQuery() = default;  // matches every op
  // Throws a value Error for a syntax error: `where` holds the column, `found` the word.
  explicit OpQuery(std::string_view text);

  bool empty() const { return !test_; }
  bool matches(const OpRecord& op, const QueryFacts& facts = {}) const {
    return !test_ || test_(op, facts);
  }

 private:
  std::function<bool(const OpRecord&, const QueryFacts&)> test_;
};

// The ops of a graph that match, in its order; the window's search and `ngraph find` are this call.
std::vector<OpId> find_ops(const GraphRecord& graph, const OpQuery& query,
                           const QueryFacts& facts = {});

// Explains a search without matches: names a word before a colon or comparison that is not a field,
// and lists the fields. Empty if all are fields.
std::string unknown_field(std::string_view search);
// Explains a search without matches: names a field whose data is not available yet. Empty if all
// data is available.
std::string unknown_fact(std::string_view search, const QueryFacts& facts);

}  // namespace ng
