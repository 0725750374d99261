// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/reproducer.h"

#include <QFileDialog>
#include <algorithm>

#include "engine/records/kernel_record.h"

namespace ng::views {

QString whyNoReproducer(const Queries& queries, const KernelRecord* kernel) {
  if (!queries.writesReproducers())
    return QObject::tr("Reproducers need a session whose engine runs in this window.");
  if (!kernel) return QObject::tr("Select a kernel first.");
  if (kernel->kind != KernelKind::generated)
    return QObject::tr("%1 is a %2 kernel: it has no source of its own.")
        .arg(QString::fromStdString(kernel->name), QString::fromUtf8(name(kernel->kind)));
  if (queries.querying()) return QObject::tr("Another analysis is running: Shift+F5 stops it.");
  return {};
}

QString reproducerFolder(const Messages& messages, const QString& kernel) {
  const std::vector<Diagnostic> all = messages.messages();
  const std::string message = Queries::reproducerText(kernel);
  const auto last = std::find_if(all.rbegin(), all.rend(),
                                 [&](const Diagnostic& each) { return each.what == message; });
  return last == all.rend() ? QString() : QString::fromStdString(last->where);
}

void askReproducer(QWidget* parent, Workspace& workspace, const QString& kernel) {
  if (!workspace.queries.writesReproducers()) return;
  const QString folder = QFileDialog::getSaveFileName(
      parent, QObject::tr("Folder for the reproducer of %1").arg(kernel),
      kernel + QStringLiteral("_reproducer"), {}, nullptr, QFileDialog::DontConfirmOverwrite);
  if (!folder.isEmpty()) workspace.queries.writeReproducer(kernel, folder);
}

}  // namespace ng::views
