// SPDX-License-Identifier: Apache-2.0
// Inspector pages of a kernel (cost, ops, inputs and outputs) and of a buffer (location, lifetime,
// values).
#include <QHBoxLayout>
#include <QPushButton>

#include "engine/analysis/memory_facts.h"
#include "engine/analysis/roofline.h"
#include "engine/records/compilation_record.h"
#include "engine/records/op_record.h"
#include "views/inspector/header_card.h"
#include "views/inspector/subject_pages.h"
#include "views/widgets/link_row.h"
#include "views/widgets/number_text.h"
#include "views/widgets/reproducer.h"
#include "views/widgets/tensors/tensor_slice.h"

namespace ng::views {
namespace {

QString text(const std::string& value) {
  return QString::fromStdString(value);
}

void addBufferRow(SectionColumn& column, Workspace& workspace, const CompilationRecord& compilation,
                  const std::string& name, const QString& label) {
  const auto found = std::find_if(compilation.buffers.begin(), compilation.buffers.end(),
                                  [&](const BufferRecord& buffer) { return buffer.name == name; });
  auto* row = new LinkRow;
  if (found == compilation.buffers.end()) {
    row->setUnresolved(label, QObject::tr("%1 is not a buffer of this program").arg(text(name)));
  } else {
    row->setTexts(label, text(name), byteText(found->bytes));
    QObject::connect(row, &LinkRow::followed, &column,
                     [&workspace, name] { goToBuffer(workspace, text(name)); });
  }
  column.add(row);
}

void addTimes(SectionColumn& column, const KernelRecord& kernel, double share, RunState run) {
  column.heading(QObject::tr("Cost"));
  if (kernel.microseconds > 0) {
    column.fact(QObject::tr("time per launch"), microsecondText(*kernel.microseconds));
    column.fact(QObject::tr("launches"), countText(kernel.launches));
    column.fact(QObject::tr("share of kernel time"), percentText(share));
    const double gflops = static_cast<double>(kernel.flops) / *kernel.microseconds / 1e3;
    const double gigabytes = static_cast<double>(kernel.bytes) / *kernel.microseconds / 1e3;
    column.fact(QObject::tr("throughput"), QStringLiteral("%1 GFLOP/s").arg(ratioText(gflops)));
    column.fact(QObject::tr("bandwidth"), QStringLiteral("%1 GB/s").arg(ratioText(gigabytes)));
  } else {
    column.paragraph(run == RunState::idle ? QObject::tr("not measured yet: press F5")
                                           : QObject::tr("not measured in this run"),
                     true);
  }
  if (kernel.kind == KernelKind::generated)
    column.fact(QObject::tr("whole program compiled"),
                kernel.cached ? QObject::tr("cached") : microsecondText(kernel.compile_ms * 1000));
}

QString ownerText(const OpRecord* op) {
  return op ? text(op->name) : QString();
}

void addOpLink(SectionColumn& column, Workspace& workspace, const QString& label, OpId op) {
  const Records records(workspace);
  const QString name = ownerText(findOp(records.source, op));
  auto* row = new LinkRow;
  if (name.isEmpty()) {
    row->setUnresolved(label, QObject::tr("none"));
  } else {
    row->setTexts(label, name);
    QObject::connect(row, &LinkRow::followed, &column, [&workspace, op] { goToOp(workspace, op); });
  }
  column.add(row);
}

// Adds the flags of the buffer and the buffers that use the same bytes before and after it.
void addPlan(SectionColumn& column, Workspace& workspace, const CompilationRecord& compilation,
             int buffer) {
  const MemoryFacts facts = memory_facts(compilation);
  for (const std::string& flag : flag_texts(compilation, facts, buffer)) {
    column.paragraph(QStringLiteral("⚠ ") + text(flag));
  }
  const Tenancy tenancy(compilation);
  const std::vector<int> before = tenancy.before(buffer), after = tenancy.after(buffer);
  if (before.empty() && after.empty()) return;
  column.heading(QObject::tr("Shared bytes"));
  const auto add = [&](const QString& label, int other) {
    const BufferRecord& record = compilation.buffers[static_cast<std::size_t>(other)];
    auto* row = new LinkRow(label, text(record.name), byteText(record.bytes));
    QObject::connect(row, &LinkRow::followed, &column,
                     [&workspace, name = text(record.name)] { goToBuffer(workspace, name); });
    column.add(row);
  };
  if (!before.empty()) add(QObject::tr("before"), before.front());
  if (!after.empty()) add(QObject::tr("after"), after.front());
}

// Adds buttons for commands on the kernel.
void addCommands(SectionColumn& column, Workspace& workspace, const KernelRecord& kernel) {
  auto* row = new QWidget;
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 4, 0, 4);
  const auto add = [&](const QString& title, const QString& tip, auto run) {
    auto* button = new QPushButton(title);
    button->setToolTip(tip);
    QObject::connect(button, &QPushButton::clicked, &column, run);
    line->addWidget(button);
    return button;
  };
  add(QObject::tr("Compile again"), QObject::tr("Compile the computation again  Ctrl+Shift+B"),
      [&workspace] {
        workspace.compilations.setTransformer(workspace.compilations.transformer());
      });
  const QString why = whyNoReproducer(workspace.queries, &kernel);
  add(QObject::tr("Reproducer…"),
      why.isEmpty() ? QObject::tr("Write the kernel with its inputs and outputs as a standalone "
                                  "program")
                    : why,
      [&column, &workspace, name = text(kernel.name)] { askReproducer(&column, workspace, name); })
      ->setEnabled(why.isEmpty());
  line->addStretch(1);
  column.addIndented(row);
  if (const QString folder = reproducerFolder(workspace.messages, text(kernel.name));
      !folder.isEmpty())
    column.paragraph(
        QObject::tr("Reproducer in %1: build with sh build.sh, run with ./reproduce.").arg(folder),
        true);
}

}  // namespace

