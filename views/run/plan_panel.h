// SPDX-License-Identifier: Apache-2.0
// What a run does and may be changed of it: where its data come from, the batch, what is evaluated
// and done besides, and which curves are shown. What is refused is said at the top, in place.
#pragma once

#include <QWidget>
#include <functional>
#include <set>

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
  // The curves that can be shown.
  void setCurves(const QStringList& names);
  // Why the plan cannot run, or the last change was not taken; empty: neither.
  QString refusal() const;
  PlanSources& sources() { return *sources_; }

  QSize sizeHint() const override { return {264, 240}; }

 signals:
  void curvesChanged();
  void wanted();  // somebody asks for a source: the panel is to be seen

 private:
  void rebuild();
  void follow();  // enabled while nothing runs
  void refused(const Diagnostic& diagnostic);
  void say(const QString& words);  // at the top; empty: nothing
  void addData(const PlanRecord& plan);
  QWidget* dataRow(const PlanDataRecord& data);
  void chooseFolder(const PlanDataRecord& data);
  void addBatch(const PlanRecord& plan);
  void addEvaluations(const PlanRecord& plan);
  void addCallbacks(const PlanRecord& plan);
  QWidget* callbackRow(const PlanRecord& plan, const QString& kind, const QString& text,
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
  bool asked_ = false;  // a change is under way
  QString fault_;       // why the plan cannot run; empty: it can
};

}  // namespace ng::views
