// SPDX-License-Identifier: Apache-2.0
// Rows of a document under edit. Records every change with the previous content, so that undo
// restores the rows exactly.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/formats/documents/document.h"
#include "engine/records/place_key.h"

namespace ng::editing {

using RowId = std::uint64_t;

// Place of a card, in scene units; stored as metadata of the op.
struct CardPlace {
  double x = 0, y = 0;
  bool operator==(const CardPlace&) const = default;
};
std::string text_of(const CardPlace& place);  // "120 -40.5"
// nullopt if missing or invalid.
std::optional<CardPlace> place_of(const std::map<std::string, std::string>& metadata);

struct DocumentHead {
  std::string title, description;
  std::optional<RunPlan> plan;
};

class Rows {
 public:
  explicit Rows(DocumentModel model) : model_(std::move(model)) {}

  const DocumentModel& model() const { return model_; }
  const std::map<RowId, CardPlace>& places() const { return places_; }
  const OpModel* find(RowId id) const;  // null: unknown
  // Greater than all ids of ops and computations, and than those before the last reserve_ids().
  RowId next_id() const;
  // No later row gets an id below `next`: what others know by an id stays another row's, also
  // after an undo.
  void reserve_ids(RowId next) { least_id_ = std::max(least_id_, next); }

  // Replaces the row at `index`; nullopt removes it, an index past the end appends.
  void set_op(std::size_t index, std::optional<OpModel> row);
  void set_axis(std::size_t index, std::optional<AxisModel> row);
  void set_computation(std::size_t index, std::optional<ComputationModel> row);
  void set_head(DocumentHead head);
  void set_place(RowId id, std::optional<CardPlace> place);
  void set_words(ModelWordsPtr words) { model_.words = std::move(words); }  // no change
  std::size_t index_of(RowId id) const;  // of an op, which must exist
  DocumentHead head() const { return {model_.title, model_.description, model_.plan}; }

  // All changes since the last call, in order.
  template <class Row>
  struct Change {
    std::size_t index = 0;
    std::optional<Row> before, after;
  };
  struct HeadChange {
    DocumentHead before, after;
  };
  struct PlaceChange {
    RowId id = 0;
    std::optional<CardPlace> before, after;
  };
  using AnyChange = std::variant<Change<OpModel>, Change<AxisModel>, Change<ComputationModel>,
                                 HeadChange, PlaceChange>;
  using Changes = std::vector<AnyChange>;
  Changes take_changes();
  void revert(const Changes& changes);
  void repeat(const Changes& changes);

 private:
  void put(const AnyChange& change, bool forward);
  DocumentModel model_;
  std::map<RowId, CardPlace> places_;
  RowId least_id_ = 1;
  Changes changes_;
};

}  // namespace ng::editing