void fillKernelPage(SectionColumn& column, Workspace& workspace, const QString& name) {
  const CompilationRecordPtr compilation = workspace.compilations.compilation();
  const KernelRecord* kernel = compilation ? compilation->kernel(name.toStdString()) : nullptr;
  if (!kernel) return;
  auto* header = new HeaderCard;
  QString kind = QString::fromUtf8(ng::name(kernel->kind));
  if (!kernel->library.empty()) kind += QStringLiteral(" · ") + text(kernel->library);
  header->setTitle(name, kind);
  header->setSignature(text(kernel->loops));
  header->setTiles(costTiles(kernel->flops, kernel->bytes));
  column.add(header);
  const auto row = static_cast<std::size_t>(kernel - compilation->kernels.data());
  addTimes(column, *kernel, kernel_shares(*compilation)[row], workspace.run.status().state);
  addCommands(column, workspace, *kernel);
  column.heading(QObject::tr("Ops inside"),
                 countText(static_cast<std::int64_t>(kernel->ops.size())));
  addOpRows(column, workspace, kernel->ops);
  column.heading(QObject::tr("Buffers"));
  for (const std::string& buffer : kernel->reads) {
    addBufferRow(column, workspace, *compilation, buffer, QObject::tr("◂ reads"));
  }
  for (const std::string& buffer : kernel->writes) {
    addBufferRow(column, workspace, *compilation, buffer, QObject::tr("▸ writes"));
  }
}

void fillBufferPage(SectionColumn& column, Workspace& workspace, const QString& name) {
  const CompilationRecordPtr compilation = workspace.compilations.compilation();
  if (!compilation) return;
  for (const BufferRecord& buffer : compilation->buffers) {
    if (text(buffer.name) != name) continue;
    auto* header = new HeaderCard;
    header->setTitle(name, QObject::tr("%1 buffer").arg(QString::fromUtf8(ng::name(buffer.kind))));
    header->setSignature(QString::fromUtf8(ng::name(buffer.dtype)) + QStringLiteral(" · ") +
                         axesText(buffer.axes));
    header->setTiles({{countText(buffer.bytes), QObject::tr("bytes")},
                      {QStringLiteral("@%1").arg(buffer.offset), QObject::tr("offset")},
                      {QStringLiteral("%1 – %2").arg(buffer.first_step).arg(buffer.last_step),
                       QObject::tr("alive, steps")}});
    column.add(header);
    addOpLink(column, workspace, QObject::tr("owner"), buffer.owner);
    addOpLink(column, workspace, QObject::tr("last reader"), buffer.last_reader);
    if (!buffer.reason.empty()) {
      column.heading(QObject::tr("Reason alive"));
      column.paragraph(text(buffer.reason));
    }
    addPlan(column, workspace, *compilation,
            static_cast<int>(&buffer - compilation->buffers.data()));
    column.heading(QObject::tr("Ops stored here"),
                   countText(static_cast<std::int64_t>(buffer.values.size())));
    addOpRows(column, workspace, buffer.values);
    column.heading(QObject::tr("Kernels"));
    for (const KernelRecord& kernel : compilation->kernels) {
      const auto in = [&](const std::vector<std::string>& names) {
        return std::find(names.begin(), names.end(), buffer.name) != names.end();
      };
      if (!in(kernel.reads) && !in(kernel.writes)) continue;
      auto* row = new LinkRow(in(kernel.writes) ? QObject::tr("▸ written") : QObject::tr("◂ read"),
                              text(kernel.name));
      QObject::connect(
          row, &LinkRow::followed, &column,
          [&workspace, kernelName = text(kernel.name)] { goToKernel(workspace, kernelName); });
      column.add(row);
    }
  }
}

}  // namespace ng::views
