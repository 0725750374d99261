// SPDX-License-Identifier: Apache-2.0
// Links of an op to its source line, passes, kernel, buffer and value, resolved through origins.
#include "views/inspector/inspector_links.h"
#include "engine/analysis/roofline.h"
#include "views/core/loop_scope.h"

#include <QFileInfo>
#include <algorithm>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_trace.h"
#include "engine/records/plan_record.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

QString text(const std::string& value) {
  return QString::fromStdString(value);
}

bool holds(const std::vector<OpId>& ops, OpId op) {
  return std::find(ops.begin(), ops.end(), op) != ops.end();
}

// Common reason why an op has no kernel, buffer or value: it is not in the program.
QString notInProgram(const LinkSource& source, OpId op) {
  if (!source.compilation) return QObject::tr("not compiled yet");
  const CompilationRecord& compilation = *source.compilation;
  if (const PassRecord* pass = removed_by(compilation, op))
    return QObject::tr("removed by %1").arg(text(pass->name));
  const bool known = std::any_of(
      compilation.passes.begin(), compilation.passes.end(),
      [&](const PassRecord& record) { return record.before && record.before->find(op); });
  const GraphRecordPtr last = compilation.final_graph();
  if (known || (last && last->find(op))) return {};
  return QObject::tr("not part of computation '%1'").arg(text(compilation.computation));
}

InspectorLink madeAt(const OpRecord& op) {
  InspectorLink link{LinkKind::madeAt, QObject::tr("source"), {}, {}, {}, {}, 0, {}, {}, {}, 0, {}};
  if (!op.made_by.empty()) link.detail = QObject::tr("by %1").arg(text(op.made_by));
  if (!op.file.empty()) {
    link.resolved = true;
    link.file = text(op.file);
    link.line = op.line;
    link.text = QFileInfo(link.file).fileName();
    if (op.line > 0) link.text += u':' + QString::number(op.line);
  } else if (!op.made_by.empty()) {
    link.text = QObject::tr("made by %1; its origins have no source line").arg(text(op.made_by));
    link.detail.clear();
  } else {
    link.text = QObject::tr("no source line in the document");
  }
  return link;
}

// Whether `pass` moved the op into or out of a kernel.
bool joinedKernel(const PassRecord& pass, OpId op) {
  if (!pass.changed || !pass.before || !pass.after) return false;
  const OpRecord* before = pass.before->find(op);
  const OpRecord* after = pass.after->find(op);
  return before && after && before->kernel != after->kernel;
}

InspectorLink passesOf(const LinkSource& source, OpId op) {
  InspectorLink link;
  link.kind = LinkKind::passes;
  link.label = QObject::tr("passes");
  if (!source.compilation) {
    link.text = QObject::tr("not compiled yet");
    return link;
  }
  QStringList names;
  const auto& passes = source.compilation->passes;
  for (std::size_t i = 0; i < passes.size(); ++i) {
    const PassRecord& pass = passes[i];
    const bool touched = holds(pass.added, op) || holds(pass.removed, op) ||
                         holds(pass.modified, op) || joinedKernel(pass, op);
    if (!touched) continue;
    link.passes.push_back(static_cast<int>(i));
    names << text(pass.name);
  }
  link.resolved = !names.isEmpty();
  link.text = link.resolved ? names.join(QStringLiteral(", ")) : notInProgram(source, op);
  if (link.text.isEmpty()) link.text = QObject::tr("no pass changed it");
  if (link.resolved) link.detail = QString::number(names.size());
  return link;
}

// Reason why an op of the final graph has no kernel.
QString whyNoKernel(const CompilationRecord& compilation, const OpRecord& op) {
  for (std::size_t i = 0; i < compilation.steps.size(); ++i) {
    const StepRecord& step = compilation.steps[i];
    if (holds(step.ops, op.id)) return QObject::tr("step %1: %2").arg(i).arg(text(step.text));
  }
  if (op.traits.kind == OpKind::placeholder)
    return QObject::tr("none: its value is given at each call");
  if (op.traits.kind == OpKind::constant)
    return QObject::tr("none: a constant, stored when memory is allocated");
  switch (op.family) {
    case Family::state: return QObject::tr("none: state, kept between calls");
    case Family::view: return QObject::tr("none: a view of its operand's memory");
    case Family::effect: return QObject::tr("none: it only orders other ops");
    default: return QObject::tr("none: not computed by a kernel of this program");
  }
}

// The name of `op` in the final graph, e.g. "as d_W"; empty if unchanged.
QString asText(const OpRecord& survivor, OpId op) {
  return survivor.id == op ? QString() : QObject::tr("as %1").arg(text(survivor.name));
}

// Adds a target, e.g. "k1 as sigmoid_9b, 2 more" for an op that became part of three kernels.
void nameTarget(InspectorLink& link, const QString& name, const QString& words, const QString& as) {
  if (link.names.contains(name)) return;
  link.names << name;
  if (!link.resolved) link.text = as.isEmpty() ? words : words + u' ' + as;
  link.resolved = true;
}

void tellOfOthers(InspectorLink& link) {
  if (link.names.size() > 1) link.text += QObject::tr(", %1 more").arg(link.names.size() - 1);
}

