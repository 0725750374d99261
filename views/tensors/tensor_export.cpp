// SPDX-License-Identifier: Apache-2.0
#include "views/tensors/tensor_export.h"

#include <QBuffer>
#include <QFileDialog>
#include <QSaveFile>

#include "views/tensors/tensor_file.h"
#include "views/tensors/tensor_pane.h"

namespace ng::views {
namespace {

void writeFile(Messages& messages, const QString& path, const QByteArray& bytes) {
  QSaveFile file(path);
  const bool written =
      file.open(QFile::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
  if (written) return;
  Diagnostic problem;
  problem.what = "The tensor cannot be saved: " + file.errorString().toStdString() + ".";
  problem.where = path.toStdString();
  problem.action = "Choose another place.";
  emit messages.message(problem);
}

}  // namespace

void saveArray(QWidget* parent, Messages& messages, TensorPane& pane, QString name,
               bool difference) {
  if (!pane.tensor()) return;
  name.replace(u'/', u'_');
  const QString path = QFileDialog::getSaveFileName(
      parent, difference ? QObject::tr("Save the difference") : QObject::tr("Save the tensor"),
      name + (difference ? QStringLiteral("_difference") : QString()) + QStringLiteral(".npy"),
      QObject::tr("NumPy array (*.npy)"));
  if (!path.isEmpty()) writeFile(messages, path, npyBytes(pane.tensor()->value));
}

void savePicture(QWidget* parent, Messages& messages, TensorPane& pane, QString name) {
  if (!pane.tensor()) return;
  const QString path = QFileDialog::getSaveFileName(
      parent, QObject::tr("Save the picture"), name.replace(u'/', u'_') + QStringLiteral(".png"),
      QObject::tr("PNG (*.png)"));
  if (path.isEmpty()) return;
  QByteArray bytes;
  QBuffer buffer(&bytes);
  pane.picture().save(&buffer, "PNG");
  writeFile(messages, path, bytes);
}

}  // namespace ng::views
