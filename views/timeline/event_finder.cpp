// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/event_finder.h"

#include <QKeyEvent>
#include <QRegularExpression>
#include <set>

#include "engine/base/error.h"
#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int mostWords = 50;

// What a text field can contain.
std::set<QString> valuesOf(const QString& field, const Timeline& timeline) {
  std::set<QString> values;
  const auto add = [&values](const std::string& text) {
    if (!text.empty()) values.insert(QString::fromStdString(text));
  };
  if (field == "lane")
    for (const TimelineLane& lane : timeline.lanes()) add(lane.name);
  for (const TimelineName& name : timeline.names()) {
    if (field == "kind") add(name.category);
    if (field == "name" || (field == "kernel" && name.category == "step") ||
        (field == "pass" && name.category == "pass"))
      add(name.text);
  }
  return values;
}

}  // namespace

EventFinder::EventFinder(QObject* parent) : QObject(parent), field_(new CompletingEdit) {
  field_->setPlaceholderText(tr("Filter: kernel:k3 us>10 iteration:5..9"));
  field_->setToolTip(tr(
      "Events to show in the table and to highlight. Return goes to the next one, Shift+Return "
      "to the previous one. Fields: name, kind, lane, detail, kernel, op, pass; us, time, start, "
      "iteration."));
  field_->setAccessibleName(tr("Filter the events"));
  field_->setClearButtonEnabled(true);
  field_->setFocusPolicy(Qt::ClickFocus);
  field_->completions = [this](const QString& text, int cursor) { return complete(text, cursor); };
  field_->installEventFilter(this);
  field_->installEventFilter(field_);  // the completion's keys come first
  connect(field_, &QLineEdit::textChanged, this, &EventFinder::read);
}

void EventFinder::read(const QString& text) {
  why_.clear();
  query_ = {};
  try {
    query_ = EventQuery(text.toStdString());
  } catch (const Error& error) {
    const Diagnostic& d = error.diagnostic();
    why_ = tr("%1: %2 is expected")
               .arg(QString::fromStdString(d.where), QString::fromStdString(d.expected));
  }
  QPalette palette;
  if (!why_.isEmpty()) palette.setColor(QPalette::Text, Theme::current().colours().error);
  field_->setPalette(palette);
  emit changed();
}

QString EventFinder::summary(const Timeline& timeline) const {
  if (!why_.isEmpty()) return why_;
  if (!matches_) return {};
  if (matches_->empty()) {
    const QString hint = QString::fromStdString(unknown_event_field(field_->text().toStdString()));
    return hint.isEmpty() ? tr("no matches") : tr("no matches: %1").arg(hint);
  }
  return tr("%1 of %2")
      .arg(countText(static_cast<std::int64_t>(matches_->size())),
           countText(static_cast<std::int64_t>(timeline.size()), tr("event")));
}

std::optional<EventPlace> EventFinder::next(std::int64_t time, int direction) const {
  if (!matches_ || !timeline_ || matches_->empty()) return std::nullopt;
  std::optional<EventPlace> best, end;  // end: where the search begins again
  std::int64_t bestBegin = 0, endBegin = 0;
  for (const EventPlace& each : *matches_) {
    const std::int64_t begin = timeline_->event(each).begin;
    const auto nearer = [&](const std::optional<EventPlace>& than, std::int64_t thanBegin) {
      return !than || (direction > 0 ? begin < thanBegin : begin > thanBegin);
    };
    if (nearer(end, endBegin)) end = each, endBegin = begin;
    const bool beyond = direction > 0 ? begin > time : begin < time;
    if (beyond && nearer(best, bestBegin)) best = each, bestBegin = begin;
  }
  return best ? best : end;
}

Completions EventFinder::complete(const QString& text, int cursor) const {
  const QString before = text.left(cursor);
  Completions offered;
  offered.begin = static_cast<int>(before.lastIndexOf(QRegularExpression("[\\s(]"))) + 1;
  const QString word = before.mid(offered.begin);
  if (word.isEmpty()) return offered;
  const qsizetype colon = word.indexOf(u':');
  if (colon < 0) {
    for (const std::string& known : event_query_fields())
      if (const QString field = QString::fromStdString(known);
          field.startsWith(word, Qt::CaseInsensitive))
        offered.words << field;
    return offered;
  }
  if (!timeline_) return offered;
  const QString typed = word.mid(colon + 1);
  for (const QString& value : valuesOf(word.left(colon).toLower(), *timeline_)) {
    if (value == typed || !value.contains(typed, Qt::CaseInsensitive)) continue;
    const bool quoted = value.contains(u' ') || value.contains(u'(');
    offered.words << word.left(colon + 1) + (quoted ? u'"' + value + u'"' : value);
    if (offered.words.size() == mostWords) break;
  }
  return offered;
}

bool EventFinder::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
      emit stepped(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
      return true;
    }
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace ng::views
