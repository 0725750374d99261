// SPDX-License-Identifier: Apache-2.0
// Inspector page of an op.
#include "views/inspector/op_page.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include "engine/analysis/axis_facts.h"
#include "engine/documents/op_docs.h"
#include "engine/formats/overlays/overlay.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_name.h"
#include "engine/records/plan_record.h"
#include "engine/records/shown_kind.h"
#include "engine/records/tensor_record.h"
#include "views/core/editor.h"
#include "views/core/moment_text.h"
#include "views/core/op_placement.h"
#include "views/core/theme/literal_text.h"
#include "views/inspector/edit_fields.h"
#include "views/inspector/header_card.h"
#include "views/inspector/source_excerpt.h"
#include "views/widgets/number_text.h"
#include "views/widgets/op_row.h"
#include "views/widgets/source_chooser.h"
#include "views/widgets/tensors/histogram.h"
#include "views/widgets/tensors/tensor_slice.h"

namespace ng::views {
namespace {

constexpr int mostNeighbours = 24, histogramWidth = 72, narrowHistogram = 48, widestLabel = 136;

QString text(const std::string& value) {
  return QString::fromStdString(value);
}

// Summary of a value: all elements if up to four, else mean ± standard deviation.
QString shortValue(const TensorRecord& tensor, const TensorStatistics& s) {
  if (s.count <= 4) {
    QStringList numbers;
    for (std::int64_t i = 0; i < s.count; ++i) numbers << valueText(number_at(tensor.value, i));
    return numbers.join(u' ');
  }
  if (s.finite == 0) return QObject::tr("%1 non-finite").arg(countText(s.count));
  const QString moments = valueText(s.mean, 3) + QStringLiteral(" ± ") + valueText(s.std, 3);
  const std::int64_t infinite = s.plusInfs + s.minusInfs;
  if (s.nans) return countText(s.nans) + QStringLiteral(" NaN, ") + moments;
  return infinite ? countText(infinite) + QStringLiteral(" Inf, ") + moments : moments;
}

}  // namespace

OpPage::OpPage(Workspace& workspace, QWidget* parent)
    : SectionColumn(parent), workspace_(workspace) {}

void OpPage::showOp(OpId op) {
  const bool same = op == op_ && op != 0;
  const bool excerpt = same && excerpt_ && excerpt_->isVisible();
  const QString field = same && fields_ ? fields_->focused() : QString();
  clear(same);
  valueRow_ = nullptr;
  op_ = op;
  const Records records(workspace_);
  const int pass = workspace_.selection.pass();
  const OpRecord* record = findOp(records.source, op, pass);
  if (!record) {
    watch_ = {};
    end();
    return;
  }
  watch_ = ValueWatch(workspace_.values, op);
  GraphRecordPtr graph = shownGraph(records.compilation, pass);
  if (!graph || !graph->find(op)) graph = records.document ? records.document->graph : nullptr;
  if (graph && !graph->find(op) && records.compilation) graph = records.compilation->final_graph();
  // Prefer the record from the displayed graph: passes change operands.
  if (const OpRecord* here = graph ? graph->find(op) : nullptr) record = here;
  addHeader(*record, graph.get());
  addLinks(records);
  addAxes(*record, records.compilation ? records.compilation->buffer_of(op) : nullptr);
  if (graph) addGoneAxes(goneAxes(*record, *graph, records.compilation.get()));
  addOverlay(op, graph);
  addEditing(*record, records);
  addAttributes(*record);
  addOrigins(*record, records);
  addNeighbours(*record, graph.get());
  addDocumentation(*record);
  if (excerpt) toggleExcerpt();
  end();
  if (fields_ && !field.isEmpty()) fields_->focus(field);
}

void OpPage::addHeader(const OpRecord& op, const GraphRecord* graph) {
  auto* header = new HeaderCard;
  header->setStripe(op.family);
  header->setGlyph(text(op.glyph));
  const auto family = name(op.family);
  const QString familyName =
      QString::fromUtf8(family.data(), static_cast<qsizetype>(family.size()));
  const bool same = op.name == op.op;
  header->setTitle(text(op.name),
                   (same ? QString() : text(shown_kind(op)) + QStringLiteral(" · ")) + familyName);
  header->setSignature(signatureText(op, graph));
  header->setTiles(costTiles(op.flops, op.bytes));
  add(header);
}

// ---- the five links -------------------------------------------------------------------------

void OpPage::addLinks(const Records& records) {
  links_ = inspectorLinks(records.source, op_);
  for (const InspectorLink& link : links_) {
    auto* row = new LinkRow;
    if (link.kind == LinkKind::value) {
      valueRow_ = row;
      showValue(link);
    } else if (link.resolved) {
      row->setTexts(link.label, link.text, link.detail);
      if (link.kind == LinkKind::kernel && link.detail.endsWith(u'%'))
        row->setToolTip(tr("%1 of kernel time").arg(link.detail));
    } else {
      row->setUnresolved(link.label, link.text);
    }
    const auto kind = static_cast<std::size_t>(link.kind);
    connect(row, &LinkRow::followed, this, [this, kind, row] { follow(links_[kind], row); });
    add(row);
    if (link.kind != LinkKind::madeAt) continue;
    excerpt_ = new QWidget;
    auto* inside = new QVBoxLayout(excerpt_);
    inside->setContentsMargins(0, 0, 0, 0);
    excerpt_->hide();
    add(excerpt_);
  }
}

void OpPage::toggleExcerpt() {
  const InspectorLink& link = links_[static_cast<std::size_t>(LinkKind::madeAt)];
  if (!link.resolved) return;
  const DocumentRecordPtr document = workspace_.documents.document();
  if (excerpt_->layout()->isEmpty()) {
    excerpt_->layout()->addWidget(
        makeSourceExcerpt(link.file, link.line, document ? text(document->path) : QString()));
  }
  excerpt_->setVisible(excerpt_->isHidden());
}

// Opens a menu below the row of a link with several targets.
void OpPage::offer(const QStringList& names, LinkRow* row, const std::function<void(int)>& go) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (int i = 0; i < names.size(); ++i)
    menu->addAction(literalText(names[i]), this, [go, i] { go(i); });
  menu->popup(row->mapToGlobal(QPoint(2 * metrics::grid, row->height())));
}

