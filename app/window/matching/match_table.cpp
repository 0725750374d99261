// SPDX-License-Identifier: Apache-2.0
#include "app/window/matching/match_table.h"

#include "engine/base/enum_names.h"

namespace ng::views {

namespace {

using State = VariableBinding::State;

QString text(std::string_view words) {
  return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

}  // namespace

MatchTable::MatchTable(QObject* parent) : ColumnModel({}, parent) {
  setColumns({{"variable", false, [this](int row) { return text(at(row).variable); }, {}, {}},
              {"type", false, [this](int row) { return typeText(at(row)); }, {}, {}},
              {"", false, [this](int row) { return text(name(at(row).state)); }, {}, {}},
              {"tensor", false, [this](int row) { return text(at(row).tensor); }, {}, {}},
              {"remark",
               false,
               [this](int row) { return remark(at(row)); },
               {},
               [this](int row) { return remark(at(row)); }}});
}

void MatchTable::setBinding(CheckpointBinding binding) {
  binding_ = std::move(binding);
  setRows(static_cast<int>(binding_.variables.size()),
          [this](int row) { return at(row).state == State::bound; });
}

QString MatchTable::typeText(const VariableBinding& variable) {
  return text(name(variable.dtype)) + " " + text(to_string(variable.shape));
}

QString MatchTable::orderText(const std::vector<std::size_t>& order) {
  QStringList axes;
  for (const std::size_t axis : order) axes << QString::number(axis);
  return axes.isEmpty() ? QString() : "transposed " + axes.join(',');
}

QString MatchTable::remark(const VariableBinding& variable) const {
  if (variable.state == State::bound) return orderText(variable.order);
  if (!variable.problem.empty()) return text(variable.problem);
  if (variable.declined) return "no tensor";
  if (variable.suggestions.empty()) return "no tensor of these lengths";
  const TensorSuggestion& best = variable.suggestions.front();
  return QString("similar: %1 (%2 %)").arg(text(best.tensor)).arg(qRound(100 * best.similarity));
}

QString summaryOf(const CheckpointBinding& binding) {
  const auto count = [&](State state) {
    return std::count_if(binding.variables.begin(), binding.variables.end(),
                         [state](const VariableBinding& each) { return each.state == state; });
  };
  QString words = QString("%1 of %2 variables have a tensor")
                      .arg(binding.bound())
                      .arg(binding.variables.size());
  QStringList open;
  if (const auto missing = count(State::missing)) open << QString("%1 missing").arg(missing);
  if (const auto wrong = count(State::mismatched)) open << QString("%1 mismatched").arg(wrong);
  if (!open.isEmpty()) words += "; " + open.join(", ");
  const std::size_t extra = binding.extra.size();
  if (extra > 0)
    words +=
        QString(extra == 1 ? "; %1 tensor is not used" : "; %1 tensors are not used").arg(extra);
  return words;
}

}  // namespace ng::views
