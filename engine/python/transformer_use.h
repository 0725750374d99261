// SPDX-License-Identifier: Apache-2.0
// A transformer's memory serves one call at a time, and no other thread may replace it meanwhile.
#pragma once

#include <memory>
#include <string_view>

#include "engine/session/transformer.h"

namespace ng::python {

// Whether a call runs. Shared by all computations of the transformer, and kept while one of them or
// the transformer exists. Read and written with the interpreter's lock held.
std::shared_ptr<bool> busy_flag(const Transformer& transformer);

// Sets the flag for a scope. Throws a runtime Error that says `what` if it is set.
class TransformerUse {
 public:
  TransformerUse(std::string_view what, bool& busy);
  ~TransformerUse() { busy_ = false; }
  TransformerUse(const TransformerUse&) = delete;
  TransformerUse& operator=(const TransformerUse&) = delete;

 private:
  bool& busy_;
};

}  // namespace ng::python
