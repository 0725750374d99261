// SPDX-License-Identifier: Apache-2.0
// How the graph is arranged: direction, folded chips, and which groups are made and open. Asks the
// placer for the places.
#pragma once

#include <QJsonObject>
#include <functional>

#include "views/graph/arrangement/graph_aim.h"

namespace ng::views {

class GraphArrangement : public QObject {
  Q_OBJECT

 public:
  GraphArrangement(GraphShown& shown, GraphAim& aim);

  GraphPlacer& placer() { return placer_; }
  bool busy() const { return placer_.busy() || job_; }

  Direction direction() const { return direction_; }
  void setDirection(Direction direction);
  void turn();
  // Folds constants, far reads and broadcasts into chips; otherwise every op has a card.
  bool folds() const { return folds_; }
  void setFolds(bool folds);
  void fold();  // toggles
  void setGroupBy(GroupBy by);
  void setOpen(ItemId group, bool open);
  void setAllOpen(bool open);
  void closeAround();  // closes the group around the selection
  // Opens the closed groups around `op` and then calls `reveal`, or without one brings its card
  // into view; false: none is closed.
  bool openAround(OpId op, std::function<void()> reveal = {});

  void followGraphs();  // other graphs: groups them as the user chose, else by a heuristic
  void forget();        // another document
  void save(QJsonObject& state) const;
  void restore(const QJsonObject& state);
  // "direction", "group" and "open", as in `ngraph-workbench --help`. Returns an error text.
  QString apply(const QJsonObject& options);
  // Empty: some ops name a device; else why ops cannot be grouped by it.
  QString whyNoDevices() const;

 signals:
  void changed();
  void grouped();  // by the user
  void turned();   // by the user

 private:
  using Use = std::function<void(std::shared_ptr<Grouping>)>;
  void findGroups(Use use);
  void firstGroups(std::shared_ptr<Grouping> grouping);
  enum class Cards { move, stay };
  void regroup(std::shared_ptr<Grouping> grouping, Anchor anchor, Cards cards = Cards::move);
  std::shared_ptr<Grouping> copy() const;
  std::size_t starts() const;
  Folding folding() const;

  GraphShown& shown_;
  GraphAim& aim_;
  GraphPlacer placer_;
  Direction direction_ = Direction::down;
  bool folds_ = true;
  std::optional<GroupBy> chosenBy_;  // by the user, for this document
  bool settled_ = false;             // the user has chosen which groups are open
  JobId job_ = 0;
};

}  // namespace ng::views
