// SPDX-License-Identifier: Apache-2.0
#include "views/checkpoints/checkpoint_scopes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace ng::views {
namespace {

struct Placed {
  QStringList parts;  // scopes, then the tensor name
  CheckpointRow row;
};

bool isNumber(const QString& part) {
  return std::all_of(part.begin(), part.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

bool before(const QString& a, const QString& b) {
  const auto key = [](const QString& part) {
    const bool number = isNumber(part);
    return std::make_tuple(!number, number ? part.size() : 0, part);
  };
  return key(a) < key(b);
}

bool standsBefore(const Placed& a, const Placed& b) {
  for (qsizetype i = 0; i < std::min(a.parts.size(), b.parts.size()); ++i) {
    const bool lastOfA = i + 1 == a.parts.size(), lastOfB = i + 1 == b.parts.size();
    if (lastOfA != lastOfB) return lastOfA;
    if (a.parts[i] != b.parts[i]) return before(a.parts[i], b.parts[i]);
  }
  return false;
}

std::vector<Placed> placed(std::vector<CheckpointRow> tensors) {
  const bool slashes = std::any_of(tensors.begin(), tensors.end(), [](const CheckpointRow& row) {
    return row.full.find('/') != std::string::npos;
  });
  const QChar separator = slashes ? u'/' : u'.';
  std::vector<Placed> all;
  all.reserve(tensors.size());
  for (CheckpointRow& row : tensors) {
    const QString full = QString::fromStdString(row.full);
    QStringList parts = full.split(separator, Qt::SkipEmptyParts);
    if (parts.isEmpty()) parts << full;
    row.layer = parts.mid(0, parts.size() - 1).join(separator);
    row.name = parts.back();
    all.push_back({std::move(parts), std::move(row)});
  }
  std::stable_sort(all.begin(), all.end(), standsBefore);
  return all;
}

ScopeSum sumOf(const CheckpointRow& row) {
  if (row.scope) return *row.scope;
  ScopeSum sum;
  sum.tensors = row.fit != Fit::notInFile;
  sum.judged = row.fit != Fit::unknown;
  sum.fitting = row.fit == Fit::fits;
  if (!row.change) return sum;
  sum.compared = 1;
  sum.changed = row.change->kind != TensorChange::Kind::equal;
  sum.relative = row.change->relative();
  sum.most = row.change->most;
  return sum;
}

// Mean and standard deviation stay NaN: combined over unrelated tensors they are not meaningful.
void add(std::optional<TensorStatistics>& to, const TensorStatistics& more) {
  if (!to) {
    to.emplace();
    to->mean = to->std = std::numeric_limits<double>::quiet_NaN();
  }
  if (more.finite > 0) {
    to->min = to->finite > 0 ? std::min(to->min, more.min) : more.min;
    to->max = to->finite > 0 ? std::max(to->max, more.max) : more.max;
    to->l2 = std::hypot(to->l2, more.l2);
  }
  to->count += more.count;
  to->finite += more.finite;
  to->nans += more.nans;
  to->plusInfs += more.plusInfs;
  to->minusInfs += more.minusInfs;
}

}  // namespace

std::vector<CheckpointRow> withScopes(std::vector<CheckpointRow> tensors) {
  std::vector<CheckpointRow> rows;
  // Rows of the scopes that enclose the last tensor; `names` are their names.
  std::vector<int> open;
  QStringList names;
  for (Placed& next : placed(std::move(tensors))) {
    const qsizetype scopes = next.parts.size() - 1;
    qsizetype same = 0;
    while (same < std::min(scopes, names.size()) && names[same] == next.parts[same]) ++same;
    open.resize(static_cast<std::size_t>(same));
    names = names.mid(0, same);
    const auto put = [&](CheckpointRow row) {
      row.parent = open.empty() ? -1 : open.back();
      row.depth = static_cast<int>(open.size());
      rows.push_back(std::move(row));
    };
    for (qsizetype i = same; i < scopes; ++i) {
      CheckpointRow scope;
      scope.scope.emplace();
      scope.name = next.parts[i];
      const QChar separator = next.row.full.find('/') != std::string::npos ? u'/' : u'.';
      scope.layer = names.join(separator);
      names << scope.name;
      scope.full = names.join(separator).toStdString();
      put(std::move(scope));
      open.push_back(static_cast<int>(rows.size()) - 1);
    }
    put(std::move(next.row));
  }
  return rows;
}

void sumScopes(std::vector<CheckpointRow>& rows) {
  for (CheckpointRow& row : rows) {
    if (!row.scope) continue;
    row.scope.emplace();
    row.bytes = row.elements = 0;
    row.statistics.reset();
  }
  // Iterates backwards: the contents of a scope follow it and are complete before the scope is
  // summed.
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    if (row->parent < 0) continue;
    CheckpointRow& around = rows[static_cast<std::size_t>(row->parent)];
    const ScopeSum more = sumOf(*row);
    ScopeSum& sum = *around.scope;
    sum.tensors += more.tensors;
    sum.judged += more.judged;
    sum.fitting += more.fitting;
    sum.compared += more.compared;
    sum.changed += more.changed;
    sum.relative = std::max(sum.relative, more.relative);
    sum.most = std::max(sum.most, more.most);
    around.bytes += row->bytes;
    around.elements += row->elements;
    if (row->statistics) add(around.statistics, *row->statistics);
  }
}

}  // namespace ng::views
