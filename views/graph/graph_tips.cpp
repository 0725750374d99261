// SPDX-License-Identifier: Apache-2.0
#include "views/graph/graph_tips.h"

#include <QToolTip>

#include "engine/records/op_record.h"
#include "engine/records/pass_record.h"
#include "engine/records/shown_kind.h"
#include "views/graph/scene/chips.h"
#include "views/widgets/number_text.h"
#include "views/widgets/tensors/tensor_slice.h"

namespace ng::views {
namespace {

QString text(const std::string& s) {
  return QString::fromStdString(s);
}

QString row(const QString& left, const QString& right) {
  return QString("<tr><td style='padding-right:12px'>%1</td><td>%2</td></tr>")
      .arg(left.toHtmlEscaped(), right.toHtmlEscaped());
}

}  // namespace

GraphTips::GraphTips(GraphShown& shown) : shown_(shown) {
  shown.canvas.cardTip = [this](const Card& card) {
    watch(card);
    return of(card);
  };
  shown.canvas.edgeTip = [this](const EdgeShape& edge) { return of(edge); };
}

// Intermediate values are kept only while they are watched. Watches the hovered op and recomputes
// its value if that is cheap.
void GraphTips::watch(const Card& card) {
  constexpr double longest = 50'000;         // microseconds
  constexpr std::int64_t largest = 1 << 18;  // elements
  Session& session = shown_.workspace;
  const OpRecord* op = shown_.graph ? shown_.graph->find(card.id) : nullptr;
  std::int64_t count = op && !op->results.empty() ? 1 : 0;
  for (const AxisRecord& axis : count ? op->results[0].axes : std::vector<AxisRecord>())
    count = !axis.length || count > largest ? 0 : count * *axis.length;
  const bool cheap = count > 0 && count <= largest && session.run.status().lastIteration > 0 &&
                     session.run.status().state != RunState::running &&
                     session.run.status().microsecondsPerStep < longest;
  const OpId wanted = cheap ? op->id : 0;
  lacksValue_ = cheap && !session.values.value(wanted);
  if (watched_.op() != wanted) watched_ = ValueWatch(session.values, wanted);
}

void GraphTips::renew() {
  if (!lacksValue_ || !shown_.workspace.values.value(watched_.op())) return;
  lacksValue_ = false;
  const int card = shown_.canvas.scene().find(watched_.op());
  if (QToolTip::isVisible() && card >= 0 && shown_.canvas.lit().hovered == card)
    QToolTip::showText(QCursor::pos(),
                       of(shown_.canvas.scene().cards[static_cast<std::size_t>(card)]),
                       &shown_.canvas);
}

QString GraphTips::of(const Card& card) const {
  QString rows;
  const OpRecord* op = nullptr;
  if (shown_.graph) op = shown_.graph->find(card.id);
  if (const PassRecord* at = shown_.pass.get(); !op && at) op = at->before->find(card.id);
  const QString head =
      op ? text(op->name) + " = " + text(shown_kind(*op)) : card.title + ", " + card.kind;
  if (op) {
    for (const ResultRecord& result : op->results)
      rows += row(GraphCanvas::tr("shape"),
                  axesText(result.axes) + ", " + QString::fromUtf8(ng::name(result.dtype)));
    if (!op->kernel_name.empty()) rows += row(GraphCanvas::tr("kernel"), text(op->kernel_name));
    if (!op->made_by.empty()) rows += row(GraphCanvas::tr("made by"), text(op->made_by));
  }
  rows += row(GraphCanvas::tr("cost"), flopText(card.flops) + ", " + byteText(card.bytes));
  if (op)
    if (const auto value = shown_.workspace.values.value(op->id);
        value && value->value.size() > 0) {
      const bool scalar = value->value.size() == 1;
      rows += row(GraphCanvas::tr("value"),
                  scalar ? valueText(number_at(value->value, 0))
                         : valueText(number_at(value->value, 0)) +
                               GraphCanvas::tr(" … of %1").arg(countText(value->value.size())));
    }
  QStringList far;
  for (const Chip& chip : card.chips) {
    for (const ItemId read : chip.reads)
      if (const int source = shown_.canvas.scene().find(read); source >= 0)
        far << shown_.canvas.scene().cards[static_cast<std::size_t>(source)].title;
    for (const OpId fold : chip.folds)
      if (const OpRecord* folded = shown_.graph ? shown_.graph->find(fold) : nullptr)
        rows += row(text(folded->name),
                    folded->traits.kind != OpKind::constant && !folded->results.empty()
                        ? axesText(folded->results.front().axes)
                        : text(chipText({folded}, nullptr)));
  }
  if (!far.isEmpty()) rows += row(GraphCanvas::tr("reads"), far.join(", "));
  if (card.mark != Mark::none && shown_.canvas.scene().diff)
    rows += row(GraphCanvas::tr("this pass"), markText(card.mark));
  return "<b>" + head.toHtmlEscaped() + "</b><table>" + rows + "</table>";
}

QString GraphTips::of(const EdgeShape& edge) const {
  const Card& from = shown_.canvas.scene().cards[static_cast<std::size_t>(edge.from)];
  const Card& to = shown_.canvas.scene().cards[static_cast<std::size_t>(edge.to)];
  QString rows = row(GraphCanvas::tr("shape"), from.detail);
  if (edge.count > 1) rows += row(GraphCanvas::tr("values"), QString::number(edge.count));
  return "<b>" + (from.title + " → " + to.title).toHtmlEscaped() + "</b><table>" + rows +
         "</table>" + GraphCanvas::tr("Double-click to go to the far end.");
}

}  // namespace ng::views
