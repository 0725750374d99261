// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/ties.h"

#include "engine/base/error.h"
#include "engine/graph/attributes.h"

namespace ng {

Ties ties_of(const Attributes& attributes) {
  if (!attributes.has("ties")) return Ties::original;
  const auto name = attributes.get<std::string>("ties");
  if (name == "share") return Ties::share;
  if (name == "first") return Ties::first;
  Diagnostic diagnostic;
  diagnostic.what = "unknown ties";
  diagnostic.found = "'" + name + "'";
  diagnostic.expected = "share or first";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace ng
