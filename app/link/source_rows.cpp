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

namespace ng::views {
namespace {

constexpr int mostFiles = 200;  // limit of offered files

QString text(std::string_view s) {
  return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
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

QStringList fileChoices(const QString& document) {
  QStringList choices;
  if (document.isEmpty()) return choices;
  const QDir folder = QFileInfo(document).absoluteDir();
  QDirIterator files(folder.path(), {"*.npy", "*.npz", "*.idx", "*-ubyte", "*.safetensors"},
                     QDir::Files);
  for (int seen = 0; files.hasNext() && seen < mostFiles; ++seen)
    choices << folder.relativeFilePath(files.next());
  choices.sort();
  return choices;
}

QString shapeWords(const OpRecord& op) {
  QStringList axes;
  for (const AxisRecord& axis : op.results.front().axes)
    axes << text(axis.name) + (axis.length ? QString(" %1").arg(*axis.length) : QString());
  return axes.isEmpty() ? QObject::tr("a number") : axes.join(QString::fromUtf8(" × "));
}

}  // namespace

std::vector<SourceRow> sourceRows(const DocumentRecordPtr& document, const PlanRecord& plan,
                                  OpKey op) {
  const OpRecord* placeholder = document ? document->graph->find(op) : nullptr;
  if (!placeholder || placeholder->traits.kind != OpKind::placeholder ||
      placeholder->results.empty())
    return {};
  const bool scalar = placeholder->results.front().axes.empty();
  const QString shape = shapeWords(*placeholder);
  return {
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
      {GivenKind::file, QObject::tr("File"), "data.npz:xs",
       QObject::tr(".npy, .npz, .safetensors or IDX file in the document's folder, then a colon "
                   "and the array; batches along the first axis."),
       fileChoices(text(document->path))},
  };
}

QString sourceLine(const PlanRecord& plan, OpKey op, GivenKind kind, const QString& given) {
  const QString to = QString("feed(#%1, %2)").arg(op);
  if (kind == GivenKind::value) return to.arg(given);
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
