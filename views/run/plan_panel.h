// SPDX-License-Identifier: Apache-2.0
// Panel of the run plan: data sources, batch size, programs kept for other lengths, evaluations,
// callbacks, and visibility of curves. Errors are shown at the top.
#pragma once

#include <QWidget>
#include <functional>
#include <set>

#include "engine/records/plan_callback_record.h"
#include "views/core/workspace.h"

class QLabel;

namespace ng::views {

class PlanSources;
class SectionColumn;

class PlanPanel : public QWidget {
  Q_OBJECT

 public:
  explicit PlanPanel(Workspace& workspace, QWidget* parent = nullptr);

  bool showsCurve(const QString& name) const { return hidden_.count(name) == 0; }
  // Names of the curves that can be shown or hidden.
  void setCurves(const QStringList& names);
  // Why the plan cannot run or the last change was refused; empty: no error.
  QString refusal() const;
  PlanSources& sources() { return *sources_; }

  QSize sizeHint() const override { return {264, 240}; }

 signals:
  void curvesChanged();
  void wanted();  // a source chooser was requested: the panel should become visible

 private:
  void rebuild();
  void follow();  // enables the panel while nothing runs
  void refused(const Diagnostic& diagnostic);
  void say(const QString& words);  // shows a message at the top; empty: hides it
  void addData(const PlanRecord& plan);
  QWidget* dataRow(const PlanDataRecord& data);
  void chooseFolder(const PlanDataRecord& data);
  void addLengths(const PlanRecord& plan);
  void addBatch(const PlanRecord& plan);
  void addPrograms();
  void addEvaluations(const PlanRecord& plan);
  void addCallbacks(const PlanRecord& plan);
  QWidget* callbackRow(const PlanRecord& plan, CallbackKind kind, const QString& text,
                       const QString& ending);
  void addCurves();
  void change(const std::function<void()>& ask);

  Session& session_;
  SectionColumn* column_;
  PlanSources* sources_;
  QLabel* refusal_;
  QStringList curves_;
  std::set<QString> hidden_;
  int batches_ = 0;
  bool asked_ = false;  // a change was requested and not answered
  QString fault_;       // why the plan cannot run; empty: it can
};

}  // namespace ng::views
