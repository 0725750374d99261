// SPDX-License-Identifier: Apache-2.0
#include "app/window/matching/match_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include "engine/records/document_record.h"
#include "engine/tables/checkpoint_table.h"
#include "views/core/theme/theme.h"
#include "views/widgets/flow_layout.h"
#include "views/widgets/table_view.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {

namespace {

constexpr int typingPause = 300;  // ms after which typed rules are applied
constexpr int mostListed = 2000;  // tensors offered for one variable

// What an item of the tensor list stands for.
struct Offer {
  bool byName = false;
  std::string tensor;  // empty: none
  std::vector<std::size_t> order;
};

QVariant packed(const Offer& offer) {
  QVariantList order;
  for (const std::size_t axis : offer.order) order << QVariant::fromValue<qulonglong>(axis);
  return QVariantList{offer.byName, QString::fromStdString(offer.tensor), order};
}

Offer unpacked(const QVariant& data) {
  const QVariantList fields = data.toList();
  Offer offer{fields[0].toBool(), fields[1].toString().toStdString(), {}};
  for (const QVariant& axis : fields[2].toList()) offer.order.push_back(axis.toULongLong());
  return offer;
}

bool areEqual(const BindingChoices& a, const BindingChoices& b) {
  const auto same = [](const TensorChoice& x, const TensorChoice& y) {
    return x.variable == y.variable && x.tensor == y.tensor && x.order == y.order;
  };
  return a.renames == b.renames && a.transposes == b.transposes && a.suggested == b.suggested &&
         std::equal(a.chosen.begin(), a.chosen.end(), b.chosen.begin(), b.chosen.end(), same);
}

// "12 of 30 variables have a tensor; 16 missing, 2 mismatched; 20 tensors are not used"
QString summaryOf(const CheckpointBinding& binding) {
  const auto count = [&](VariableBinding::State state) {
    return std::count_if(binding.variables.begin(), binding.variables.end(),
                         [state](const VariableBinding& each) { return each.state == state; });
  };
  QString words = QString("%1 of %2 variables have a tensor")
                      .arg(binding.bound())
                      .arg(binding.variables.size());
  QStringList open;
  if (const auto missing = count(VariableBinding::State::missing))
    open << QString("%1 missing").arg(missing);
  if (const auto wrong = count(VariableBinding::State::mismatched))
    open << QString("%1 mismatched").arg(wrong);
  if (!open.isEmpty()) words += "; " + open.join(", ");
  const std::size_t extra = binding.extra.size();
  if (extra > 0)
    words +=
        QString(extra == 1 ? "; %1 tensor is not used" : "; %1 tensors are not used").arg(extra);
  return words;
}

QWidget* titled(const QString& title, QWidget* content) {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  auto* label = new QLabel(title);
  label->setBuddy(content);
  column->addWidget(label);
  column->addWidget(content, 1);
  return box;
}

}  // namespace

MatchDialog::MatchDialog(Workspace& workspace, const CheckpointMatch& match, QWidget* parent)
    : QDialog(parent),
      checkpoints_(workspace.checkpoints),
      run_(workspace.run),
      path_(QString::fromStdString(match.path)),
      model_(new RecordTable<VariableBinding>(
          binding_columns(), {"variable", "type", "state", "tensor", "remark"}, this)),
      view_(new TableView(model_)),
      summary_(new QLabel),
      rules_(new QPlainTextEdit),
      offers_(new QWidget),
      offered_(new FlowLayout(offers_)),
      similar_(new QCheckBox("Accept &similar names")),
      variable_(new QLabel("No variable is selected")),
      tensor_(new QComboBox),
      extra_(new QListWidget),
      restore_(new QPushButton),
      typing_(new QTimer(this)) {
  setObjectName("matchCheckpoint");
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle("Match " + QFileInfo(path_).fileName() + " with the variables");
  resize(980, 680);
  build(*new QVBoxLayout(this));
  typing_->setSingleShot(true);
  typing_->setInterval(typingPause);
  connect(rules_, &QPlainTextEdit::textChanged, this, [this] {
    typing_->start();
    follow();
  });
  connect(typing_, &QTimer::timeout, this, &MatchDialog::readRules);
  connect(similar_, &QCheckBox::toggled, this, [this](bool on) {
    choices_.suggested = on;
    ask();
  });
  connect(view_, &TableView::rowSelected, this, &MatchDialog::selectRow);
  connect(tensor_, &QComboBox::activated, this, &MatchDialog::choose);
  connect(restore_, &QPushButton::clicked, this, &MatchDialog::restore);
  connect(&checkpoints_, &Checkpoints::matched, this, &MatchDialog::showMatched);
  connect(&checkpoints_, &Checkpoints::matchRefused, this, [this](const Diagnostic& why) {
    if (!current_) summary_->setText(QString::fromStdString(to_string(why)));
  });
  connect(&checkpoints_, &Checkpoints::matchRestored, this, [this](const QString& path, bool done) {
    if (!waits_ || path != path_) return;
    if (!done) return resume();
    emit restored(path_, choices_);
    accept();
  });
  connect(&run_, &Run::runChanged, this, &MatchDialog::follow);
  showMatched(match);
}