void OpPage::follow(const InspectorLink& link, LinkRow* row) {
  switch (link.kind) {
    case LinkKind::madeAt: toggleExcerpt(); break;
    case LinkKind::passes: {
      if (link.passes.size() == 1) return goToPass(workspace_, link.passes.front());
      const CompilationRecordPtr compilation = workspace_.compilations.compilation();
      QStringList names;
      for (const int pass : link.passes)
        names << tr("%1  %2").arg(pass + 1).arg(
            text(compilation->passes[static_cast<std::size_t>(pass)].name));
      offer(names, row, [this, passes = link.passes](int at) {
        goToPass(workspace_, passes[static_cast<std::size_t>(at)]);
      });
      break;
    }
    case LinkKind::kernel:
      if (link.names.size() == 1) return goToKernel(workspace_, link.kernel);
      offer(link.names, row,
            [this, names = link.names](int at) { goToKernel(workspace_, names[at]); });
      break;
    case LinkKind::buffer:
      if (link.names.size() == 1) return goToBuffer(workspace_, link.buffer);
      offer(link.names, row,
            [this, names = link.names](int at) { goToBuffer(workspace_, names[at]); });
      break;
    case LinkKind::value: goToTensor(workspace_, link.op); break;
  }
}

void OpPage::showValue(const InspectorLink& link) {
  if (!valueRow_) return;
  const TensorRecordPtr value = link.resolved ? workspace_.values.value(op_) : nullptr;
  if (!value) {
    valueRow_->setTail(0, {});
    valueRow_->setUnresolved(link.label, link.text);
    return;
  }
  constexpr std::int64_t mostCounted = 1 << 20;  // elements; statistics of more would block the GUI
  const bool large = value->value.size() > mostCounted;
  const TensorStatistics s = large ? TensorStatistics() : statistics(value->value);
  const bool ahead = workspace_.run.status().state == RunState::idle && value->iteration > 0;
  const bool past = workspace_.run.status().looksBack;
  const QString moment = momentText(workspace_.run.status(), value->iteration);
  valueRow_->setTexts(
      ahead  ? tr("first value")
      : past ? tr("value, iteration %1").arg(value->iteration)
             : link.label,
      large ? tr("%1 elements").arg(countText(value->value.size())) : shortValue(*value, s));
  valueRow_->setToolTip(
      moment + "\n" +
      tr("Show its numbers in Tensors. Double-click a number of an input, constant or variable "
         "to edit it and see what would change"));
  if (s.count <= 4) return valueRow_->setTail(0, {});
  const HistogramBins bins = histogramBins(value->value, s, 24);
  const int width = s.finite < s.count ? narrowHistogram : histogramWidth;
  valueRow_->setTail(width, [bins](QPainter& painter, const QRect& rect) {
    paintMiniHistogram(painter, rect, bins, Theme::current().series(0));
  });
}

