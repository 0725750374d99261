// SPDX-License-Identifier: Apache-2.0
// Checks a link of the inspector: it must resolve or give a reason.
#pragma once

#include "views/inspector/inspector_links.h"

namespace ng::testing {

// Empty if the link resolves to an existing target or gives a reason; else a description of the
// fault.
inline QString dead_link(const views::InspectorLink& link, const CompilationRecord* compilation) {
  if (link.label.isEmpty()) return "no label";
  if (!link.resolved) return link.text.isEmpty() ? "no reason" : QString();
  switch (link.kind) {
    case views::LinkKind::madeAt: return link.file.isEmpty() ? "no file" : QString();
    case views::LinkKind::passes:
      for (const int pass : link.passes) {
        if (pass < 0 || pass >= static_cast<int>(compilation->passes.size())) return "no such pass";
      }
      return link.passes.empty() ? "no pass" : QString();
    case views::LinkKind::kernel:
      return compilation->kernel(link.kernel.toStdString()) ? QString() : "no such kernel";
    case views::LinkKind::buffer: {
      for (const BufferRecord& buffer : compilation->buffers) {
        if (buffer.name == link.buffer.toStdString()) return {};
      }
      return "no such buffer";
    }
    case views::LinkKind::value: return link.op == 0 ? "no op" : QString();
  }
  return "no kind";
}

}  // namespace ng::testing
