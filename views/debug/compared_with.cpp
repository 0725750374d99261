// SPDX-License-Identifier: Apache-2.0
#include "views/debug/compared_with.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QStandardItemModel>

#include "engine/records/document_record.h"
#include "engine/records/precision_words.h"
#include "views/core/document_name.h"
#include "views/core/peer_refusal.h"
#include "views/debug/query_head.h"

namespace ng::views {
namespace {

constexpr int sideRole = Qt::UserRole, withRole = Qt::UserRole + 1;

QString textOf(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void addSide(QComboBox& box, const QString& title, ComparedWith with, const QString& side,
             const QString& tip) {
  box.addItem(title, side);
  box.setItemData(box.count() - 1, static_cast<int>(with), withRole);
  box.setItemData(box.count() - 1, tip, Qt::ToolTipRole);
}

QString pathOf(const Workspace& workspace) {
  const DocumentRecordPtr document = workspace.documents.document();
  return document ? QString::fromStdString(document->path) : QString();
}

}  // namespace

ComparedWithFields::ComparedWithFields(Workspace& workspace, QObject* parent)
    : QObject(parent),
      workspace_(workspace),
      left_(new QComboBox),
      right_(new QComboBox),
      renames_(new QLineEdit),
      rtol_(numberField({}, tr("allowed relative difference; between transformers and programs, "
                               "in addition to rounding"))) {
  left_->setAccessibleName(tr("Transformer"));
  right_->setAccessibleName(tr("Compared with"));
  rtol_->setAccessibleName(tr("Allowed relative difference"));
  renames_->setAccessibleName(tr("Rules that rename the arrays of the file"));
  renames_->setPlaceholderText(tr("rename: enc.*=encoder/*"));
  renames_->setToolTip(
      tr("Rules PATTERN=NAME for the names of the file's arrays, separated by "
         "spaces: the first that fits applies"));
  renames_->setFixedWidth(180);
  addTransformers();
  addOthers();
  connect(right_, &QComboBox::activated, this, [this] {
    if (asksForFile()) chooseFile();
  });
  connect(right_, &QComboBox::currentIndexChanged, this, [this] {
    const bool precise = with() == ComparedWith::precision;
    rtol_->setPlaceholderText(precise ? QString::fromUtf8("8 ε") : QStringLiteral("1e-5"));
    renames_->setVisible(with() == ComparedWith::values);
    if (!asksForFile()) before_ = right_->currentIndex();
  });
  emit right_->currentIndexChanged(right_->currentIndex());
  connect(&workspace.documents, &Documents::documentChanged, this,
          &ComparedWithFields::followDocument);
  followDocument();
}

void ComparedWithFields::addTransformers() {
  for (const TransformerChoice& choice : workspace_.compilations.transformers()) {
    if (!choice.available) continue;
    left_->addItem(choice.name);
    addSide(*right_, choice.name, ComparedWith::transformer, choice.name, choice.reason);
    if (choice.usual) left_->setCurrentText(choice.name);
    if (choice.oracle) right_->setCurrentIndex(oracle_ = right_->count() - 1);
  }
}

void ComparedWithFields::addOthers() {
  right_->insertSeparator(right_->count());
  for (const auto& [word, dtype] : precision_words) {
    const QString type = textOf(name(dtype));
    addSide(*right_, tr("itself in %1").arg(type), ComparedWith::precision, type,
            tr("The same transformer with every float value as %1").arg(type));
  }
  right_->insertSeparator(right_->count());
  addSide(*right_, tr("ONNX Runtime"), ComparedWith::onnxruntime, {}, {});
  addSide(*right_, tr("values of a file…"), ComparedWith::values, {},
          tr("Arrays by the names of ops, as another program saved them: .npz, .safetensors"));
}

// ONNX Runtime stays listed where it cannot run, with the reason.
void ComparedWithFields::followDocument() {
  const int row = right_->findData(static_cast<int>(ComparedWith::onnxruntime), withRole);
  const QString why = peerRefusal(workspace_);
  auto* rows = qobject_cast<QStandardItemModel*>(right_->model());
  rows->item(row)->setEnabled(why.isEmpty());
  right_->setItemData(row, why.isEmpty() ? tr("The same file in ONNX Runtime") : why,
                      Qt::ToolTipRole);
  if (!why.isEmpty() && right_->currentIndex() == row) right_->setCurrentIndex(oracle_);
}

ComparedWith ComparedWithFields::with() const {
  return static_cast<ComparedWith>(right_->currentData(withRole).toInt());
}

bool ComparedWithFields::asksForFile() const {
  return with() == ComparedWith::values && right_->currentData(sideRole).toString().isEmpty();
}

void ComparedWithFields::chooseFile() {
  const QString path = QFileDialog::getOpenFileName(
      right_, tr("Values to compare with"), QFileInfo(pathOf(workspace_)).path(),
      tr("Arrays (*.npz *.npy *.safetensors);;All files (*)"));
  path.isEmpty() ? right_->setCurrentIndex(before_) : chooseFile(path);
}

// The row before the last has the chosen file.
void ComparedWithFields::chooseFile(const QString& path) {
  int row = right_->findData(path, sideRole);
  if (row < 0) {
    row = right_->count() - 1;
    right_->insertItem(row, documentName(path), path);
    right_->setItemData(row, static_cast<int>(ComparedWith::values), withRole);
    right_->setItemData(row, path, Qt::ToolTipRole);
  }
  right_->setCurrentIndex(row);
}

bool ComparedWithFields::choose(const QString& right) {
  for (const auto& [word, dtype] : precision_words)
    if (right == textOf(word) || right == textOf(name(dtype))) {
      right_->setCurrentIndex(right_->findData(textOf(name(dtype)), sideRole));
      return true;
    }
  if (right == "onnxruntime") {
    const int row = right_->findData(static_cast<int>(ComparedWith::onnxruntime), withRole);
    right_->setCurrentIndex(row);
    return peerRefusal(workspace_).isEmpty();
  }
  if (const int row = right_->findText(right); row >= 0) {
    right_->setCurrentIndex(row);
    return true;
  }
  if (!QFileInfo(right).isFile()) return false;
  chooseFile(QFileInfo(right).absoluteFilePath());
  return true;
}

ComparisonChoice ComparedWithFields::choice() const {
  ComparisonChoice choice;
  choice.left = left_->currentText().toStdString();
  choice.with = with();
  choice.right = right_->currentData(sideRole).toString().toStdString();
  choice.rtol = numberIn(*rtol_);
  if (choice.with == ComparedWith::values)
    for (const QString& rule : renames_->text().split(u' ', Qt::SkipEmptyParts))
      choice.renames.push_back(rule.toStdString());
  return choice;
}

}  // namespace ng::views
