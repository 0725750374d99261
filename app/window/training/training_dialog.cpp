// SPDX-License-Identifier: Apache-2.0
#include "app/window/training/training_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/neon/attach/attach_training.h"
#include "engine/neon/optimizers/optimizer_table.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_record.h"
#include "views/core/editor.h"
#include "views/core/theme/theme.h"

namespace ng::views {

namespace {

constexpr int typingPause = 250;  // ms after which the edit is tried

QString defaultRate(const QComboBox& optimizer) {
  const auto* row = neon::find_optimizer(optimizer.currentData().toString().toStdString());
  return QString::number(row->learning_rate);
}

}  // namespace

TrainingDialog::TrainingDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent),
      workspace_(workspace),
      output_(new QComboBox),
      loss_(new QComboBox),
      classes_(new QComboBox),
      optimizer_(new QComboBox),
      rate_(new QLineEdit),
      name_(new QLineEdit("train")),
      line_(new QLabel),
      words_(new QLabel),
      attach_(new QPushButton("&Attach")),
      typing_(new QTimer(this)) {
  setObjectName("attachTraining");
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle("Train on");
  auto* form = new QFormLayout;
  addRows(*form);
  line_->setFont(Theme::current().monoFont());
  for (QLabel* label : {line_, words_}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  buttons->addButton(attach_, QDialogButtonBox::AcceptRole);
  connect(attach_, &QPushButton::clicked, this, &TrainingDialog::attach);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->addLayout(form);
  column->addWidget(line_);
  column->addWidget(words_);
  column->addWidget(buttons);
  resize(520, sizeHint().height());
  const DocumentRecordPtr shown = workspace.documents.document();
  connect(&workspace.documents, &Documents::documentChanged, this,
          [this, path = shown ? shown->path : std::string()] {
            const DocumentRecordPtr document = workspace_.documents.document();
            if (!document || document->path != path) close();  // the outputs are another document's
          });
  typing_->setSingleShot(true);
  typing_->setInterval(typingPause);
  connect(typing_, &QTimer::timeout, this, &TrainingDialog::tryLine);
  addOutputs();
  listAxes();
  suggestRate();
  follow();
}

void TrainingDialog::addRows(QFormLayout& form) {
  for (const neon::LossRow& row : neon::loss_table()) loss_->addItem(row.title, QString(row.name));
  for (const neon::OptimizerRow& row : neon::optimizer_table())
    optimizer_->addItem(row.title, QString(row.name));
  optimizer_->setCurrentIndex(optimizer_->findData("adam"));
  form.addRow("&Output", output_);
  form.addRow("&Loss", loss_);
  form.addRow("&Class axis", classes_);
  form.addRow("O&ptimizer", optimizer_);
  form.addRow("Learning &rate", rate_);
  form.addRow("Computation &name", name_);
  connect(output_, &QComboBox::currentIndexChanged, this, [this] {
    listAxes();
    follow();
  });
  connect(optimizer_, &QComboBox::currentIndexChanged, this, [this] {
    suggestRate();
    follow();
  });
  for (QComboBox* box : {loss_, classes_})
    connect(box, &QComboBox::currentIndexChanged, this, &TrainingDialog::follow);
  for (QLineEdit* edit : {rate_, name_})
    connect(edit, &QLineEdit::textChanged, this, &TrainingDialog::follow);
}

// The results of the shown computation, then the selected op.
void TrainingDialog::addOutputs() {
  const DocumentRecordPtr document = workspace_.documents.document();
  if (!document || !document->graph) return;
  const auto add = [&](OpId key) {
    for (const OpRecord& op : document->graph->ops)
      if (op.id == key && output_->findData(QVariant::fromValue<qulonglong>(key)) < 0)
        output_->addItem(QString::fromStdString(op.name), QVariant::fromValue<qulonglong>(key));
  };
  for (const ComputationRecord& each : document->computations)
    if (QString::fromStdString(each.name) == workspace_.compilations.computation())
      std::for_each(each.results.begin(), each.results.end(), add);
  if (const OpId selected = workspace_.selection.op()) add(selected);
}

const OpRecord* TrainingDialog::output() const {
  const DocumentRecordPtr document = workspace_.documents.document();
  if (!document || !document->graph) return nullptr;
  const OpId key = output_->currentData().toULongLong();
  const auto& ops = document->graph->ops;
  const auto found =
      std::find_if(ops.begin(), ops.end(), [key](const OpRecord& op) { return op.id == key; });
  return found == ops.end() ? nullptr : &*found;
}

// The axis that the edit takes by default is the first entry.
void TrainingDialog::listAxes() {
  const QSignalBlocker quiet(classes_);
  classes_->clear();
  classes_->addItem("as exporters write it", QString());
  const OpRecord* op = output();
  if (op == nullptr || op->results.empty()) return;
  for (const AxisRecord& axis : op->results[0].axes) {
    const QString name = QString::fromStdString(axis.name);
    classes_->addItem(name + ": " + QString::fromStdString(length_text(axis)), name);
  }
}

void TrainingDialog::suggestRate() {
  const QSignalBlocker quiet(rate_);
  rate_->setText(defaultRate(*optimizer_));
}

QString TrainingDialog::line() const {
  QString text = QString("%1 = training(#%2, loss=\"%3\", optimizer=\"%4\", learning_rate=%5")
                     .arg(name_->text().trimmed(), output_->currentData().toString(),
                          loss_->currentData().toString(), optimizer_->currentData().toString(),
                          rate_->text().trimmed());
  const QString classes = classes_->currentData().toString();
  if (classes_->isEnabled() && !classes.isEmpty()) text += ", classes=" + classes;
  return text + ")";
}

QString TrainingDialog::refusal() const {
  return attach_->isEnabled() ? QString() : words_->text();
}

void TrainingDialog::follow() {
  classes_->setEnabled(neon::find_loss(loss_->currentData().toString().toStdString())->classes);
  line_->setText(line());
  newest_.renew();
  attach_->setEnabled(output_->count() > 0);
  words_->setText(QString::fromUtf8("Checking the edit…"));
  typing_->start();
}

void TrainingDialog::tryLine() {
  if (output_->count() == 0)
    return showAnswer(
        {false, "The document has no output: select an op, or open a computation.", 0, {}, {}});
  workspace_.jobs.cancel(job_);
  job_ = workspace_.jobs.start(
      "Checking the edit",
      [self = QPointer(this), request = newest_.get(),
       trial = workspace_.editor->trialJob(line())](JobContext&) -> Jobs::Done {
        return [self, request, answer = trial()] {
          if (self && self->newest_.is(request)) self->showAnswer(answer);
        };
      });
}

void TrainingDialog::showAnswer(const EditAnswer& answer) {
  attach_->setEnabled(answer.good);
  words_->setText(!answer.good
                      ? answer.text + (answer.details.isEmpty() ? "" : "\n" + answer.details)
                      : QString("Random data feed the inputs and the target until you "
                                "choose sources in Run. F5 trains."));
}

void TrainingDialog::attach() {
  const EditAnswer answer = workspace_.editor->apply(line());
  if (!answer.good) return words_->setText(answer.text);
  accept();
}

}  // namespace ng::views
