// SPDX-License-Identifier: Apache-2.0
// Chips on cards: folded ops at the right; names of sources at the left and right of the arriving
// edges.
#include "views/graph/scene/chips.h"

#include <QHash>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "views/graph/canvas/card_painter.h"
#include "views/graph/scene/turned.h"

namespace ng::views {
namespace {

constexpr double gap = 4, margin = 7, badge = 9, port = 12;
constexpr double gradientCorner = 22;                                // the ∂ corner stays legible
constexpr double padding = 10, longestName = 46, longestOfTwo = 72;  // pixels
constexpr int farRows = 3, mostParts = 4;
constexpr std::size_t mostNames = 2;  // more sources share one chip
constexpr double farAcross = 2.5 * (metrics::cardWidth + metrics::gapAcross);

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

Far distance(const GraphScene& scene, const EdgeShape& edge) {
  const Card &a = scene.cards[at(edge.from)], &b = scene.cards[at(edge.to)];
  return farBetween(a.rect.center(), a.row, b.rect.center(), b.row, scene.direction);
}

bool isFar(const Far& distance) {
  return distance.first >= farRows || distance.second > farAcross;
}

// The free parts of a card's upper border, and the start of the next chip in each.
class Border {
 public:
  Border(const Card& card, Direction direction)
      : left_(card.rect.left() + badge),
        right_(card.rect.right() - (card.gradient ? gradientCorner : margin)) {
    const double middle = card.rect.center().x();
    // Edges that run downwards arrive in the middle.
    const bool split = direction == Direction::down;
    leftEnd_ = split ? middle - port : left_;
    rightEnd_ = split ? middle + port : left_;
  }
  // The chip's left end; nullopt if there is no room. A constant may cover the middle.
  std::optional<double> take(double width, bool name) {
    if (right_ - width >= (name ? rightEnd_ : left_)) {
      right_ -= width + gap;
      return right_ + gap;
    }
    if (!name || left_ + width > std::min(leftEnd_, right_)) return std::nullopt;
    left_ += width + gap;
    return left_ - width - gap;
  }

 private:
  double left_, right_, leftEnd_ = 0, rightEnd_ = 0;
};

// Widths of chips and elided names, measured once per text.
class ChipWidths {
 public:
  double of(const Chip& chip) {
    const auto known = known_.constFind({chip.text, chip.named()});
    if (known != known_.cend()) return *known;
    const double width =
        std::ceil((chip.named() ? names_ : numbers_).horizontalAdvance(chip.text)) + padding;
    return *known_.insert({chip.text, chip.named()}, width);
  }
  // The last parts of a scoped name, elided to the width of a chip.
  void name(Chip& chip, const QString& title, int parts) {
    chip.text = cut(title, parts);
    chip.whole = chip.text.contains(QChar(0x2026)) ? title.section('/', -parts) : QString();
  }
  QString cut(const QString& title, int parts) {
    QString& cut = cut_[{title, parts}];
    if (cut.isNull())
      cut = names_.elidedText(title.section('/', -parts),
                              parts == 1 ? Qt::ElideRight : Qt::ElideMiddle,
                              parts == 1 ? longestName : longestOfTwo);
    return cut;
  }

 private:
  QFontMetricsF numbers_{chipFont(false)}, names_{chipFont(true)};
  QHash<std::pair<QString, bool>, double> known_;
  QHash<std::pair<QString, int>, QString> cut_;
};

// Whether the chips of a card and those in `more` fit.
bool fit(ChipWidths& widths, const Card& card, Direction direction, const std::vector<Chip>& more) {
  Border border(card, direction);
  const auto taken = [&](const Chip& chip) {
    return border.take(widths.of(chip), chip.named()).has_value();
  };
  return std::all_of(card.chips.begin(), card.chips.end(), taken) &&
         std::all_of(more.begin(), more.end(), taken);
}

// Joins all folded ops into one chip: "⋯ 6".
void joinFolded(Card& card) {
  Chip all;
  for (const Chip& chip : card.chips) {
    all.folds.insert(all.folds.end(), chip.folds.begin(), chip.folds.end());
    if (chip.mark != Mark::none) all.mark = chip.mark;
    all.family = chip.family;
  }
  const auto isState = [](const Chip& chip) { return chip.state; };
  all.state = std::all_of(card.chips.begin(), card.chips.end(), isState);
  all.op = all.folds.front();
  all.text = (all.state ? QStringLiteral("▣ %1") : QStringLiteral("⋯ %1")).arg(card.chips.size());
  card.chips = {std::move(all)};
}

class FarReads {
 public:
  explicit FarReads(GraphScene& scene) : scene_(scene) {}

  void run() {
    findNearest();
    for (const EdgeShape& edge : scene_.edges) {
      const int i = static_cast<int>(&edge - scene_.edges.data());
      if (edge.ofSources && !edge.ghost && i != kept(edge.from) && isFar(distance(scene_, edge)))
        far_[edge.to].push_back(i);
    }
    if (far_.empty()) return;
    std::vector<char> gone(scene_.edges.size());
    for (auto& [reader, edges] : far_) {
      std::erase_if(edges, [&](int edge) {
        if (!shownByFolded(edge)) return false;
        gone[at(edge)] = 1;
        return true;
      });
      if (!edges.empty() && addChips(reader, edges))
        for (const int edge : edges) gone[at(edge)] = 1;
    }
    std::erase_if(scene_.edges, [&](const EdgeShape& edge) {
      return gone[static_cast<std::size_t>(&edge - scene_.edges.data())] != 0;
    });
  }

