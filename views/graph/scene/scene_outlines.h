// SPDX-License-Identifier: Apache-2.0
// Outlines around cards that belong together: kernels and open groups.
#pragma once

#include "views/graph/scene/scene.h"

namespace ng::views {

struct CardOutline {
  Outline outline;
  std::vector<QRectF> labels;  // one per disconnected part, on its upper edge
};

// Builds the outlines of one scene. Needs the scene's cards, their grid and, for `around`, the
// edges.
class Outliner {
 public:
  explicit Outliner(const GraphScene& scene)
      : scene_(scene), own_(scene.cards.size()), leader_(scene.cards.size()) {}

  // The cards with a margin. Neighbours that are linked by an edge or adjacent in a row are joined
  // if no other card is in between.
  CardOutline around(const std::vector<int>& cards, double margin, const QString& name);
  // A fast approximation: one rectangle per run of neighbours in a row, and one label.
  CardOutline roughly(const std::vector<int>& cards, double margin, const QString& name) const;

 private:
  // Pieces as integers relative to the first card: repeated layers have equal outlines.
  struct Shape {
    std::vector<int> numbers;
    QPainterPath line;
  };

  const Card& card(int i) const { return scene_.cards[static_cast<std::size_t>(i)]; }
  QRectF rect(int i) const;  // as if the scene ran downwards
  QRectF grown(int i, double margin) const;
  int root(int i);
  void join(int a, int b) { leader_[static_cast<std::size_t>(root(a))] = root(b); }
  std::vector<std::vector<int>> runs(const std::vector<int>& cards, double margin) const;
  void joinRows(const std::vector<int>& cards, double margin, std::vector<QPainterPath>& pieces);
  void joinEdges(const std::vector<int>& cards, double margin, std::vector<QPainterPath>& pieces);
  QPainterPath bridge(const EdgeShape& edge, double margin) const;
  QPainterPath oneLine(const std::vector<QPainterPath>& pieces, QPointF origin);
  QRectF labelOn(const std::vector<int>& cards, double margin, const QString& name) const;

  const GraphScene& scene_;
  std::vector<char> own_;    // by card: belongs to the current outline
  std::vector<int> leader_;  // union-find parent of each own card
  std::unordered_multimap<std::size_t, Shape> shapes_;
};

}  // namespace ng::views
