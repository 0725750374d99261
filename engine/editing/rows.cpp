// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/rows.h"

#include <algorithm>
#include <cmath>

#include "engine/base/error.h"
#include "engine/base/number.h"

namespace ng::editing {
namespace {

// Replaces, inserts or removes the row at `index`; returns the previous row.
template <class Row>
std::optional<Row> exchange(std::vector<Row>& rows, std::size_t index, std::optional<Row> row,
                            bool there) {
  const auto at = rows.begin() + static_cast<std::ptrdiff_t>(index);
  if (!there) {
    check(index <= rows.size() && row, "an added row has a valid index");
    rows.insert(at, std::move(*row));
    return std::nullopt;
  }
  check(index < rows.size(), "a changed row exists");
  std::optional<Row> before = std::move(*at);
  if (row)
    *at = std::move(*row);
  else
    rows.erase(at);
  return before;
}

}  // namespace

std::string text_of(const CardPlace& place) {
  return to_string(Number(place.x), 6) + " " + to_string(Number(place.y), 6);
}

std::optional<CardPlace> place_of(const std::map<std::string, std::string>& metadata) {
  const auto found = metadata.find(place_key);
  if (found == metadata.end()) return std::nullopt;
  const std::string_view text = found->second;
  const std::size_t space = text.find(' ');
  if (space == text.npos) return std::nullopt;
  const auto x = number_from(text.substr(0, space)), y = number_from(text.substr(space + 1));
  if (!x || !y || !std::isfinite(x->real()) || !std::isfinite(y->real())) return std::nullopt;
  return CardPlace{x->real(), y->real()};
}

const OpModel* Rows::find(RowId id) const {
  for (const OpModel& op : model_.ops) {
    if (op.id == id) return &op;
  }
  return nullptr;
}

std::size_t Rows::index_of(RowId id) const {
  const OpModel* row = find(id);
  check(row != nullptr, "an op of the draft");
  return static_cast<std::size_t>(row - model_.ops.data());
}

RowId Rows::next_id() const {
  RowId last = least_id_ - 1;
  for (const OpModel& op : model_.ops) last = std::max(last, op.id);
  for (const ComputationModel& each : model_.computations) last = std::max(last, each.id);
  return last + 1;
}

void Rows::set_op(std::size_t index, std::optional<OpModel> row) {
  auto before = exchange(model_.ops, index, row, index < model_.ops.size());
  changes_.push_back(Change<OpModel>{index, std::move(before), std::move(row)});
}

void Rows::set_axis(std::size_t index, std::optional<AxisModel> row) {
  auto before = exchange(model_.axes, index, row, index < model_.axes.size());
  changes_.push_back(Change<AxisModel>{index, std::move(before), std::move(row)});
}

void Rows::set_computation(std::size_t index, std::optional<ComputationModel> row) {
  auto before = exchange(model_.computations, index, row, index < model_.computations.size());
  changes_.push_back(Change<ComputationModel>{index, std::move(before), std::move(row)});
}

void Rows::set_head(DocumentHead head) {
  changes_.push_back(HeadChange{this->head(), head});
  put(changes_.back(), true);
}

void Rows::set_place(RowId id, std::optional<CardPlace> place) {
  const auto at = places_.find(id);
  const auto before = at == places_.end() ? std::nullopt : std::optional(at->second);
  if (before == place) return;
  changes_.push_back(PlaceChange{id, before, place});
  put(changes_.back(), true);
}

Rows::Changes Rows::take_changes() {
  return std::exchange(changes_, {});
}

void Rows::put(const AnyChange& any, bool forward) {
  if (const auto* head = std::get_if<HeadChange>(&any)) {
    const DocumentHead& to = forward ? head->after : head->before;
    model_.title = to.title;
    model_.description = to.description;
    model_.plan = to.plan;
    return;
  }
  if (const auto* place = std::get_if<PlaceChange>(&any)) {
    const auto& to = forward ? place->after : place->before;
    if (to)
      places_[place->id] = *to;
    else
      places_.erase(place->id);
    return;
  }
  const auto row = [&](auto& rows, const auto* change) {
    if (!change) return;
    const auto& from = forward ? change->before : change->after;
    exchange(rows, change->index, forward ? change->after : change->before, from.has_value());
  };
  row(model_.ops, std::get_if<Change<OpModel>>(&any));
  row(model_.axes, std::get_if<Change<AxisModel>>(&any));
  row(model_.computations, std::get_if<Change<ComputationModel>>(&any));
}

void Rows::revert(const Changes& changes) {
  for (std::size_t i = changes.size(); i-- > 0;) put(changes[i], false);
}

void Rows::repeat(const Changes& changes) {
  for (const AnyChange& each : changes) put(each, true);
}

}  // namespace ng::editing