void OpPage::updateValue() {
  if (op_ == 0 || !valueRow_) return;
  const Records records(workspace_);
  InspectorLink& link = links_[static_cast<std::size_t>(LinkKind::value)];
  link = valueLink(records.source, op_);
  showValue(link);
}

// ---- sections -------------------------------------------------------------------------------

void OpPage::addAxes(const OpRecord& op, const BufferRecord* buffer) {
  for (std::size_t r = 0; r < op.results.size(); ++r) {
    const ResultRecord& result = op.results[r];
    const QString title = op.results.size() == 1 ? tr("Axes") : tr("Axes of result %1").arg(r);
    heading(title, QString::fromUtf8(name(result.dtype)));
    if (result.axes.empty()) paragraph(tr("none: a scalar"), true);
    for (std::size_t i = 0; i < result.axes.size(); ++i) {
      const AxisRecord& axis = result.axes[i];
      QString length = axis.length ? countText(*axis.length) : tr("unknown");
      if (axis.role) length += QStringLiteral("  ") + QString::fromUtf8(name(*axis.role));
      const bool known = buffer && i < buffer->strides.size();
      const QString stride = known ? tr("stride %1").arg(buffer->strides[i]) : QString();
      addAxisRow(axis, length, stride);
    }
  }
}

void OpPage::addAxisRow(const AxisRecord& axis, const QString& what, const QString& stride) {
  auto* row = new LinkRow(axisText(axis.name), what, stride);
  connect(row, &LinkRow::followed, this, [this, name = text(axis_text(axis))] {
    workspace_.selection.selectAxis(name);
    workspace_.selection.reveal(Facet::axis);
  });
  add(row);
}

void OpPage::addGoneAxes(const std::vector<GoneAxis>& axes) {
  if (axes.empty()) return;
  heading(tr("Axes not in the result"), countText(static_cast<std::int64_t>(axes.size())));
  for (const GoneAxis& gone : axes) addAxisRow(gone.axis, gone.what, gone.strides);
}

void OpPage::addOverlay(OpId op, const GraphRecordPtr& graph) {
  if (workspace_.overlays == nullptr) return;
  const auto& values = workspace_.overlays->match(graph).values;
  const auto found = values.find(op);
  if (found == values.end()) return;
  const Overlay& overlay = *workspace_.overlays->shown();
  heading(tr("Overlay"), QFileInfo(text(overlay.path)).fileName());
  fact(text(overlay.title), QString::number(found->second, 'g', 9));
}

// Source of the value of a placeholder.
static QString givenText(const PlanRecord& plan, const std::string& placeholder) {
  const PlanGivenRecord given = givenTo(plan, placeholder);
  return given.source.empty() ? OpPage::tr("passed by the caller")
                              : OpPage::tr("%1 at each call").arg(givenWords(given));
}

