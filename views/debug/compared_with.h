// SPDX-License-Identifier: Apache-2.0
// The fields that choose what is compared: a transformer, and another one, a precision, ONNX
// Runtime or a file of values.
#pragma once

#include <QObject>
#include <QString>

#include "engine/records/comparison_choice.h"
#include "views/core/workspace.h"

class QComboBox;
class QLineEdit;

namespace ng::views {

class ComparedWithFields : public QObject {
  Q_OBJECT

 public:
  ComparedWithFields(Workspace& workspace, QObject* parent);

  QComboBox* left() const { return left_; }
  QComboBox* right() const { return right_; }
  QLineEdit* renames() const { return renames_; }  // shown for a file of values
  QLineEdit* rtol() const { return rtol_; }

  ComparisonChoice choice() const;
  // Chooses a side by its name on the command line: a transformer, "bf16", "onnxruntime" or a file.
  // False: there is no such side.
  bool choose(const QString& right);

 private:
  void addTransformers();
  void addOthers();
  void chooseFile();
  void chooseFile(const QString& path);
  bool asksForFile() const;
  void followDocument();
  ComparedWith with() const;

  Workspace& workspace_;
  QComboBox *left_, *right_;
  QLineEdit *renames_, *rtol_;
  int oracle_ = 0;  // its row of `right_`
  int before_ = 0;  // the row of `right_` before a file was to be chosen
};

}  // namespace ng::views
