// SPDX-License-Identifier: Apache-2.0
// The documentation of an op, from the engine's op records where this build has them.
#include "views/inspector/op_documentation.h"

#if __has_include("engine/session/op_docs.h")
#include "engine/session/op_docs.h"
#define NGRAPH_OP_DOCS 1
#endif

namespace ng::views {

QString documentationOf(const std::string& op) {
#ifdef NGRAPH_OP_DOCS
  const std::string_view words = op_documentation(op);
  return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
#else
  return op.empty() ? QString() : QString();
#endif
}

}  // namespace ng::views
