// SPDX-License-Identifier: Apache-2.0
#include "engine/python/transformer_use.h"

#include <map>

#include "engine/base/error.h"

namespace ng::python {

std::shared_ptr<bool> busy_flag(const Transformer& transformer) {
  static auto* flags = new std::map<const Transformer*, std::weak_ptr<bool>>;
  std::erase_if(*flags, [](const auto& flag) { return flag.second.expired(); });
  auto& flag = (*flags)[&transformer];
  auto shared = flag.lock();
  if (!shared) flag = shared = std::make_shared<bool>(false);
  return shared;
}

TransformerUse::TransformerUse(std::string_view what, bool& busy) : busy_(busy) {
  if (busy) {
    Diagnostic diagnostic;
    diagnostic.what = what;
    diagnostic.action = "do it between the calls, or use one transformer per thread";
    refuse(ErrorKind::runtime, std::move(diagnostic));
  }
  busy = true;
}

}  // namespace ng::python
