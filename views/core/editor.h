// SPDX-License-Identifier: Apache-2.0
// Editor: creates and changes the document. Every edit is a line of text in the syntax of `ngraph
// edit`. Views preview and submit lines; an invalid line returns an EditAnswer with a column and
// never opens a dialog. Questions start no draft. GUI thread only.
#pragma once

#include <QObject>
#include <QPointF>
#include <QString>
#include <QStringList>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/graph/family.h"
#include "engine/records/given_kind.h"

namespace ng::views {

// A function that creates ops, as listed in the palette.
struct FunctionRow {
  QString name;       // "dot"
  QString className;  // Python's other spelling, "DotOp"; empty: none
  QString signature;  // "dot(x, y)"
  QString source;     // call that creates a scalar source: "placeholder([])"; empty for others
  QString doc;        // documentation of the op
  QString glyph;
  Family family = Family::elementwise;
  QStringList operands;  // names of the operands that links can connect to
};

// The result of an edit, a preview or a trial.
struct EditAnswer {
  bool good = true;
  QString text;     // "add y: float32 ()", or the error
  int column = 0;   // 1-based; 0: the whole line
  QString details;  // found, expected and what to do
  // Of a preview: unknown names that the edit would create as placeholders.
  QStringList placeholders;
};

// Refuses a line with unknown names until the user agrees to create them: a name can be a typo.
// `preview` is that of `line`.
EditAnswer undefinedNames(const QString& line, const EditAnswer& preview);

// A property of an op that can be changed: replacing %1 in `line` gives the edit.
struct FieldRow {
  QString name;   // "axes"
  QString value;  // in the syntax of an edit line
  QString line;   // "set(#5, axes=%1)"
};

// A kind of source that can feed a placeholder at each call.
struct SourceRow {
  GivenKind kind = GivenKind::value;
  QString title;        // "Data set"
  QString example;      // "mnist.train.image"
  QString help;         // one sentence
  QStringList choices;  // completions
};

class Editor : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  virtual bool editing() const = 0;  // true while a draft is shown: the document is new or changed
  // Shows a draft of the document; the first edit does so, too. False: it may not be edited.
  virtual bool begin() = 0;
  virtual bool modified() const = 0;
  virtual void newDocument() = 0;
  virtual EditAnswer save(const QString& path) = 0;
  virtual void discard() = 0;  // ends the draft; restoreDiscarded() brings its edits back
  // Describes the edits that were discarded last: "3 edits of a.ngraph"; empty: none.
  virtual QString discarded() const { return {}; }
  virtual void restoreDiscarded() {}
  virtual QString discardedFolder() const { return {}; }  // empty: discarded work is not kept

  // A line may hold several edits joined by "; ". They are one undo step.
  virtual EditAnswer apply(const QString& line, std::optional<QPointF> at = {}) = 0;
  virtual EditAnswer preview(const QString& line) = 0;  // for expressions; creates nothing
  virtual EditAnswer trial(const QString& line) = 0;    // for any edit; changes nothing
  // The same as a function that may be called on any thread; it uses a copy of the document.
  virtual std::function<EditAnswer()> trialJob(const QString& line) {
    return [answer = trial(line)] { return answer; };
  }

  // Returns the line `paste("{…}")` that inserts these ops, with cards at these places, into
  // another document.
  virtual EditAnswer piece(const std::map<OpId, QPointF>& ops) = 0;

  virtual QString undoName() const = 0;  // empty: nothing to undo
  virtual QString redoName() const = 0;
  virtual void undo() = 0;
  virtual void redo() = 0;

  virtual const std::vector<FunctionRow>& functions() const = 0;
  // "dot(x, y)" of "dot", "dot(" and Python's "DotOp"; the word itself if it is not a function.
  QString signature(const QString& word) const;
  // Whether the function can read this op.
  virtual bool fits(const QString& function, OpId from) = 0;
  virtual QStringList words() const = 0;  // names and functions, for completion
  // Operand names by position, in the order of the document's rows; empty if no operand of the op
  // can be connected.
  virtual QStringList operandNames(OpId op) const = 0;
  virtual QString why(OpId op) const = 0;   // why the op is unfinished; empty: it is finished
  virtual QString note(OpId op) const = 0;  // "= 4": the value fed to a placeholder
  // Name, attributes and source of the op. Empty if the op has none or no document is open.
  virtual std::vector<FieldRow> fields(OpId op) = 0;
  // sources(): the kinds of sources that can feed a placeholder of the shown document; empty if the
  // op is not a placeholder. sourceLine(): the edit that feeds it from
  // `text`, in one of these kinds.
  virtual std::vector<SourceRow> sources(OpId) const { return {}; }
  virtual QString sourceLine(OpId, GivenKind, const QString& /*text*/) const { return {}; }
  virtual std::map<OpId, QPointF> places() const = 0;  // card positions set by the user
  virtual OpId last() const = 0;  // the op that the last edit concerns; 0: none

 signals:
  void changed();
  // The user drags a function from the palette over the window; dropped() ends the drag.
  void carried(const QString& function, const QPoint& global);
  void dropped(const QString& function, const QPoint& global);
  // Asks the palette to list functions that can read this op and to insert at this place; 0: all
  // functions.
  void functionWanted(ng::OpId from, const QPointF& at);
  // The user drags a link from this op; 0: the drag has ended.
  void linkDrawn(ng::OpId from);
  void sourceWanted(ng::OpId placeholder);  // asks the user what feeds this placeholder
  // Put into the text field.
  void lineWanted(const QString& text, int selectFrom, int selectLength);
};

}  // namespace ng::views
