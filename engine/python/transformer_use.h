// SPDX-License-Identifier: Apache-2.0
// A transformer's memory serves one call at a time, and no other thread may replace it meanwhile.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/python/interpreter_lock.h"
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

// Does `work` without the interpreter's lock, refused while a call uses the same memory: "the
// transformer is closed while it runs a call".
template <class Work>
void do_alone(const char* what, const Transformer& transformer, const Work& work) {
  const std::shared_ptr<bool> busy = busy_flag(transformer);
  const TransformerUse use("the transformer " + std::string(what) + " while it runs a call", *busy);
  const Unlocked unlocked;
  work();
}

}  // namespace ng::python
