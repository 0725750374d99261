// SPDX-License-Identifier: Apache-2.0
// Table of the variables of a document and the tensors that a checkpoint has for them.
#pragma once

#include "engine/documents/binding/checkpoint_match.h"
#include "views/widgets/column_model.h"

namespace ng::views {

class MatchTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit MatchTable(QObject* parent = nullptr);
  void setBinding(CheckpointBinding binding);
  const CheckpointBinding& binding() const { return binding_; }
  // "float32 (2, 3)"
  static QString typeText(const VariableBinding& variable);
  // "transposed 1,0"; empty for an unchanged order.
  static QString orderText(const std::vector<std::size_t>& order);

 private:
  const VariableBinding& at(int row) const {
    return binding_.variables[static_cast<std::size_t>(row)];
  }
  QString remark(const VariableBinding& variable) const;

  CheckpointBinding binding_;
};

// "12 of 30 variables have a tensor; 16 missing, 2 mismatched; 20 tensors are not used"
QString summaryOf(const CheckpointBinding& binding);

}  // namespace ng::views
