// SPDX-License-Identifier: Apache-2.0
#include "views/inspector/block_section.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <utility>

#include "engine/records/graph_record.h"
#include "views/core/jobs.h"
#include "views/core/theme/theme.h"
#include "views/layout/groups/block_summary.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {
namespace {

constexpr int mostShown = 12;  // rows; the table scrolls
constexpr int nameWidth = 84, filterWidth = 96;

QLabel* captionLabel(const QString& text, QFont::Weight weight) {
  auto* label = new QLabel(text);
  QFont font = Theme::current().captionFont();
  font.setWeight(weight);
  label->setFont(font);
  QPalette palette = label->palette();
  palette.setColor(QPalette::WindowText, Theme::current().colours().dimText);
  label->setPalette(palette);
  return label;
}

QString shortTitle(const QString& key) {
  static const std::map<QString, QString> titles = {
      {"name", BlockSection::tr("Block")},        {"part_of_kernels_time", BlockSection::tr("%")},
      {"microseconds", BlockSection::tr("µs")},   {"flops", BlockSection::tr("FLOP")},
      {"parameters", BlockSection::tr("Params")}, {"bytes", BlockSection::tr("Bytes")}};
  return titles.at(key);
}

// Without the scopes around it, which the tool tip has: "layer × 4".
QString shortName(const BlockRow& row) {
  const QString name = QString::fromStdString(row.name).section(u'/', -1);
  const QString times = row.blocks > 1 ? QString::fromUtf8(" × %1").arg(row.blocks) : QString();
  return QString(2 * row.depth, u' ') + (name.isEmpty() ? QObject::tr("(no scope)") : name) + times;
}

// "950", "1.23 k", "15.0 M": three digits.
QString shortCount(double count) {
  const char* prefix = "";
  for (const char* next : {"k", "M", "G", "T", "P"}) {
    if (count < 999.5) break;
    count /= 1000;
    prefix = next;
  }
  const int decimals = *prefix == 0 || count >= 99.95 ? 0 : count >= 9.995 ? 1 : 2;
  return QString::number(count, 'f', decimals) + (*prefix ? QString(u' ') + prefix : QString());
}

bool isMeasured(const std::vector<BlockRow>& rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [](const BlockRow& row) { return row.microseconds.has_value(); });
}

}  // namespace

BlockSection::BlockSection(Workspace& workspace, const GraphRecordPtr& graph, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      graph_(graph),
      model_(new RecordTable<BlockRow>(block_columns(), {"name"}, this)),
      table_(new TableView(model_)),
      count_(captionLabel({}, QFont::Normal)) {
  setVisible(false);
  auto* title = new QHBoxLayout;
  title->setContentsMargins(2 * metrics::grid, metrics::grid, 2 * metrics::grid, 4);
  title->addWidget(captionLabel(tr("Blocks"), QFont::DemiBold), 1);
  QLineEdit* filter = table_->makeFilterField(this);
  filter->setAccessibleName(tr("Filter the blocks"));
  filter->setMaximumWidth(filterWidth);
  title->addWidget(filter);
  title->addWidget(count_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(title);
  column->addWidget(table_);
  table_->setObjectName("blocks");
  table_->setAccessibleName(tr("Blocks"));
  connect(table_, &TableView::rowSelected, this, &BlockSection::select);
  connect(&workspace.compilations, &Compilations::kernelTextsChanged, this, &BlockSection::find);
  find();
}

const std::vector<BlockRow>& BlockSection::rows() const {
  return model_->rows();
}

// The blocks are found once; their times are added up again after each measurement.
void BlockSection::find() {
  if (workspace_.jobs.isRunning(job_)) {
    stale_ = true;
    return;
  }
  const auto work = [graph = graph_, known = blocks_,
                     compilation = workspace_.compilations.compilation(),
                     section = QPointer<BlockSection>(this)](JobContext&) -> Jobs::Done {
    auto blocks = known ? known : std::make_shared<const std::vector<BlockRow>>(blocksOf(*graph));
    std::vector<BlockRow> timed = *blocks;
    if (compilation) addTimes(timed, *compilation);
    return [section, blocks, timed = std::move(timed)] {
      if (section) section->take(blocks, timed);
    };
  };
  job_ = workspace_.jobs.start("blocks", work);
}

void BlockSection::take(std::shared_ptr<const std::vector<BlockRow>> blocks,
                        const std::vector<BlockRow>& timed) {
  blocks_ = std::move(blocks);
  show(timed);
  if (std::exchange(stale_, false)) QTimer::singleShot(0, this, &BlockSection::find);
}

// The columns of the table, with numbers short enough for a narrow panel.
std::vector<TableColumn> BlockSection::columns(bool measured) const {
  const auto at = [this](int row) -> const BlockRow& { return *model_->row(row); };
  std::vector<TableColumn> columns;
  for (const char* key :
       {"name", "part_of_kernels_time", "microseconds", "flops", "parameters", "bytes"}) {
    const Column<BlockRow>& column = column_of(block_columns(), key);
    if (column.optional && !measured) continue;
    TableColumn& made = columns.emplace_back(recordColumn<BlockRow>(column, at));
    made.explanation = made.title;
    made.title = shortTitle(key);
    if (column.key == "name") made.text = [at](int row) { return shortName(at(row)); };
    if (column.kind != CellKind::integer) continue;
    made.toolTip = made.text;
    made.text = [at, value = column.value](int row) {
      return shortCount(static_cast<double>(std::get<std::int64_t>(value(at(row)))));
    };
  }
  return columns;
}

void BlockSection::show(const std::vector<BlockRow>& blocks) {
  if (blocks.size() < 2) return;
  const std::vector<BlockRow> rows = with_parts(blocks);
  model_->setColumns(columns(isMeasured(rows)));
  model_->set(rows, [](const BlockRow& row) { return row.depth > 0; });
  count_->setText(countText(static_cast<std::int64_t>(blocks.size())));
  const int shown = std::min(static_cast<int>(rows.size()), mostShown);
  table_->setFixedHeight((shown + 1) * metrics::row +
                         table_->horizontalScrollBar()->sizeHint().height());
  table_->setColumnWidth(0, nameWidth);
  for (int column = 1; column < model_->columnCount(); ++column)
    table_->resizeColumnToContents(column);
  setVisible(true);
}

void BlockSection::select(int row) {
  const BlockRow* block = model_->row(row);
  if (!block) return;
  const std::string name = block->name.empty() ? tr("no scope").toStdString() : block->name;
  const std::string times = block->blocks > 1 ? " × " + std::to_string(block->blocks) : "";
  workspace_.selection.selectGroup({QString::fromStdString(name + times), block->members}, 0);
}

}  // namespace ng::views