InspectorLink kernelOf(const LinkSource& source, OpId op) {
  InspectorLink link;
  link.kind = LinkKind::kernel;
  link.label = QObject::tr("kernel");
  link.text = notInProgram(source, op);
  if (!source.compilation) return link;
  const CompilationRecord& compilation = *source.compilation;
  for (const OpRecord* survivor : survivors(compilation, op)) {
    const KernelRecord* kernel = compilation.kernel_of(survivor->id);
    if (!kernel) continue;
    if (!link.resolved) {
      const double share =
          kernel_shares(compilation)[static_cast<std::size_t>(kernel - compilation.kernels.data())];
      link.kernel = text(kernel->name);
      link.detail = share > 0 ? percentText(share) : QString::fromUtf8(name(kernel->kind));
    }
    nameTarget(link, text(kernel->name), text(kernel->name), asText(*survivor, op));
  }
  tellOfOthers(link);
  if (link.resolved) return link;
  const GraphRecordPtr last = compilation.final_graph();
  const OpRecord* here = last ? last->find(op) : nullptr;
  if (here) link.text = whyNoKernel(compilation, *here);
  if (link.text.isEmpty()) link.text = QObject::tr("none: no op of the program derives from it");
  return link;
}

QString whyNoBuffer(const CompilationRecord& compilation, const OpRecord& op) {
  if (const OpRecord* loop = loopAround(*compilation.final_graph(), op)) {
    return QObject::tr("in the memory of %1, new in every step").arg(text(loop->name));
  }
  if (op.family == Family::effect) return QObject::tr("none: an effect has no value");
  const KernelRecord* kernel = compilation.kernel_of(op.id);
  if (kernel && kernel->id == op.id) return QObject::tr("none: its ops have the buffers");
  if (kernel) {
    return QObject::tr("in registers only: %1 never stores it").arg(text(kernel->name));
  }
  if (op.traits.kind == OpKind::constant)
    return QObject::tr("none: written into the kernels that use it");
  return QObject::tr("none: this program never reads it from memory");
}

InspectorLink bufferOf(const LinkSource& source, OpId op) {
  InspectorLink link;
  link.kind = LinkKind::buffer;
  link.label = QObject::tr("buffer");
  link.text = notInProgram(source, op);
  if (!source.compilation) return link;
  const CompilationRecord& compilation = *source.compilation;
  for (const OpRecord* survivor : survivors(compilation, op)) {
    const BufferRecord* buffer = compilation.buffer_of(survivor->id);
    if (!buffer) continue;
    if (!link.resolved) {
      link.buffer = text(buffer->name);
      link.detail = byteText(buffer->bytes);
    }
    nameTarget(link, text(buffer->name),
               text(buffer->name) + QStringLiteral(" @%1").arg(buffer->offset),
               asText(*survivor, op));
  }
  tellOfOthers(link);
  if (link.resolved) return link;
  const GraphRecordPtr last = compilation.final_graph();
  const OpRecord* here = last ? last->find(op) : nullptr;
  if (here) link.text = whyNoBuffer(compilation, *here);
  if (link.text.isEmpty()) link.text = QObject::tr("none: no op of the program derives from it");
  return link;
}

}  // namespace

const OpRecord* findOp(const LinkSource& source, OpId op, int pass) {
  if (op == 0) return nullptr;
  if (source.compilation) {
    const auto& passes = source.compilation->passes;
    if (pass != asWritten && pass < static_cast<int>(passes.size())) {
      const PassRecord& shown = passes[static_cast<std::size_t>(pass)];
      if (const OpRecord* found = shown.after->find(op)) return found;
      if (const OpRecord* found = shown.before->find(op)) return found;
    }
    for (auto record = passes.rbegin(); record != passes.rend(); ++record) {
      if (const OpRecord* found = record->after->find(op)) return found;
    }
    if (const GraphRecordPtr first = source.compilation->as_written()) {
      if (const OpRecord* found = first->find(op)) return found;
    }
  }
  return source.document && source.document->graph ? source.document->graph->find(op) : nullptr;
}

InspectorLink valueLink(const LinkSource& source, OpId op) {
  InspectorLink link;
  link.kind = LinkKind::value;
  link.label = QObject::tr("value");
  link.op = op;
  if (source.hasValue && source.hasValue(op)) {
    link.resolved = true;
    return link;
  }
  const OpRecord* record = findOp(source, op);
  // Ops of the user's graph are computed on request, even if the program does not need them.
  const GraphRecordPtr written = source.compilation ? source.compilation->as_written() : nullptr;
  if (!written || !written->find(op)) link.text = notInProgram(source, op);
  if (!link.text.isEmpty()) return link;
  const GraphRecordPtr graph = source.compilation ? source.compilation->final_graph() : nullptr;
  const OpRecord* loop = graph && record ? loopAround(*graph, *record) : nullptr;
  if (loop) {
    link.text = QObject::tr("one value per step of %1").arg(text(loop->name));
  } else if (record && record->family == Family::effect) {
    link.text = QObject::tr("none: an effect has no value");
  } else if (source.run == RunState::idle) {
    const PlanRecord* plan = source.document ? source.document->plan.get() : nullptr;
    link.text = plan && plan->fault ? QObject::tr("not run: %1").arg(text(plan->fault->what))
                                    : QObject::tr("not run yet: press F5");
  } else {
    link.text = QObject::tr("not kept: shown after the next step");
  }
  return link;
}

InspectorLinks inspectorLinks(const LinkSource& source, OpId op) {
  const OpRecord* record = findOp(source, op);
  InspectorLinks links{record ? madeAt(*record) : InspectorLink{}, passesOf(source, op),
                       kernelOf(source, op), bufferOf(source, op), valueLink(source, op)};
  if (!record) {
    links[0].label = QObject::tr("source");
    links[0].text = QObject::tr("not in any graph of this document");
  }
  return links;
}

}  // namespace ng::views
