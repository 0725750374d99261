// SPDX-License-Identifier: Apache-2.0
// Shows the metadata of a checkpoint as text: short ones by key, then those of several lines, such
// as the program of a TorchScript archive.
#pragma once

#include <QDialog>
#include <map>
#include <string>

class QPlainTextEdit;

namespace ng::views {

class MetadataWindow : public QDialog {
  Q_OBJECT

 public:
  MetadataWindow(const QString& file, const std::map<std::string, std::string>& metadata,
                 QWidget* parent);
  QString text() const;

 private:
  QPlainTextEdit* text_;
};

}  // namespace ng::views
