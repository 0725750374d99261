// SPDX-License-Identifier: Apache-2.0
#include "views/graph/op_menu.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <algorithm>

#include "engine/records/compilation_record.h"
#include "engine/records/op_record.h"
#include "engine/records/op_trace.h"
#include "views/core/breakpoints.h"
#include "views/core/op_names.h"
#include "views/core/selection.h"
#include "views/core/session/session.h"

namespace ng::views {
namespace {

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

// The kernels of the op, or of the ops that passes made from it.
std::vector<const KernelRecord*> kernelsOf(const CompilationRecord& compilation, OpId op) {
  std::vector<const KernelRecord*> kernels;
  for (const OpRecord* each : survivors(compilation, op)) {
    const KernelRecord* kernel = compilation.kernel_of(each->id);
    if (kernel && std::find(kernels.begin(), kernels.end(), kernel) == kernels.end())
      kernels.push_back(kernel);
  }
  return kernels;
}

void addPlaces(QMenu& menu, Selection& selection, const CompilationRecord& compilation, OpId op) {
  for (const KernelRecord* kernel : kernelsOf(compilation, op))
    menu.addAction(QObject::tr("Kernel %1").arg(text(kernel->name)),
                   [&selection, name = text(kernel->name)] {
                     selection.selectKernel(name);
                     selection.reveal(Facet::kernel);
                   });
  if (const BufferRecord* buffer = compilation.buffer_of(op))
    menu.addAction(QObject::tr("Buffer %1").arg(text(buffer->name)),
                   [&selection, name = text(buffer->name)] {
                     selection.selectBuffer(name);
                     selection.reveal(Facet::buffer);
                   });
}

}  // namespace

void addOpEntries(QMenu& menu, Workspace& workspace, const OpRecord& op) {
  Selection& selection = workspace.selection;
  menu.addAction(QObject::tr("Value\tEnter"), [&selection] { selection.reveal(Facet::tensor); });
  const CompilationRecordPtr compilation = workspace.compilations.compilation();
  if (compilation) addPlaces(menu, selection, *compilation, op.id);
  menu.addSeparator();
  menu.addAction(hasBreakpoint(workspace.faults, op.id) ? QObject::tr("Remove the breakpoint\tF9")
                                                        : QObject::tr("Set a breakpoint\tF9"),
                 [&workspace, id = op.id] { toggleBreakpoint(workspace.faults, id); });
  if (compilation)
    menu.addAction(QObject::tr("Run to here\tCtrl+F10"),
                   [&workspace, id = op.id] { workspace.run.runTo(id); });
  menu.addAction(QObject::tr("Copy the name"), [name = uniqueNameOf(workspace, op.id)] {
    QApplication::clipboard()->setText(name);
  });
}

}  // namespace ng::views
