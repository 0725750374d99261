// SPDX-License-Identifier: Apache-2.0
// Inspector page of an op: header card, five links, axes with strides, attributes, origins,
// producers, consumers, documentation.
#pragma once

#include <QPointer>

#include "views/inspector/gone_axes.h"
#include "views/inspector/page_context.h"
#include "views/widgets/section.h"
#include "views/widgets/value_watch.h"

namespace ng::views {

class EditFields;
class LinkRow;

class OpPage : public SectionColumn {
  Q_OBJECT

 public:
  explicit OpPage(Workspace& workspace, QWidget* parent = nullptr);
  void showOp(OpId op);  // rebuilds the page; empty if no graph contains the op
  void updateValue();    // updates only the value row
  const InspectorLinks& links() const { return links_; }

 private:
  struct Neighbour {
    const OpRecord* op;
    QString label;
  };
  void addHeader(const OpRecord& op, const GraphRecord* graph);
  void addLinks(const Records& records);
  void addAxes(const OpRecord& op, const BufferRecord* buffer);
  void addAxisRow(const AxisRecord& axis, const QString& what, const QString& stride);
  void addGoneAxes(const std::vector<GoneAxis>& axes);
  void addOverlay(OpId op, const GraphRecordPtr& graph);
  void addAttributes(const OpRecord& op);
  void addEditing(const OpRecord& op, const Records& records);
  void addOrigins(const OpRecord& op, const Records& records);
  void addNeighbours(const OpRecord& op, const GraphRecord* graph);
  void addDocumentation(const OpRecord& op);
  void addNeighbourRows(const QString& title, const std::vector<Neighbour>& rows);
  void addOpRow(const OpRecord& op, const QString& label, int labelWidth);
  void offer(const QStringList& names, LinkRow* row, const std::function<void(int)>& go);
  void follow(const InspectorLink& link, LinkRow* row);
  void toggleExcerpt();
  void showValue(const InspectorLink& link);

  Workspace& workspace_;
  OpId op_ = 0;
  InspectorLinks links_;
  QPointer<LinkRow> valueRow_;
  QPointer<QWidget> excerpt_;
  QPointer<EditFields> fields_;
  ValueWatch watch_;
};

}  // namespace ng::views
