// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/debug_commands.h"

#include "engine/records/compilation_record.h"
#include "views/core/breakpoints.h"

namespace ng::views {

// The run stops after the op is computed; a script stops after the call that computes it.
void DebugCommands::addActions() {
  QAction* stop =
      actions_.add("run.breakpoint", "Breakpoint at the selected op", "", {Qt::Key_F9},
                   [this] { toggleBreakpoint(workspace_.faults, workspace_.selection.op()); });
  stop->setCheckable(true);
  actions_.add("run.to_cursor", "Run to the selected op", "", {QKeySequence("Ctrl+F10")},
               [this] { workspace_.run.runTo(workspace_.selection.op()); });
}

void DebugCommands::follow(std::function<bool()> atStart) {
  connect(&workspace_.run, &Run::runChanged, this, &DebugCommands::followStep);
  connect(&workspace_.selection, &Selection::changed, this, &DebugCommands::followBreakpoints);
  connect(&workspace_.faults, &Faults::faultsChanged, this, &DebugCommands::followBreakpoints);
  connect(&workspace_.run, &Run::runChanged, this, &DebugCommands::followBreakpoints);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this,
          &DebugCommands::followBreakpoints);
  connect(&workspace_.faults, &Faults::stopReached, this, [this, atStart = std::move(atStart)] {
    if (!atStart()) showStop();
  });
  followBreakpoints();
}

void DebugCommands::followBreakpoints() {
  const OpId op = workspace_.selection.op();
  const bool ready = workspace_.compilations.compilation() != nullptr &&
                     workspace_.documents.readOnly().isEmpty() &&
                     workspace_.run.status().state != RunState::running;
  actions_["run.breakpoint"]->setEnabled(op != 0 && workspace_.documents.readOnly().isEmpty());
  actions_["run.breakpoint"]->setChecked(hasBreakpoint(workspace_.faults, op));
  actions_["run.to_cursor"]->setEnabled(op != 0 && ready);
}

// Centres the op at which the run stopped, and shows its value and operands.
void DebugCommands::showStop() {
  const std::optional<StopRecord> stop = workspace_.faults.stopped();
  if (!stop) return;
  workspace_.selection.selectOp(stop->op);
  workspace_.selection.reveal(Facet::op);
  docks_.raise(Task::debug);
}

// Lets the selection follow while ops are stepped one by one.
void DebugCommands::followStep() {
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  const int step = workspace_.run.status().step;
  if (step == step_ || !compilation) return;
  step_ = step;
  const auto last = static_cast<std::size_t>(step - 1);
  if (step < 1 || last >= compilation->steps.size() || compilation->steps[last].ops.empty()) return;
  workspace_.selection.selectKernel(QString::fromStdString(compilation->steps[last].kernel));
  workspace_.selection.selectOp(compilation->steps[last].ops.back());
}

}  // namespace ng::views
