// SPDX-License-Identifier: Apache-2.0
// Computes axis facts on a graph of the op and its operands only.
#include "views/inspector/gone_axes.h"

#include <QStringList>
#include <set>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

QString effectText(AxisEffect effect) {
  switch (effect) {
    case AxisEffect::reduces: return QStringLiteral("reduced");
    case AxisEffect::splits: return QStringLiteral("split into");
    case AxisEffect::joins: return QStringLiteral("joined into");
    case AxisEffect::renames:
    case AxisEffect::resizes: return QStringLiteral("becomes");
    case AxisEffect::picks: return QStringLiteral("one position");
    case AxisEffect::loops: return QStringLiteral("looped over");
    case AxisEffect::measures: return QStringLiteral("measured");
    default: return {};
  }
}

// Strides of the axis in the buffer of each operand.
QString stridesOf(const AxisRecord& axis, const OpRecord& op, const GraphRecord& graph,
                  const CompilationRecord* compilation) {
  QStringList strides;
  for (const OperandRecord& operand : op.operands) {
    const OpRecord* source = graph.find(operand.op);
    const BufferRecord* buffer = compilation ? compilation->buffer_of(operand.op) : nullptr;
    if (!source || !buffer) continue;
    for (std::size_t i = 0; i < buffer->axes.size() && i < buffer->strides.size(); ++i)
      if (is_axis(buffer->axes[i], axis_text(axis)))
        strides
            << QString("%1 %2").arg(QString::fromStdString(source->name)).arg(buffer->strides[i]);
  }
  strides.removeDuplicates();
  return strides.empty() ? QString() : QObject::tr("stride ") + strides.join(QStringLiteral(" · "));
}

}  // namespace

std::vector<GoneAxis> goneAxes(const OpRecord& op, const GraphRecord& graph,
                               const CompilationRecord* compilation) {
  GraphRecord around;
  std::set<OpId> known;
  for (const OperandRecord& operand : op.operands) {
    const OpRecord* source = graph.find(operand.op);
    if (source && known.insert(source->id).second) around.ops.push_back(*source);
  }
  around.ops.push_back(op);
  std::vector<GoneAxis> gone;
  for (const AxisFacts& facts : axis_facts(around, nullptr)) {
    for (const AxisDoing& use : facts.uses) {
      if (use.op != op.id || use.position || effectText(use.effect).isEmpty()) continue;
      const std::optional<std::int64_t> length = facts.axis.length;
      QStringList words{length ? countText(*length) : QObject::tr("unknown"),
                        effectText(use.effect)};
      for (const std::string& other : use.others) words << QString::fromStdString(other);
      gone.push_back({facts.axis, words.join(u' '), stridesOf(facts.axis, op, graph, compilation)});
    }
  }
  return gone;
}

}  // namespace ng::views
