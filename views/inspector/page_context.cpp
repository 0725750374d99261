// SPDX-License-Identifier: Apache-2.0
// Records for the inspector links, and navigation to their targets.
#include "views/inspector/page_context.h"

namespace ng::views {

Records::Records(const Session& session)
    : document(session.documents.document()), compilation(session.compilations.compilation()) {
  source.document = document.get();
  source.compilation = compilation.get();
  source.run = session.run.status().state;
  source.hasValue = [&values = session.values](OpId op) { return values.value(op) != nullptr; };
}

void goToOp(Workspace& workspace, OpId op) {
  workspace.selection.selectOp(op);
  workspace.selection.reveal(Facet::op);
}

void goToKernel(Workspace& workspace, const QString& kernel) {
  workspace.selection.selectKernel(kernel);
  workspace.selection.reveal(Facet::kernel);
}

void goToPass(Workspace& workspace, int pass) {
  workspace.selection.selectPass(pass);
  workspace.selection.reveal(Facet::pass);
}

void goToBuffer(Workspace& workspace, const QString& buffer) {
  workspace.selection.selectBuffer(buffer);
  workspace.selection.reveal(Facet::buffer);
}

void goToTensor(Workspace& workspace, OpId op) {
  workspace.selection.selectTensor(op);
  workspace.selection.reveal(Facet::tensor);
}

}  // namespace ng::views
