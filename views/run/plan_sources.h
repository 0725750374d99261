// SPDX-License-Identifier: Apache-2.0
// The part of the plan that is in the document: what its computation is given at each call, and the
// numbers that have a name. Every change is an edit, which can be undone.
#pragma once

#include <QObject>
#include <QPointer>

#include "views/core/workspace.h"
#include "views/widgets/source_chooser.h"

class QLineEdit;

namespace ng::views {

class SectionColumn;

class PlanSources : public QObject {
  Q_OBJECT

 public:
  explicit PlanSources(Workspace& workspace, QObject* parent = nullptr);

  void addTo(SectionColumn& column, const PlanRecord& plan);  // rows, and the open chooser
  void ask(OpKey placeholder);  // opens its chooser; 0, or the open one: closes it
  OpKey asked() const { return asked_; }
  SourceChooser* chooser() const { return chooser_; }  // null: none is open
  void keepTyped();                                    // before the rows are taken away

 signals:
  void changed();                      // addTo() would add other rows
  void refused(const QString& words);  // empty: no longer

 private:
  void addGiven(SectionColumn& column, const OpRecord& op, const PlanRecord& plan);
  void addNumbers(SectionColumn& column, const PlanRecord& plan);
  void enter(const PlanScalarRecord& number, QLineEdit& field);

  Workspace& workspace_;
  OpKey asked_ = 0;
  QPointer<SourceChooser> chooser_;
  struct Typed {
    int kind = -1;  // -1: nothing was
    QString text;
    bool focus = false;
  } typed_;
};

}  // namespace ng::views
