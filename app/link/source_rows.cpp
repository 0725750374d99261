// SPDX-License-Identifier: Apache-2.0
#include "app/link/source_rows.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QObject>
#include <algorithm>

#include "engine/neon/data/data_set_table.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_record.h"
#include "engine/records/plan_record.h"
#include "engine/records/values/image_shape.h"

namespace ng::views {
namespace {

constexpr int mostFiles = 200;  // limit of offered files

QString text(std::string_view s) {
  return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

QString axisWords(const AxisRecord& axis) {
  return text(axis.name) + (axis.length ? QString(" %1").arg(*axis.length) : QString());
}

// Data sets of the plan first, then known ones that would be added.
QStringList dataChoices(const PlanRecord& plan) {
  QStringList choices;
  for (const PlanDataRecord& data : plan.data)
    for (const std::string& array : data.arrays) choices << text(array);
  for (const neon::DataSetKind& kind : neon::data_set_table())
    for (const std::string& array : neon::array_names(kind, std::string(kind.name)))
      choices << text(array);
  choices.removeDuplicates();
  return choices;
}

QStringList filesBeside(const QString& document, const QStringList& names) {
  QStringList found;
  if (document.isEmpty()) return found;
  const QDir folder = QFileInfo(document).absoluteDir();
  QDirIterator files(folder.path(), names, QDir::Files);
  for (int seen = 0; files.hasNext() && seen < mostFiles; ++seen)
    found << folder.relativeFilePath(files.next());
  found.sort();
  return found;
}

QStringList fileChoices(const QString& document) {
  return filesBeside(document, {"*.npy", "*.npz", "*.idx", "*-ubyte", "*.safetensors"});
}

// Each with every range of pixel values.
QStringList imageChoices(const QString& document) {
  QStringList choices;
  for (const QString& file : filesBeside(document, {"*.png", "*.jpg", "*.jpeg", "*.bmp", "*.webp"}))
    for (const std::string_view range : names_of(PixelRange()))
      choices << file + u':' + text(range);
  return choices;
}

SourceRow fileRow(const OpRecord& op, const QString& document) {
  const auto images = image_shape(op);
  if (!images)
    return {GivenKind::file, QObject::tr("File"), "data.npz:xs",
            QObject::tr(".npy, .npz, .safetensors or IDX file in the document's folder, then a "
                        "colon and the array; batches along the first axis."),
            fileChoices(document)};
  return {
      GivenKind::file, QObject::tr("Image or array file"), "cat.png:0..1",
      QObject::tr("An image, scaled to %1 × %2, then a colon and the range of its values: 0..1, "
                  "-1..1, 0..255 or imagenet (0..1, minus mean, by deviation). Or an array: "
                  "data.npz:xs.")
          .arg(images->width)
          .arg(images->height),
      imageChoices(document) + fileChoices(document)};
}

bool takesText(const DocumentRecord& document, const OpRecord& op) {
  return !document.words->vocabulary.empty() && !op.results.front().axes.empty() &&
         !is_float(op.results.front().dtype);
}

SourceRow textRow(const OpRecord& op) {
  return {
      GivenKind::value,
      QObject::tr("Text or numbers"),
      "\"a text\"",
      QObject::tr("A text in quotes as ids of the vocabulary: the longest token that matches at "
                  "each place, without special tokens; the model's tokenizer may choose others. "
                  "It must fill %1, or is padded by the vocabulary's padding token. Or numbers.")
          .arg(axisWords(op.results.front().axes.back())),
      {}};
}

QString shapeWords(const OpRecord& op) {
  QStringList axes;
  for (const AxisRecord& axis : op.results.front().axes) axes << axisWords(axis);
  return axes.isEmpty() ? QObject::tr("a number") : axes.join(QString::fromUtf8(" × "));
}

}  // namespace

std::vector<SourceRow> sourceRows(const DocumentRecordPtr& document, const PlanRecord& plan,
                                  OpId op) {
  const OpRecord* placeholder = document ? document->graph->find(op) : nullptr;
  if (!placeholder || placeholder->traits.kind != OpKind::placeholder ||
      placeholder->results.empty())
    return {};
  const bool scalar = placeholder->results.front().axes.empty();
  const QString shape = shapeWords(*placeholder);
  std::vector<SourceRow> rows = {
      {GivenKind::value,
       QObject::tr("Number"),
       scalar ? "0.1" : "[[1, 2], [3, 4]]",
       scalar
           ? QObject::tr("The same value for every call.")
           : QObject::tr(
                 "One number for all of %1, or an array written in rows; the same for every call.")
                 .arg(shape),
       {}},
      {GivenKind::schedule,
       QObject::tr("Expression"),
       "5/(1+epoch)",
       QObject::tr("A function of epoch, batch and iteration, counted from 0."),
       {"5/(1+epoch)", "0.1*0.5**(epoch/10)", "iteration", "max(0.1, 1 - epoch/5)"}},
      {GivenKind::data, QObject::tr("Data set"), "mnist.train.image",
       QObject::tr("One batch per call. Synthetic data is used until you select the real files "
                   "with Folder…."),
       dataChoices(plan)},
      {GivenKind::random,
       QObject::tr("Random"),
       "normal(0, 1, seed=7)",
       QObject::tr("%1 resampled at each call: normal(mean, std) or uniform(low, high).")
           .arg(shape),
       {"normal(0, 1, seed=0)", "uniform(0, 1, seed=0)", "uniform(0, 10, seed=0)"}},
      fileRow(*placeholder, text(document->path)),
  };
  if (takesText(*document, *placeholder)) rows.front() = textRow(*placeholder);
  return rows;
}

QString sourceLine(const PlanRecord& plan, OpId op, GivenKind kind, const QString& given) {
  const QString to = QString("feed(#%1, %2)").arg(op);
  if (kind == GivenKind::value)
    return to.arg(given.startsWith(u'"') || given.startsWith(u'\'') ? "text=" + given : given);
  if (kind == GivenKind::file) {
    const qsizetype colon = given.lastIndexOf(u':');
    if (colon < 0) return to.arg(QString("file=\"%1\"").arg(given));
    return to.arg(QString("file=\"%1\", array=\"%2\"")
                      .arg(given.left(colon), given.mid(colon + 1).trimmed()));
  }
  QString line = to.arg(QString("%1=\"%2\"").arg(QString::fromUtf8(name(kind)), given));
  const std::string set = given.section(u'.', 0, 0).toStdString();
  const bool there = std::any_of(plan.data.begin(), plan.data.end(),
                                 [&](const PlanDataRecord& data) { return data.name == set; });
  if (kind != GivenKind::data || there || !neon::data_set_named(set)) return line;
  line.prepend(QString("%1 = data(\"%1\", seed=0); ").arg(text(set)));
  return plan.data.empty() ? line + "; plan(batches=0)" : line;
}

}  // namespace ng::views
