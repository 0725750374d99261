// SPDX-License-Identifier: Apache-2.0
// The language in which ops are looked for, in the window and by `ngraph find`.
//
//   dot loss                 both words, in any of name, op, axes, scope, role and kernel
//   op:dot  name:W  axis:N  scope:layer1  role:loss  kernel:k0  dtype:float32  src:train.py:12
//   pass:fuse                made, changed or taken into a kernel by this pass
//   shape:[*,4096]           lengths of a result's axes in order; * is any
//   time>10us  bytes>=1MB  flops<2k  size=1  operands>2    numbers, in us, bytes, FLOP, elements
//   nan                      a value that is known holds NaN or Inf, or a text has "nan"
//   /re.*ex/  op:/add|mul/   regular expressions of RE2: linear time, so no look-around and no
//                            references to groups
//   not op:constant,  (loss or gradient) and bytes>1MB,  name:"two words"
//
// Words stand for "and"; case does not matter. A colon after what is no field is a text like
// others.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/session/record.h"

namespace ng {

// What besides the op itself is known; all may be missing, and then nothing is found by it.
struct QueryFacts {
  const CompilationRecord* compilation = nullptr;
  // Whether the last value of an op holds NaN or Inf; false where none is known. Null: nothing is.
  std::function<bool(OpKey)> is_odd;
};

class OpQuery {
 public:
  OpQuery() = default;  // finds every op
  // Refuses what cannot be read (Error, kind value): where says the column, found the word.
  explicit OpQuery(std::string_view text);

  bool empty() const { return !test_; }
  bool matches(const OpRecord& op, const QueryFacts& facts = {}) const {
    return !test_ || test_(op, facts);
  }

 private:
  std::function<bool(const OpRecord&, const QueryFacts&)> test_;
};

// Of a search that finds nothing the likely reason: what stands before a colon, or is compared
// with a number, is no field; with those that are. Empty: all are fields.
std::string unknown_field(std::string_view search);
// The other reason: a field asks what is not known yet. Empty: it is.
std::string unknown_fact(std::string_view search, const QueryFacts& facts);

}  // namespace ng
