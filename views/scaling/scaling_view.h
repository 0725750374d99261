// SPDX-License-Identifier: Apache-2.0
// Scaling view: the predicted time of a call on more and more ranks of a described cluster, as
// curves and a table, with the measured times of runs on ranks of this machine.
#pragma once

#include <map>
#include <optional>

#include "engine/records/scaling_record.h"
#include "views/core/view_base.h"
#include "views/core/workspace.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedLayout;

namespace ng::views {

class CompiledState;
class Plot;
class ScalingTable;
class TableView;

class ScalingView : public ViewBase {
  Q_OBJECT

 public:
  explicit ScalingView(Workspace& workspace, QWidget* parent = nullptr);

  void predict();
  Plot& plot() { return *plot_; }
  TableView& rows() { return *rows_; }
  QComboBox& axis() { return *axis_; }
  QCheckBox& grows() { return *grows_; }
  QString notes() const;
  QSize sizeHint() const override { return {840, 300}; }

  QJsonObject savedState() const override;
  void restoreState(const QJsonObject& state) override;

 private:
  struct Field {
    QLineEdit* line;
    const char* name;  // in savedState()
    double ScalingChoice::* value;
    double least, most;
  };

  QWidget* makeHeader();
  void addField(QWidget* header, const QString& title, const QString& unit, const QString& meaning,
                const char* name, double ScalingChoice::* value, double least, double most);
  ScalingChoice choice() const;
  QString program() const;
  void followGraph();
  void followRun();
  void follow();
  void showCurves();

  Workspace& workspace_;
  ScalingRecordPtr scaling_;
  std::map<int, double> measured_;  // µs of a call, by number of ranks
  QString measuredOf_;              // program()
  std::optional<QString> ran_;      // the ranks of the run that was last seen running
  QString wanted_;                  // a saved axis, until the axes are known
  QComboBox* axis_;
  QCheckBox* grows_;
  QLineEdit* perNode_;
  std::vector<Field> fields_;
  QPushButton* predict_;
  QLabel* notes_;
  Plot* plot_;
  ScalingTable* table_;
  TableView* rows_;
  CompiledState* empty_;
  QStackedLayout* stack_;
  Update update_;
};

}  // namespace ng::views
