// SPDX-License-Identifier: Apache-2.0
// The selection shared by all views: op, axis, pass, kernel, buffer, tensor, time range. Several
// changes within one event are emitted once. Selecting never raises a view or moves the canvas;
// reveal() does. GUI thread only.
#pragma once

#include <QFlags>
#include <QObject>
#include <QRectF>
#include <QString>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/records/records.h"

namespace ng::views {

struct TimeRange {
  double from = 0, to = 0;  // seconds from the start of the record
  bool operator==(const TimeRange&) const = default;
};

// A layer, role or kernel whose card was selected instead of an op.
struct SelectedGroup {
  QString title;
  std::vector<OpId> ops;
  bool operator==(const SelectedGroup&) const = default;
};

// The graph before all passes, as a pass of the selection. The graphs of a compilation are ordered:
// as written, after pass 0, after pass 1 …
inline constexpr int asWritten = -1;

struct SelectionState {
  OpId op = 0;  // 0: none
  // `op` is the group's value, if it has one; null: no group.
  std::shared_ptr<const SelectedGroup> group;
  QString axis;          // "C", "ax.C-1"; "C 3" if axes of different lengths share the name
  int pass = asWritten;  // its graph is shown
  // The pass whose graph it is compared with; nullopt: no comparison, only the pass's own changes.
  std::optional<int> against;
  QString kernel, buffer;  // names in the compilation
  OpId tensor = 0;         // the op whose value is shown
  std::optional<TimeRange> range;
  bool operator==(const SelectionState&) const = default;
};

enum class Facet {
  op = 1,
  axis = 2,
  pass = 4,
  kernel = 8,
  buffer = 16,
  tensor = 32,
  range = 64,
  group = 128
};
Q_DECLARE_FLAGS(Facets, Facet)
Q_DECLARE_OPERATORS_FOR_FLAGS(Facets)

class Selection : public QObject {
  Q_OBJECT

 public:
  explicit Selection(QObject* parent = nullptr);

  const SelectionState& state() const { return now_; }
  OpId op() const { return now_.op; }
  int pass() const { return now_.pass; }

  void selectOp(OpId op);                             // also selects the tensor that it computes
  void selectGroup(SelectedGroup group, OpId value);  // and the op that is its value; 0: none
  void selectAxis(const QString& axis);
  void selectPass(int pass);
  void compareWith(std::optional<int> pass);  // nullopt: ends the comparison
  // Emits changed() even if the kernel is already selected: a view may show another op's kernel by
  // now.
  void selectKernel(const QString& kernel);
  void selectBuffer(const QString& buffer);
  void selectTensor(OpId op);
  void selectRange(std::optional<TimeRange> range);
  void clear();  // everything but the pass

  // For Enter, a double click or a link: raises the view that shows this facet and moves it there.
  void reveal(Facet facet);

  // Stores the canvas's visible part of the scene in the current history entry; viewRestored()
  // returns it.
  void noteView(const QRectF& visible);
  // Stores the id of the view whose tab is in front; frontRestored() returns it.
  void noteFront(const QString& view);
  bool canGoBack() const { return at_ > 0; }
  bool canGoForward() const { return at_ + 1 < history_.size(); }
  void back();
  void forward();
  void forgetHistory();  // for a new document
  // Number of passes of the compilation; clamps the selected pass here and in the history.
  void setPassCount(int count);

 signals:
  void changed(ng::views::Facets what);  // once per event loop turn, all changes merged
  void revealed(ng::views::Facet facet);
  void viewRestored(const QRectF& visible);
  void frontRestored(const QString& view);
  void historyChanged();

 private:
  struct Entry {
    SelectionState state;
    QRectF view;
    QString front;
  };
  void set(SelectionState next);
  SelectionState within(SelectionState state) const;
  void announce(Facets what);
  void flush();
  void go(std::size_t at);

  SelectionState now_;
  std::vector<Entry> history_;
  std::size_t at_ = 0;
  int lastPass_ = std::numeric_limits<int>::max();
  Facets pending_;
  bool recorded_ = false;
};

// The pass record to show: the selected pass, or one record that merges all passes between the two
// compared graphs. Null for the graph as written without a comparison, and without a compilation.
std::shared_ptr<const PassRecord> shownPass(const CompilationRecordPtr& compilation,
                                            const SelectionState& state);

// The graph after the selected pass; -1: the graph as written. Null without a compilation.
GraphRecordPtr shownGraph(const CompilationRecordPtr& compilation, int pass);

}  // namespace ng::views
