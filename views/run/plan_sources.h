// SPDX-License-Identifier: Apache-2.0
// Part of the plan that is stored in the document: the sources of the computation's parameters, and
// named scalars. Each change is an undoable edit.
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

  void addTo(SectionColumn& column, const PlanRecord& plan);  // adds the rows and the open chooser
  void ask(OpId placeholder);  // opens the chooser of `placeholder`; 0 or the open one: closes it
  OpId asked() const { return asked_; }
  SourceChooser* chooser() const { return chooser_; }  // null: closed
  void keepTyped();                                    // call before the rows are deleted

 signals:
  void changed();                      // the rows must be rebuilt with addTo()
  void refused(const QString& words);  // empty: clears the message

 private:
  void addGiven(SectionColumn& column, const OpRecord& op, const PlanRecord& plan);
  void addNumbers(SectionColumn& column, const PlanRecord& plan);
  // `shown`: the text of the field if it was not changed.
  void enter(const PlanScalarRecord& number, const QString& shown, QLineEdit& field);

  Workspace& workspace_;
  OpId asked_ = 0;
  QPointer<SourceChooser> chooser_;
  struct Typed {
    std::optional<int> kind;  // nullopt: nothing was typed
    QString text;
    bool focus = false;
  } typed_;
};

}  // namespace ng::views