void OpPage::addAttributes(const OpRecord& op) {
  const GraphRecord* divided = dividedGraph(workspace_.compilations.compilation().get());
  const std::string* later = placementOf(op) ? nullptr : placementOf(op, divided);
  if (op.attributes.empty() && op.metadata.empty() && op.scope.empty() && !later) return;
  heading(tr("Attributes"));
  if (op.traits.kind == OpKind::placeholder)
    fact(tr("given"), givenText(workspace_.plans.plan(), full_name(op)));
  if (!op.scope.empty()) fact(tr("scope"), text(op.scope));
  for (const auto& [key, value] : op.attributes) fact(text(key), text(shown_axis_name(value)));
  for (const auto& [key, value] : op.metadata) fact(text(key), text(value));
  if (later) fact(tr("placement"), text(*later));
}

// Adds edit fields for an op of the user's graph, or a button that starts editing.
void OpPage::addEditing(const OpRecord& op, const Records& records) {
  Editor* editor = workspace_.editor;
  if (!editor || !records.document || !records.document->graph->find(op.id)) return;
  const auto fill = [this, id = op.id] {
    fields_ = new EditFields(workspace_, id);
    addIndented(fields_);
  };
  if (editor->editing()) {
    heading(tr("Edit"), tr("Enter applies"));
    return fill();
  }
  auto* button = new QPushButton(tr("Edit this op"));
  button->setToolTip(tr("Edit the name, axes and attributes of the op"));
  connect(button, &QPushButton::clicked, this, [this, editor, id = op.id] {
    editor->begin();
    QMetaObject::invokeMethod(this, [this, id] { showOp(id); }, Qt::QueuedConnection);
  });
  auto* row = new QWidget;
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, metrics::grid, 0, metrics::grid);
  line->addWidget(button);
  line->addStretch(1);
  addIndented(row);
}

void OpPage::addOpRow(const OpRecord& op, const QString& label, int labelWidth) {
  LinkRow* row = opRow(op, label);
  row->setLabelWidth(labelWidth);
  connect(row, &LinkRow::followed, this, [this, id = op.id] { goToOp(workspace_, id); });
  add(row);
}

void OpPage::addOrigins(const OpRecord& op, const Records& records) {
  std::vector<const OpRecord*> origins;
  for (const OpId origin : op.origins) {
    const OpRecord* record = origin == op.id ? nullptr : findOp(records.source, origin);
    if (record) origins.push_back(record);
  }
  if (origins.empty()) return;
  heading(tr("Origins"), countText(static_cast<std::int64_t>(origins.size()), tr("op")));
  for (const OpRecord* origin : origins) addOpRow(*origin, {}, 0);
}

void OpPage::addNeighbours(const OpRecord& op, const GraphRecord* graph) {
  if (!graph) return;
  std::vector<Neighbour> producers, consumers;
  for (const OperandRecord& operand : op.operands) {
    const OpRecord* producer = graph->find(operand.op);
    if (producer) producers.push_back({producer, text(operand.name)});
  }
  for (const OpRecord& other : graph->ops) {
    for (const OperandRecord& operand : other.operands) {
      if (operand.op == op.id) consumers.push_back({&other, tr("as %1").arg(text(operand.name))});
    }
  }
  addNeighbourRows(tr("Producers"), producers);
  addNeighbourRows(tr("Consumers"), consumers);
}

void OpPage::addNeighbourRows(const QString& title, const std::vector<Neighbour>& rows) {
  if (rows.empty()) return;
  heading(title, countText(static_cast<std::int64_t>(rows.size())));
  const QFontMetrics fonts(Theme::current().tableFont());
  int labelWidth = 0, shown = 0;
  for (const Neighbour& row : rows) {
    labelWidth = std::max(labelWidth, fonts.horizontalAdvance(row.label) + 2 * metrics::grid);
  }
  for (const Neighbour& row : rows) {
    if (++shown > mostNeighbours) break;
    addOpRow(*row.op, row.label, std::min(labelWidth, widestLabel));
  }
  const auto hidden = static_cast<int>(rows.size()) - mostNeighbours;
  if (hidden > 0) paragraph(tr("and %1 more").arg(countText(hidden)), true);
}

void OpPage::addDocumentation(const OpRecord& op) {
  const std::string_view words = op_documentation(op.op);
  if (words.empty()) return;
  heading(tr("Documentation of %1").arg(text(op.op)));
  paragraph(QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size())));
}

}  // namespace ng::views
