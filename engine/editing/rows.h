// SPDX-License-Identifier: Apache-2.0
// A document's rows while they are edited. Every change is noted with what stood there before, so
// that a step can be taken back to the letter.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/formats/document.h"

namespace ng::editing {

using RowId = std::uint64_t;

// Where the user put a card, in scene units; in a document it is metadata of the op.
struct CardPlace {
  double x = 0, y = 0;
  bool operator==(const CardPlace&) const = default;
};
constexpr const char* place_key = "place";
std::string text_of(const CardPlace& place);  // "120 -40.5"
// Nothing: there is none, or it is no place.
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
  const OpModel* find(RowId id) const;  // null: there is none
  RowId next_id() const;                // above those of all ops and computations

  // An empty row removes what stands at `index`; an index behind the last adds one.
  void set_op(std::size_t index, std::optional<OpModel> row);
  void set_axis(std::size_t index, std::optional<AxisModel> row);
  void set_computation(std::size_t index, std::optional<ComputationModel> row);
  void set_head(DocumentHead head);
  void set_place(RowId id, std::optional<CardPlace> place);
  std::size_t index_of(RowId id) const;  // of an op; must be there
  DocumentHead head() const { return {model_.title, model_.description, model_.plan}; }

  // Everything set since the last call, in order.
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
  Changes changes_;
};

}  // namespace ng::editing
