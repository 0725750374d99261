// SPDX-License-Identifier: Apache-2.0
// Editor: making and changing the document. Every edit is a line of text, as `ngraph edit` takes
// it. Views show what an edit would do and hand lines over; what cannot be comes back as an answer
// with a column, never as a dialog. GUI thread only.
#pragma once

#include <QObject>
#include <QPointF>
#include <QString>
#include <QStringList>
#include <map>
#include <optional>
#include <vector>

#include "engine/session/record.h"

namespace ng::views {

// A function that makes ops, for the palette.
struct FunctionRow {
  QString name;       // "dot"
  QString signature;  // "dot(x, y)"
  QString doc;        // of the op
  QString glyph;
  Family family = Family::elementwise;
  QStringList operands;  // names of those that links lead to
};

// What an edit did, or would do.
struct EditAnswer {
  bool good = true;
  QString text;     // "add y: float32 ()", or what is wrong
  int column = 0;   // from 1; 0: the line as a whole
  QString details;  // what was found, expected, and what to do
  QStringList placeholders;  // of a preview: names that are not there yet, made with it
};

// A property of an op that can be changed: `line` with its %1 replaced is the edit.
struct FieldRow {
  QString name;   // "axes"
  QString value;  // as it is written in a line
  QString line;   // "set(#5, axes=%1)"
};

// A kind of source that a placeholder can be given at each call.
struct SourceRow {
  QString kind;         // as PlanGivenRecord says it
  QString title;        // "Data set"
  QString example;      // "mnist.train.image"
  QString help;         // one sentence
  QStringList choices;  // to complete
};

class Editor : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  virtual bool editing() const = 0;  // a draft is shown: the document is new or was changed
  virtual bool modified() const = 0;
  virtual void newDocument() = 0;
  virtual EditAnswer save(const QString& path) = 0;
  virtual void discard() = 0;  // forgets the draft and its journal

  // A line may hold several edits, joined by "; ": they are one step.
  virtual EditAnswer apply(const QString& line, std::optional<QPointF> at = {}) = 0;
  virtual EditAnswer preview(const QString& line) = 0;  // of an expression; makes nothing
  virtual EditAnswer trial(const QString& line) = 0;    // of any edit; changes nothing

  // The line that puts these ops, with cards at these places, into another document:
  // `paste("{…}")`. It begins no draft.
  virtual EditAnswer piece(const std::map<OpKey, QPointF>& ops) = 0;

  virtual QString undoName() const = 0;  // empty: nothing to undo
  virtual QString redoName() const = 0;
  virtual void undo() = 0;
  virtual void redo() = 0;

  virtual const std::vector<FunctionRow>& functions() const = 0;
  virtual bool fits(const QString& function, OpKey from) = 0;  // may it read this op?
  virtual QStringList words() const = 0;                       // names and functions to complete
  // Of the op's operands as rows hold them, by position; empty: it has none that can be connected.
  virtual QStringList operandNames(OpKey op) const = 0;
  virtual QString why(OpKey op) const = 0;   // it is unfinished; empty: it is finished
  virtual QString note(OpKey op) const = 0;  // "= 4": what a placeholder is fed
  // Name, attributes and source of the op; begins a draft. Empty: it has none, or none is open.
  virtual std::vector<FieldRow> fields(OpKey op) = 0;
  // What a placeholder of the shown document can be given; begins no draft. None: it is no
  // placeholder. And the edit that gives it what `text` says, of one of these kinds.
  virtual std::vector<SourceRow> sources(OpKey) const { return {}; }
  virtual QString sourceLine(OpKey, const QString& /*kind*/, const QString& /*text*/) const {
    return {};
  }
  virtual std::map<OpKey, QPointF> places() const = 0;  // where the user put cards
  virtual OpKey last() const = 0;                       // that the last edit is about; 0: none

 signals:
  void changed();
  // A function is carried over the window, by mouse, from the palette; dropped() ends it.
  void carried(const QString& function, const QPoint& global);
  void dropped(const QString& function, const QPoint& global);
  // The palette shall show what may read this op, and put it at this place; 0: everything.
  void functionWanted(ng::OpKey from, const QPointF& at);
  // A link is drawn from this op and not yet let go; 0: no longer.
  void linkDrawn(ng::OpKey from);
  void sourceWanted(ng::OpKey placeholder);  // that it be asked what this one is given
  void lineWanted(const QString& text, int selectFrom, int selectLength);  // in the text field
};

}  // namespace ng::views