void MatchDialog::build(QVBoxLayout& column) {
  summary_->setWordWrap(true);
  summary_->setTextFormat(Qt::PlainText);
  view_->horizontalHeader()->setStretchLastSection(true);
  rules_->setPlaceholderText("encoder.*=enc/*  renames;  *.weight  or  *.weight:1,0  transposes");
  rules_->setFont(Theme::current().monoFont());
  rules_->setTabChangesFocus(true);
  rules_->setMinimumHeight(70);
  tensor_->setEnabled(false);
  tensor_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  similar_->setToolTip(
      "Missing variables take their best suggestion, if at least half of its name agrees");
  offered_->setContentsMargins(0, 0, 0, 0);
  auto* chosen = new QHBoxLayout;
  chosen->addWidget(variable_);
  chosen->addWidget(tensor_, 1);
  chosen->addWidget(similar_);
  auto* lower = new QSplitter;
  lower->addWidget(titled("&Rules, one a line", rules_));
  lower->addWidget(titled("&Tensors that are not used", extra_));
  lower->setSizes({600, 360});
  auto* parts = new QSplitter(Qt::Vertical);
  parts->addWidget(view_);
  parts->addWidget(lower);
  parts->setSizes({420, 160});
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  buttons->addButton(restore_, QDialogButtonBox::AcceptRole);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column.addWidget(summary_);
  column.addWidget(view_->makeFilterField(this));
  column.addWidget(parts, 1);
  column.addLayout(chosen);
  column.addWidget(offers_);
  column.addWidget(buttons);
}

QString MatchDialog::summary() const {
  return summary_->text();
}

void MatchDialog::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
    QDialog::keyPressEvent(event);
}

void MatchDialog::ask() {
  current_ = false;
  follow();
  checkpoints_.match(path_, choices_);
}

void MatchDialog::follow() {
  const bool running = run_.status().state == RunState::running;
  if (std::exchange(ran_, running) && !running && !current_) ask();  // it was refused
  restore_->setEnabled(current_ && !typing_->isActive() && !running && binding_.bound() > 0);
  restore_->setToolTip(running               ? "Pause the run (F6) or wait for its end."
                       : binding_.complete() ? ""
                                             : "The other variables keep their values");
}

// Keeps the selected variable. Answers to earlier choices are late.
void MatchDialog::showMatched(const CheckpointMatch& match) {
  if (QString::fromStdString(match.path) != path_ || !areEqual(match.choices, choices_)) return;
  current_ = true;
  const int row = view_->currentSourceRow();
  binding_ = match.binding;
  model_->set(binding_.variables, [](const VariableBinding& each) {
    return each.state == VariableBinding::State::bound;
  });
  const std::size_t bound = match.binding.bound(), all = match.binding.variables.size();
  summary_->setText(summaryOf(match.binding));
  restore_->setText(bound == all ? QString("&Restore")
                                 : QString("&Restore %1 of %2").arg(bound).arg(all));
  follow();
  extra_->clear();
  for (const std::string& name : match.binding.extra) extra_->addItem(QString::fromStdString(name));
  showRules(match.rules);
  if (row >= 0) view_->setCurrentSourceRow(row);
  selectRow(row);
}

