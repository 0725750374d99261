// SPDX-License-Identifier: Apache-2.0
#include "views/passes/trial_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <cstdlib>

#include "engine/analysis/pass_moves.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("trial", text);
}

QString sign(std::int64_t change) {
  return change > 0 ? QStringLiteral("+") : change < 0 ? QStringLiteral("−") : QString();
}

QString orderText(const std::vector<std::string>& order) {
  QStringList parts;
  for (const PassMove& each : pass_moves(order))
    parts << tr(each.up ? "%1 before %2" : "%1 after %2")
                 .arg(QString::fromStdString(each.name), QString::fromStdString(each.beside));
  return parts.isEmpty() ? tr("another order") : parts.join(", ");
}

QString briefOrder(const std::vector<std::string>& order) {
  QStringList parts;
  for (const PassMove& each : pass_moves(order))
    parts << QStringLiteral("%1 ").arg(QChar(each.up ? u'↑' : u'↓')) +
                 QString::fromStdString(each.name);
  return parts.isEmpty() ? tr("another order") : parts.join(", ");
}

}  // namespace

QString choiceText(const PipelineChoice& choice) {
  QStringList names, parts;
  for (const std::string& name : choice.disabled) names << QString::fromStdString(name);
  if (!names.isEmpty()) parts << tr("without %1").arg(names.join(", "));
  if (!choice.order.empty()) parts << orderText(choice.order);
  return parts.isEmpty() ? tr("the full pipeline") : parts.join(", ");
}

QString briefText(const PipelineChoice& choice) {
  QStringList parts;
  for (const std::string& name : choice.disabled)
    parts << QStringLiteral("−") + QString::fromStdString(name);
  if (!choice.order.empty()) parts << briefOrder(choice.order);
  return parts.join(", ");
}

QString signedCount(std::int64_t change) {
  return sign(change) + countText(std::abs(change));
}

QString signedBytes(std::int64_t change) {
  return sign(change) + byteText(std::abs(change));
}

QString timeRatio(const PipelineTrialRecord& trial) {
  if (trial.full.microseconds <= 0 || trial.tried.microseconds <= 0) return {};
  if (within_noise(trial.full, trial.tried)) return tr("≈ time");
  return QStringLiteral("×") +
         QString::number(trial.tried.microseconds / trial.full.microseconds, 'f', 2);
}

QString shortText(const PipelineTrialRecord& trial) {
  const std::int64_t kernels = trial.tried.kernels - trial.full.kernels;
  const QString count = kernels == 0 ? tr("±0 k") : signedCount(kernels) + tr(" k");
  const QString time = timeRatio(trial);
  return time.isEmpty() ? count : count + u' ' + time;
}

QString fullText(const PipelineTrialRecord& trial) {
  const std::int64_t kernels = trial.tried.kernels - trial.full.kernels;
  QString text = tr("%1 kernels, peak %2")
                     .arg(kernels == 0 ? QStringLiteral("±0") : signedCount(kernels),
                          trial.tried.peak_bytes == trial.full.peak_bytes
                              ? QStringLiteral("±0")
                              : signedBytes(trial.tried.peak_bytes - trial.full.peak_bytes));
  if (!trial.uncalled.empty())
    return text + tr(", not called: %1").arg(QString::fromStdString(trial.uncalled));
  // Three digits, because trials differ by a few percent.
  const auto time = [](double microseconds) { return microsecondText(microseconds, 3); };
  const auto spread = [&time](const PipelineFigures& f) {
    return tr("%1 (%2 to %3)").arg(time(f.microseconds), time(f.low), time(f.high));
  };
  return text + tr(", %1 → %2 per step called alone%3, error %4")
                    .arg(spread(trial.full), spread(trial.tried),
                         within_noise(trial.full, trial.tried) ? tr(", within noise") : QString(),
                         valueText(trial.error, 2));
}

}  // namespace ng::views