 private:
  // A source keeps its edge to the nearest reader. Closed groups also have edges of computed
  // values, which are ignored here.
  void findNearest() {
    nearest_.assign(scene_.cards.size(), -1);
    for (std::size_t i = 0; i < scene_.edges.size(); ++i) {
      const EdgeShape& edge = scene_.edges[i];
      if (!edge.ofSources || edge.ghost) continue;
      int& best = nearest_[at(edge.from)];
      if (best < 0 || distance(scene_, edge) < distance(scene_, scene_.edges[at(best)]))
        best = static_cast<int>(i);
    }
  }
  int kept(int from) const { return scene_.cards[at(from)].group ? -1 : nearest_[at(from)]; }

  // Distinguishes sources with equal names by their scopes, else by numbers.
  void tellApart(std::vector<Chip>& chips) {
    const auto alike = [&chips] {
      for (std::size_t i = 0; i < chips.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          if (chips[i].text == chips[j].text) return true;
      return false;
    };
    for (int parts = 1; parts <= mostParts; ++parts) {
      for (Chip& chip : chips) widths_.name(chip, titleOf(chip.op), parts);
      if (!alike()) return;
    }
    for (std::size_t i = 0; i < chips.size(); ++i) {
      widths_.name(chips[i], titleOf(chips[i].op), 1);
      const QString number = QString(" %1").arg(i + 1);
      chips[i].text += number;
      if (!chips[i].whole.isEmpty()) chips[i].whole += number;
    }
  }
  const QString& titleOf(ItemId read) const { return scene_.cards[at(scene_.find(read))].title; }

  // Whether folded chips such as "b ⇶ N" already show that b is read, so that a chip "b" would be
  // redundant.
  bool shownByFolded(int index) {
    const EdgeShape& edge = scene_.edges[at(index)];
    Card& reader = scene_.cards[at(edge.to)];
    const Card& read = scene_.cards[at(edge.from)];
    std::vector<Chip*> telling;
    for (Chip& chip : reader.chips)
      if (chip.folded() && chip.source == read.id) telling.push_back(&chip);
    // Each value of the edge must come through one of the folded chips.
    if (telling.empty() || static_cast<int>(telling.size()) != edge.count) return false;
    Chip& first = *telling.front();
    if (!first.text.startsWith(read.title)) {
      const Chip folded = first;
      const QString before = folded.whole.isEmpty() ? folded.text : folded.whole;
      first.text = widths_.cut(read.title, 1) + " " + folded.text;
      first.whole = read.title.section('/', -1) + " " + before;
      if (!fit(widths_, reader, scene_.direction, {})) {
        first = folded;
        return false;
      }
    }
    for (Chip* chip : telling) chip->far = true;
    scene_.farReaders[read.id].push_back(edge.to);
    return true;
  }

  // Adds one chip per source if there are few; one for all if there are many or there is too little
  // room.
  bool addChips(int reader, const std::vector<int>& edges) {
    std::vector<Chip> made;
    if (edges.size() <= mostNames) {
      for (const int edge : edges) {
        const ItemId read = scene_.cards[at(scene_.edges[at(edge)].from)].id;
        made.push_back({read, {}, {}, Mark::none, Family::state, {read}, {}, 0});
      }
      tellApart(made);
    }
    Card& card = scene_.cards[at(reader)];
    if (made.empty() || !fit(widths_, card, scene_.direction, made)) {
      Chip all{0, QStringLiteral("▣ %1").arg(edges.size()), {}, Mark::none, Family::state, {}, {},
               0};
      for (const int edge : edges)
        all.reads.push_back(scene_.cards[at(scene_.edges[at(edge)].from)].id);
      all.op = all.reads.front();
      made = {all};
      if (!fit(widths_, card, scene_.direction, made)) return false;
    }
    for (const Chip& chip : made)
      for (const ItemId read : chip.reads) scene_.farReaders[read].push_back(reader);
    card.chips.insert(card.chips.end(), made.begin(), made.end());
    return true;
  }

  GraphScene& scene_;
  ChipWidths widths_;
  std::vector<int> nearest_;             // edge of each card
  std::map<int, std::vector<int>> far_;  // edges of each reader
};

}  // namespace

Far farBetween(QPointF read, int readRow, QPointF reader, int readerRow, Direction direction) {
  return {std::abs(readRow - readerRow), std::abs(turned(reader - read, direction).x())};
}

void joinFoldedChips(GraphScene& scene) {
  ChipWidths widths;
  for (Card& card : scene.cards)
    if (card.chips.size() > 1 && !fit(widths, card, scene.direction, {})) joinFolded(card);
}

void readFarByChips(GraphScene& scene) {
  FarReads(scene).run();
}

void placeChips(GraphScene& scene) {
  ChipWidths widths;
  for (Card& card : scene.cards) {
    if (card.chips.empty()) continue;
    Border border(card, scene.direction);
    for (Chip& chip : card.chips) {
      const double width = widths.of(chip), height = chip.named() ? 16 : 15;
      if (const auto left = border.take(width, chip.named()))
        chip.rect = QRectF(*left, card.rect.top() - height / 2 - 2, width, height);
    }
  }
}

}  // namespace ng::views
