// SPDX-License-Identifier: Apache-2.0
// The kernel table of a compilation.
#include "views/kernels/kernel_table.h"

#include <algorithm>

#include "engine/analysis/roofline.h"
#include "engine/records/compilation_record.h"
#include "engine/records/model_node.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

QString text(const std::string& value) {
  return QString::fromStdString(value);
}

QString kindText(const KernelRecord& kernel) {
  return QString::fromUtf8(name(kernel.kind));
}

// Loops and library calls have no generated text.
bool isCompiled(const KernelRecord& kernel) {
  return kernel.kind == KernelKind::generated;
}

QString microseconds(const KernelRecord& kernel) {
  return kernel.microseconds ? QString::number(*kernel.microseconds, 'f', 1) : QString();
}

}  // namespace

KernelTable::KernelTable(QObject* parent) : ColumnModel({}, parent) {
  setColumns(columns());
}

std::vector<TableColumn> KernelTable::columns() {
  const auto at = [this](int row) -> const KernelRecord& { return *kernel(row); };
  return {
      {tr("Kernel"), false, [=](int r) { return text(at(r).name); }, {}, {}},
      {tr("µs"),
       true,
       [=](int r) { return microseconds(at(r)); },
       [=](int r) { return QVariant(at(r).microseconds.value_or(0)); },
       {}},
      {tr("% of time"),
       true,
       [=, this](int r) {
         return share(at(r)) > 0 ? QString::number(share(at(r)) * 100, 'f', 0) : QString();
       },
       [=, this](int r) { return QVariant(share(at(r))); },
       {}},
      {tr("Ops"),
       true,
       [=](int r) { return countText(static_cast<std::int64_t>(at(r).ops.size())); },
       [=](int r) { return QVariant(static_cast<qlonglong>(at(r).ops.size())); },
       {}},
      {tr("FLOP"),
       true,
       [=](int r) { return countText(at(r).flops); },
       [=](int r) { return QVariant(static_cast<qlonglong>(at(r).flops)); },
       {}},
      {tr("Bytes"),
       true,
       [=](int r) { return countText(at(r).bytes); },
       [=](int r) { return QVariant(static_cast<qlonglong>(at(r).bytes)); },
       {}},
      {tr("Kind"),
       false,
       [=](int r) { return at(r).library.empty() ? kindText(at(r)) : text(at(r).library); },
       {},
       [=](int r) { return kindText(at(r)); }},
      {tr("Program compile ms"),
       true,
       [=](int r) {
         if (!isCompiled(at(r))) return QString();
         return at(r).cached ? tr("cached") : QString::number(at(r).compile_ms, 'f', 1);
       },
       [=](int r) { return QVariant(at(r).cached || !isCompiled(at(r)) ? 0.0 : at(r).compile_ms); },
       {}},
      {tr("Loops"),
       false,
       [=](int r) { return text(at(r).loops); },
       {},
       [=](int r) { return text(at(r).loops); }},
      {tr("Nodes"),
       false,
       [=, this](int r) { return nodes(at(r)); },
       {},
       [=, this](int r) { return nodes(at(r)); }},
  };
}

void KernelTable::setCompilation(CompilationRecordPtr compilation) {
  compilation_ = std::move(compilation);
  shares_ = compilation_ ? kernel_shares(*compilation_) : std::vector<double>();
  const auto hasNode = [this](const KernelRecord& each) { return !nodes(each).isEmpty(); };
  hasNodes_ = compilation_ &&
              std::any_of(compilation_->kernels.begin(), compilation_->kernels.end(), hasNode);
  setRows(compilation_ ? static_cast<int>(compilation_->kernels.size()) : 0);
}

const KernelRecord* KernelTable::kernel(int row) const {
  const bool there =
      compilation_ && row >= 0 && row < static_cast<int>(compilation_->kernels.size());
  return there ? &compilation_->kernels[static_cast<std::size_t>(row)] : nullptr;
}

int KernelTable::rowOf(const QString& name) const {
  for (int row = 0; kernel(row); ++row) {
    if (text(kernel(row)->name) == name) return row;
  }
  return -1;
}

QString KernelTable::nodes(const KernelRecord& kernel) const {
  return text(model_nodes_text(compilation_->final_graph(), kernel.ops));
}

double KernelTable::share(const KernelRecord& kernel) const {
  return shares_[static_cast<std::size_t>(&kernel - compilation_->kernels.data())];
}

namespace {

// "sm_90: 40 registers · 4 KiB shared memory · 75 % occupancy"
QString useText(const GpuUse& use) {
  QStringList parts;
  parts << QObject::tr("%1: %2 registers").arg(text(use.architecture)).arg(use.registers);
  if (use.shared_bytes > 0)
    parts << QObject::tr("%1 shared memory a block").arg(byteText(use.shared_bytes));
  if (use.local_bytes > 0)
    parts << QObject::tr("%1 local memory a thread").arg(byteText(use.local_bytes));
  if (use.occupancy) parts << QObject::tr("%1 occupancy").arg(percentText(*use.occupancy));
  return parts.join(QStringLiteral(", "));
}

}  // namespace

QString costLine(const KernelRecord& kernel, double share, const QString& limit) {
  QStringList parts;
  parts << (kernel.microseconds ? microsecondText(*kernel.microseconds)
                                : QObject::tr("not measured"));
  if (share > 0) parts << QObject::tr("%1 of kernel time").arg(percentText(share));
  parts << flopText(kernel.flops) << byteText(kernel.bytes);
  if (kernel.microseconds > 0) {
    const double speed = static_cast<double>(kernel.flops) / *kernel.microseconds / 1e3;
    parts << ratioText(speed) + QStringLiteral(" GFLOP/s");
  }
  if (!limit.isEmpty()) parts << limit;
  if (isCompiled(kernel))
    parts << (kernel.cached ? QObject::tr("cached")
                            : QObject::tr("program compiled in %1")
                                  .arg(microsecondText(kernel.compile_ms * 1e3)));
  if (!kernel.loops.empty()) parts << text(kernel.loops);
  if (kernel.gpu_use) parts << useText(*kernel.gpu_use);
  return parts.join(QStringLiteral("  ·  "));
}

}  // namespace ng::views
