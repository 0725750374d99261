// SPDX-License-Identifier: Apache-2.0
#include "app/window/work_at_stake.h"

#include <array>

#include "views/widgets/number_text.h"

namespace ng::views {

namespace {

QString variablesOf(const WorkAtStake& work) {
  const QString count =
      work.total > 0
          ? QString("iteration %1 of %2").arg(countText(work.iterations)).arg(countText(work.total))
          : countText(work.iterations, "iteration");
  return QString("trained variables (%1) in no checkpoint").arg(count);
}

}  // namespace

QString questionOf(const WorkAtStake& work, const QString& document, const QString& command) {
  QStringList has;
  if (work.edits) has << "unsaved edits";
  if (work.iterations > 0) has << variablesOf(work);
  QStringList sentences;
  if (!has.isEmpty()) sentences << QString("%1 has %2.").arg(document, has.join(" and "));
  if (work.total > 0) sentences << "Its training is running.";
  if (!work.scriptEdits.isEmpty()) sentences << work.scriptEdits + " has unsaved edits.";
  if (!work.script.isEmpty()) sentences << work.script + " is running.";
  const char* saves = std::array{"Stop it", "Save them", "Save both", "Save all"}.at(
      static_cast<std::size_t>(work.kinds()));
  return sentences.join(" ") + QString(" %1 before you %2?").arg(saves, command);
}

QString saveLabel(const WorkAtStake& work, const QString& verb) {
  const char* what = work.kinds() == 3     ? "Save all and "
                     : work.kinds() == 2   ? "Save both and "
                     : work.iterations > 0 ? "Save state and "
                                           : "Save and ";
  return what + verb;
}

}  // namespace ng::views
