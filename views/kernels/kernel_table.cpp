// SPDX-License-Identifier: Apache-2.0
// The kernel table of a compilation.
#include "views/kernels/kernel_table.h"

#include "engine/records/compilation_record.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

QString text(const std::string& value) {
  return QString::fromStdString(value);
}

// Loops and library calls have no generated text.
bool isCompiled(const KernelRecord& kernel) {
  return kernel.kind == KernelKind::generated;
}

}  // namespace

KernelTable::KernelTable(QObject* parent)
    : RecordTable(kernel_columns(),
                  {"name", "microseconds", "share", "op_count", "flops", "bytes", "kind",
                   "compile_ms", "loops", "nodes"},
                  parent) {}

void KernelTable::setCompilation(CompilationRecordPtr compilation) {
  set(compilation ? kernel_rows(*compilation) : std::vector<KernelRow>());
  compilation_ = std::move(compilation);
}

const KernelRecord* KernelTable::kernel(int row) const {
  const KernelRow* found = this->row(row);
  return found ? found->kernel : nullptr;
}

int KernelTable::rowOf(const QString& name) const {
  return rowWhere([&](const KernelRow& row) { return text(row.kernel->name) == name; });
}

bool KernelTable::hasNodes() const {
  return hasCells(column_of(kernel_columns(), "nodes"));
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
