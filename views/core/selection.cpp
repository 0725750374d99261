// SPDX-License-Identifier: Apache-2.0
// Selection: merges change notifications and keeps the history.
#include "views/core/selection.h"

#include <QTimer>
#include <algorithm>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_changes.h"
#include "engine/records/graph_record.h"

namespace ng::views {

namespace {

Facets difference(const SelectionState& a, const SelectionState& b) {
  Facets what;
  what.setFlag(Facet::op, a.op != b.op);
  what.setFlag(Facet::group, a.group != b.group && !(a.group && b.group && *a.group == *b.group));
  what.setFlag(Facet::axis, a.axis != b.axis);
  what.setFlag(Facet::pass, a.pass != b.pass || a.against != b.against);
  what.setFlag(Facet::kernel, a.kernel != b.kernel);
  what.setFlag(Facet::buffer, a.buffer != b.buffer);
  what.setFlag(Facet::tensor, a.tensor != b.tensor);
  what.setFlag(Facet::range, a.range != b.range);
  return what;
}

constexpr std::size_t longestHistory = 500;

}  // namespace

Selection::Selection(QObject* parent) : QObject(parent), history_(1) {}

void Selection::selectOp(OpId op) {
  SelectionState next = now_;
  next.op = op;
  next.group.reset();
  if (op != 0) next.tensor = op;
  set(std::move(next));
}

void Selection::selectGroup(SelectedGroup group, OpId value) {
  SelectionState next = now_;
  next.op = value;
  next.group = std::make_shared<const SelectedGroup>(std::move(group));
  if (value != 0) next.tensor = value;
  set(std::move(next));
}

void Selection::selectAxis(const QString& axis) {
  SelectionState next = now_;
  next.axis = axis;
  set(std::move(next));
}

void Selection::selectPass(int pass) {
  SelectionState next = now_;
  next.pass = std::max(pass, asWritten);
  set(std::move(next));
}

void Selection::compareWith(std::optional<int> pass) {
  SelectionState next = now_;
  next.against = pass ? std::optional(std::max(*pass, asWritten)) : std::nullopt;
  set(std::move(next));
}

void Selection::selectKernel(const QString& kernel) {
  if (kernel == now_.kernel && !kernel.isEmpty()) return announce(Facet::kernel);
  SelectionState next = now_;
  next.kernel = kernel;
  set(std::move(next));
}

void Selection::selectBuffer(const QString& buffer) {
  SelectionState next = now_;
  next.buffer = buffer;
  set(std::move(next));
}

void Selection::selectTensor(OpId op) {
  SelectionState next = now_;
  next.tensor = op;
  set(std::move(next));
}

void Selection::selectRange(std::optional<TimeRange> range) {
  SelectionState next = now_;
  next.range = range;
  set(std::move(next));
}

void Selection::clear() {
  SelectionState next;
  next.pass = now_.pass;
  set(std::move(next));
}

void Selection::reveal(Facet facet) {
  flush();  // views need the new selection before one of them is raised
  emit revealed(facet);
}

void Selection::noteView(const QRectF& visible) {
  history_[at_].view = visible;
}

void Selection::noteFront(const QString& view) {
  history_[at_].front = view;
}

void Selection::back() {
  flush();
  if (canGoBack()) go(at_ - 1);
}

void Selection::forward() {
  flush();
  if (canGoForward()) go(at_ + 1);
}

void Selection::forgetHistory() {
  now_ = {};
  history_.assign(1, {{}, {}, history_[at_].front});
  at_ = 0;
  recorded_ = false;
  announce(static_cast<Facets>(0xff));
  emit historyChanged();
}

void Selection::setPassCount(int count) {
  lastPass_ = count - 1;
  set(now_);
}

SelectionState Selection::within(SelectionState state) const {
  state.pass = std::min(state.pass, lastPass_);
  if (state.against) state.against = std::min(*state.against, lastPass_);
  return state;
}

void Selection::set(SelectionState next) {
  next = within(std::move(next));
  const Facets what = difference(now_, next);
  if (!what) return;
  now_ = std::move(next);
  recorded_ = true;
  announce(what);
}

void Selection::announce(Facets what) {
  const bool waiting = pending_ != Facets();
  pending_ |= what;
  if (!waiting) QTimer::singleShot(0, this, &Selection::flush);
}

// Merges all changes of one event into one notification and one history entry.
void Selection::flush() {
  if (!pending_) return;
  if (recorded_) {
    const Entry before = history_[at_];
    history_.resize(at_ + 1);
    if (history_.size() == longestHistory) history_.erase(history_.begin());
    history_.push_back({now_, before.view, before.front});
    at_ = history_.size() - 1;
    recorded_ = false;
    emit historyChanged();
  }
  const Facets what = pending_;
  pending_ = {};
  emit changed(what);
}

void Selection::go(std::size_t at) {
  const QString front = history_[at_].front;
  at_ = at;
  SelectionState then = within(history_[at].state);
  const Facets what = difference(now_, then);
  now_ = std::move(then);
  if (what) emit changed(what);
  if (history_[at].view.isValid()) emit viewRestored(history_[at].view);
  const QString nextFront = history_[at].front;
  if (!nextFront.isEmpty() && nextFront != front) emit frontRestored(nextFront);
  emit historyChanged();
}

std::shared_ptr<const PassRecord> shownPass(const CompilationRecordPtr& compilation,
                                            const SelectionState& state) {
  if (!compilation || state.pass >= static_cast<int>(compilation->passes.size())) return nullptr;
  if (state.against)
    return std::make_shared<const PassRecord>(
        joined_passes(*compilation, *state.against, state.pass));
  if (state.pass == asWritten) return nullptr;
  return {compilation, &compilation->passes[static_cast<std::size_t>(state.pass)]};
}

GraphRecordPtr shownGraph(const CompilationRecordPtr& compilation, int pass) {
  if (!compilation || compilation->passes.empty()) return nullptr;
  const int last = static_cast<int>(compilation->passes.size()) - 1;
  if (pass == asWritten) return compilation->as_written();
  return compilation->passes[static_cast<std::size_t>(std::min(pass, last))].after;
}

}  // namespace ng::views