void MatchDialog::showRules(const std::vector<RuleSuggestion>& rules) {
  qDeleteAll(offers_->findChildren<QPushButton*>());
  for (const RuleSuggestion& each : rules) {
    const QString rule = QString::fromStdString(each.rule);
    const bool renames = each.kind == RuleSuggestion::Kind::rename;
    auto* button = new QPushButton(
        QString("%1 %2  +%3").arg(renames ? "Rename" : "Transpose", rule).arg(each.variables));
    button->setToolTip("Adds the rule; it gives tensors to " + QString::number(each.variables) +
                       (each.variables == 1 ? " variable" : " variables"));
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, rule] { addRule(rule); });
    offered_->addWidget(button);
  }
}

void MatchDialog::addRule(const QString& rule) {
  QString text = rules_->toPlainText().trimmed();
  rules_->setPlainText(text.isEmpty() ? rule : text + "\n" + rule);
  typing_->stop();
  readRules();
}

void MatchDialog::readRules() {
  choices_.renames.clear();
  choices_.transposes.clear();
  for (const QString& line : rules_->toPlainText().split('\n', Qt::SkipEmptyParts)) {
    const std::string rule = line.trimmed().toStdString();
    if (rule.empty()) continue;
    (line.contains('=') ? choices_.renames : choices_.transposes).push_back(rule);
  }
  ask();
}

void MatchDialog::selectRow(int row) {
  const QSignalBlocker quiet(tensor_);
  tensor_->clear();
  const VariableBinding* at = model_->row(row);
  tensor_->setEnabled(at != nullptr);
  if (!at) return variable_->setText("No variable is selected");
  const VariableBinding& variable = *at;
  variable_->setText(QString::fromStdString(variable.variable));
  const bool chosen =
      std::any_of(choices_.chosen.begin(), choices_.chosen.end(),
                  [&](const TensorChoice& each) { return each.variable == variable.variable; });
  tensor_->addItem("by name and rules", packed({true, {}, {}}));
  tensor_->addItem("no tensor", packed({}));
  if (chosen && !variable.tensor.empty())
    tensor_->addItem(QString::fromStdString(tensor_text(variable.tensor, variable.order)),
                     packed({false, variable.tensor, variable.order}));
  tensor_->setCurrentIndex(!chosen ? 0 : variable.declined ? 1 : 2);
  for (const TensorSuggestion& each : variable.suggestions)
    tensor_->addItem(QString::fromStdString(suggestion_text(each)),
                     packed({false, each.tensor, each.order}));
  for (const std::string& name : binding_.extra) {
    if (tensor_->count() >= mostListed) break;
    tensor_->addItem(QString::fromStdString(name), packed({false, name, {}}));
  }
}

void MatchDialog::choose(int item) {
  const int row = view_->currentSourceRow();
  if (row < 0) return;
  const std::string variable = model_->row(row)->variable;
  const Offer offer = unpacked(tensor_->itemData(item));
  std::erase_if(choices_.chosen,
                [&](const TensorChoice& each) { return each.variable == variable; });
  if (!offer.byName) choices_.chosen.push_back({variable, offer.tensor, offer.order});
  ask();
}

QStringList MatchDialog::words(const BindingChoices& choices) {
  QStringList words;
  const auto add = [&words](const char* option, const std::string& value) {
    words << option << QString::fromStdString(value);
  };
  for (const std::string& rule : choices.renames) add("--rename", rule);
  for (const std::string& rule : choices.transposes) add("--transpose", rule);
  for (const TensorChoice& each : choices.chosen) {
    std::string text = each.variable + "=" + each.tensor;
    for (std::size_t i = 0; i < each.order.size(); ++i)
      text += (i ? "," : ":") + std::to_string(each.order[i]);
    add("--tensor", text);
  }
  if (choices.suggested) words << "--suggested";
  return words;
}

void MatchDialog::restore() {
  waits_ = true;
  checkpoints_.restoreMatched(path_, choices_);
}

void MatchDialog::resume() {
  waits_ = false;
  show();
}

MatchDialog* showMatch(Workspace& workspace, const CheckpointMatch& match, QWidget* parent) {
  auto* dialog = new MatchDialog(workspace, match, parent);
  const DocumentRecordPtr shown = workspace.documents.document();
  QObject::connect(&workspace.documents, &Documents::documentChanged, dialog,
                   [&workspace, dialog, path = shown ? shown->path : std::string()] {
                     const DocumentRecordPtr document = workspace.documents.document();
                     if (!document || document->path != path) dialog->close();
                   });
  dialog->show();
  return dialog;
}

}  // namespace ng::views
