// SPDX-License-Identifier: Apache-2.0
// What is selected, shared by all views: op, axis, pass, kernel, buffer, tensor, time range.
// Several changes within one event are announced once. Selecting never raises or moves anything;
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

#include "engine/session/record.h"

namespace ng::views {

struct TimeRange {
  double from = 0, to = 0;  // seconds from the start of the record
  bool operator==(const TimeRange&) const = default;
};

// A layer, role or kernel whose card was selected instead of an op.
struct SelectedGroup {
  QString title;
  std::vector<OpKey> ops;
  bool operator==(const SelectedGroup&) const = default;
};

struct SelectionState {
  static constexpr int ownBefore = -2;
  OpKey op = 0;                                // 0: none
  std::shared_ptr<const SelectedGroup> group;  // whose value `op` is, if it has one; null: none
  QString axis;   // "C", "ax.C-1"; "C 3" where axes of other lengths go by the name
  int pass = -1;  // -1: the graph as written; i: after pass i of the compilation
  int against =
      ownBefore;           // the graph that the pass is compared with, by pass; else its own before
  QString kernel, buffer;  // names in the compilation
  OpKey tensor = 0;        // the op whose value is looked at
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
  OpKey op() const { return now_.op; }
  int pass() const { return now_.pass; }

  void selectOp(OpKey op);                             // also the tensor it computes
  void selectGroup(SelectedGroup group, OpKey value);  // and the op that is its value; 0: none
  void selectAxis(const QString& axis);
  void selectPass(int pass);
  void compareWith(int pass);  // -1: the graph as written; SelectionState::ownBefore: no more
  // Announced even of the selected one: views may show that of another op since.
  void selectKernel(const QString& kernel);
  void selectBuffer(const QString& buffer);
  void selectTensor(OpKey op);
  void selectRange(std::optional<TimeRange> range);
  void clear();  // everything but the pass

  // Enter, double-click or a link: the view that shows this facet is raised and goes to it.
  void reveal(Facet facet);

  // The canvas notes the visible part of the scene; it is kept in the present history entry and
  // handed back by viewRestored().
  void noteView(const QRectF& visible);
  // So it is with the view whose tab is in front; frontRestored() hands it back.
  void noteFront(const QString& view);
  bool canGoBack() const { return at_ > 0; }
  bool canGoForward() const { return at_ + 1 < history_.size(); }
  void back();
  void forward();
  void forgetHistory();  // another document
  // Passes of the compilation: none beyond the last is selected, in the history neither.
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

// What is shown of the selected pass: its record, or all that lies between the two graphs that are
// compared as one. Null for the graph as written alone, and without a compilation.
std::shared_ptr<const PassRecord> shownPass(const CompilationRecordPtr& compilation,
                                            const SelectionState& state);

// The graph that the selected pass leaves: as written for -1. Null without a compilation.
GraphRecordPtr shownGraph(const CompilationRecordPtr& compilation, int pass);

}  // namespace ng::views
