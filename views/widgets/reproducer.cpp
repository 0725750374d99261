// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/reproducer.h"

#include <QFileDialog>
#include <algorithm>

#include "views/core/kernel_case_writer.h"

namespace ng::views {

QString whyNoReproducer(const Session& session, const KernelRecord* kernel) {
  if (!dynamic_cast<const KernelCaseWriter*>(&session))
    return QObject::tr("Reproducers need a session whose engine runs in this window.");
  if (!kernel) return QObject::tr("Select a kernel first.");
  if (kernel->kind != KernelKind::generated)
    return QObject::tr("%1 is a %2 kernel: it has no source of its own.")
        .arg(QString::fromStdString(kernel->name), QString::fromUtf8(name(kernel->kind)));
  if (session.inquiring()) return QObject::tr("Another analysis is running: Shift+F5 stops it.");
  return {};
}

QString reproducerFolder(const Session& session, const QString& kernel) {
  const std::vector<Diagnostic> messages = session.messages();
  const std::string told = KernelCaseWriter::writtenText(kernel);
  const auto last = std::find_if(messages.rbegin(), messages.rend(),
                                 [&](const Diagnostic& each) { return each.what == told; });
  return last == messages.rend() ? QString() : QString::fromStdString(last->where);
}

void askReproducer(QWidget* parent, Workspace& workspace, const QString& kernel) {
  auto* writer = dynamic_cast<KernelCaseWriter*>(&workspace.session);
  if (!writer) return;
  const QString folder = QFileDialog::getSaveFileName(
      parent, QObject::tr("Folder for the reproducer of %1").arg(kernel),
      kernel + QStringLiteral("_reproducer"), {}, nullptr, QFileDialog::DontConfirmOverwrite);
  if (!folder.isEmpty()) writer->writeReproducer(kernel, folder);
}

}  // namespace ng::views
