// SPDX-License-Identifier: Apache-2.0
// Builds a scene from a graph record and a placement: cards, ghosts, edges, hulls, frames, indexes.
#include <algorithm>
#include <unordered_set>

#include "engine/records/graph_record.h"
#include "engine/records/model_node.h"
#include "engine/records/op_cost.h"
#include "engine/records/pass_record.h"
#include "engine/records/shown_kind.h"
#include "views/graph/scene/chips.h"
#include "views/graph/scene/hub_edges.h"
#include "views/graph/scene/label_rows.h"
#include "views/graph/scene/leaving_edges.h"
#include "views/graph/scene/near_ops.h"
#include "views/graph/scene/scene.h"
#include "views/graph/scene/scene_outlines.h"
#include "views/graph/scene/scene_routes.h"
#include "views/widgets/number_text.h"
#include "views/widgets/tensors/tensor_slice.h"

namespace ng::views {
namespace {

constexpr double hullMargin = 9, frameMargin = 13;

QString text(const std::string& s) {
  return QString::fromStdString(s);
}

class Builder {
 public:
  explicit Builder(const SceneInput& input) : in_(input) {}

  GraphScene build() {
    scene_.diff = in_.diff != nullptr;
    if (!in_.graph || !in_.placement || !in_.grouping) return std::move(scene_);
    scene_.direction = in_.placement->direction;
    if (in_.diff)
      for (const OpId op : in_.diff->added) marks_[op] = Mark::added;
    if (in_.diff)
      for (const OpId op : in_.diff->modified) marks_[op] = Mark::changed;
    if (in_.diff)
      for (const OpId op : in_.diff->removed) marks_[op] = Mark::removed;
    ghosts_ = in_.diff && in_.diff->before != in_.graph;
    scene_.cards.reserve(in_.placement->centres.size());
    scene_.index.reserve(in_.placement->centres.size());
    if (in_.links)
      addGraph(*in_.graph, *in_.links, false);
    else
      addGraph(*in_.graph, linksOf(*in_.graph), false);
    if (ghosts_) {
      const GraphRecord& before = *in_.diff->before;
      addGraph(before, linksOf(before), true);
    }
    if (in_.near) scene_.bounds = extentOf(*in_.placement);  // known before all cards are built
    finishGroups();
    joinFoldedChips(scene_);
    if (in_.farChips) readFarByChips(scene_);
    placeChips(scene_);
    indexCards();
    markHubs(scene_);
    fadeLeavingEdges(scene_, *in_.grouping);
    routeScene(scene_, *in_.placement, in_.near);
    sortEnds();
    addHulls();
    addFrames();
    placeLabels();
    index();
    return std::move(scene_);
  }

 private:
  Card& card(int i) { return scene_.cards[static_cast<std::size_t>(i)]; }

  CardLinks linksOf(const GraphRecord& graph) const {
    return cardLinks(graph, in_.grouping->fused(), in_.grouping->folding());
  }

  void addGraph(const GraphRecord& graph, const CardLinks& links, bool ghosts) {
    const std::vector<ItemId> items = in_.grouping->items(links.ops);
    const ShownLinks shown = shownLinks(links, items);
    const std::vector<char> near =
        in_.near ? nearOps(*in_.near, *in_.placement, graph, items, shown) : std::vector<char>();
    for (std::size_t i = 0; i < graph.ops.size(); ++i) {
      const OpRecord& op = graph.ops[i];
      if (isHull(op)) {
        if (!ghosts) kernelNames_[op.id] = text(op.kernel_name.empty() ? op.name : op.kernel_name);
        continue;
      }
      if (shown.chips[i] || (!near.empty() && !near[i])) continue;
      if (ghosts && (shown_.count(op.id) || in_.graph->find(op.id))) continue;
      addOp(op, items[i], ghosts);
    }
    std::vector<int> cards;
    cards.reserve(items.size());
    for (const ItemId item : items) cards.push_back(scene_.find(item));
    pairs_.reserve(shown.links.size());
    for (const ShownLinks::Each& link : shown.links) {
      const int to = cards[static_cast<std::size_t>(link.to)];
      const std::vector<int> chain = shown.chain(link.chip);
      if (hidden(graph, chain)) continue;
      const OpRecord* producer =
          link.from < 0 ? nullptr : &graph.ops[static_cast<std::size_t>(link.from)];
      if (!chain.empty()) addChip(graph, chain, producer, to, ghosts);
      if (producer) addLink(*producer, cards[static_cast<std::size_t>(link.from)], to, ghosts);
    }
    if (!ghosts) cardOf_ = std::move(cards);
  }

  bool hidden(const GraphRecord& graph, const std::vector<int>& chain) const {
    return in_.hidden && std::any_of(chain.begin(), chain.end(), [&](int op) {
             return in_.hidden->count(graph.ops[static_cast<std::size_t>(op)].id) > 0;
           });
  }

  void addOp(const OpRecord& op, ItemId id, bool ghost) {
    if (in_.hidden && in_.hidden->count(op.id)) return;
    const auto place = in_.placement->centres.find(id);
    if (place == in_.placement->centres.end()) return;
    if (ghosts_) shown_.insert(op.id);
    const auto [it, fresh] = scene_.index.try_emplace(id, static_cast<int>(scene_.cards.size()));
    if (fresh) {
      Card made;
      made.id = id;
      made.rect = cardRectAt(place->second);
      made.row = in_.placement->rows.at(id);
      made.ghost = ghost;
      made.group = id != op.id;
      made.count = 0;
      if (!made.group) describe(made, op);
      scene_.cards.push_back(std::move(made));
    }
    Card& c = card(it->second);
    ++c.count;
    const OpCost cost = c.group ? own_cost(op) : OpCost{op.flops, op.bytes};
    c.flops += cost.flops;
    c.bytes += cost.bytes;
    c.ghost = c.ghost && ghost;
    if (c.group) c.gradient |= op.role == OpRole::gradient;
    if (c.group && !op.operands.empty()) {
      GroupOps& ops = groupOps_[id];
      ops.last = &op;
      const bool heavier = !ops.main || op.flops > ops.main->flops;
      if (op.family != Family::view ? heavier || ops.main->family == Family::view : !ops.main)
        ops.main = &op;
    }
    if (marks_.empty()) return;
    const auto mark = marks_.find(op.id);
    c.touched |= mark != marks_.end();
    if (mark != marks_.end()) c.mark = c.group && !ghost ? Mark::changed : mark->second;
  }

  Mark markOf(OpId op) const {
    const auto known = marks_.find(op);
    return known == marks_.end() ? Mark::none : known->second;
  }

  // Groups add up the costs of folded ops and of the state that only they read.
  void addChip(const GraphRecord& graph, const std::vector<int>& chain, const OpRecord* source,
               int at, bool ghost) {
    if (at < 0) return;
    Chip chip;
    std::vector<const OpRecord*> ops;
    for (const int op : chain) {
      ops.push_back(&graph.ops[static_cast<std::size_t>(op)]);
      chip.folds.push_back(ops.back()->id);
      if (const Mark mark = markOf(chip.folds.back()); mark != Mark::none) chip.mark = mark;
    }
    chip.op = chip.folds.front();
    chip.state = ops.size() == 1 && ops.front()->traits.is_state();
    chip.family = ops.front()->family;
    if (ghost && !card(at).ghost && chip.mark != Mark::removed) return;
    for (const OpRecord* op : ops)
      if (scene_.index.try_emplace(op->id, at).second) {
        card(at).flops += op->flops;
        card(at).bytes += op->bytes;
      }
    if (card(at).group && !chip.state) return;
    for (const Chip& known : card(at).chips)
      if (known.op == chip.op) return;
    chip.text = QString::fromStdString(chipText(ops, source));
    if (chip.text.contains(QChar(0x2026))) chip.whole = text(chipText(ops, source, true));
    if (source) chip.source = in_.grouping->item(source->id);
    card(at).touched |= chip.mark != Mark::none;
    card(at).chips.push_back(std::move(chip));
  }

  void describe(Card& c, const OpRecord& op) {
    c.family = op.family;
    c.glyph = text(op.glyph);
    c.title = text(nodeTitle(op));
    c.node = model_node(op).has_value();
    const bool automatic = op.name == op.op || op.name.rfind(op.op + "_", 0) == 0;
    const std::string kind = shown_kind(op);
    c.kind = automatic ? QString() : text(kind);
    c.foreign = kind != op.op;
    c.detail = op.results.empty() ? QString() : axesText(op.results.front().axes);
    if (in_.notes) {
      const auto note = in_.notes->find(op.id);
      if (note != in_.notes->end()) c.detail += (c.detail.isEmpty() ? "" : "  ") + note->second;
    }
    c.gradient = op.role == OpRole::gradient;
    c.kernel = op.kernel == op.id ? 0 : op.kernel;
  }

  // PyTorch names the result of the node "layer1/Add" "Add_output_0".
  static std::string nodeTitle(const OpRecord& op) {
    const auto node = model_node(op);
    const std::string leaf = node ? node->name.substr(node->name.rfind('/') + 1) : std::string();
    return !leaf.empty() && op.name.starts_with(leaf + "_output_") ? leaf : op.name;
  }

  void finishGroups() {
    for (Card& c : scene_.cards) {
      if (!c.group) continue;
      const Group* group = in_.grouping->find(c.id);
      c.glyph = QStringLiteral("▸");
      c.title = group ? text(group->title) : QString();
      c.repeats = group ? group->repeats : 1;
      c.kind = QString::number(c.count) + (c.count == 1 ? " op" : " ops");
      c.detail = c.flops ? flopText(c.flops) : byteText(c.bytes);
      if (group && !group->node.empty()) describeNode(c, *group);
    }
  }

  // A node of a model looks like the op that does most of its work, with the axes of its result.
  void describeNode(Card& c, const Group& group) {
    const auto known = groupOps_.find(c.id);
    if (known == groupOps_.end()) return;
    const OpRecord &main = *known->second.main, &last = *known->second.last;
    c.node = true;
    c.family = main.family;
    c.glyph = text(main.glyph);
    c.kind = text(group.node);
    if (!last.results.empty()) c.detail = axesText(last.results.front().axes);
  }

  void addLink(const OpRecord& producer, int from, int to, bool ghosts) {
    if (from < 0 || to < 0 || from == to) return;
    const bool ghost = ghosts && (card(from).ghost || card(to).ghost);
    if (ghosts && !ghost) return;
    const std::uint64_t key =
        (static_cast<std::uint64_t>(from) << 32) | static_cast<std::uint32_t>(to);
    const auto [it, fresh] = pairs_.try_emplace(key, scene_.edges.size());
    if (!fresh) {
      EdgeShape& known = scene_.edges[it->second];
      if (!ghosts) ++known.count;
      known.ofSources &= producer.operands.empty();
      return;
    }
    EdgeShape edge;
    edge.from = from;
    edge.to = to;
    edge.ghost = ghost;
    edge.back = card(to).row < card(from).row;
    edge.side = producer.traits.kind == OpKind::constant;
    edge.ofSources = producer.operands.empty();
    scene_.edges.push_back(edge);
  }

  void sortEnds() {
    scene_.in.resize(scene_.cards.size());
    scene_.out.resize(scene_.cards.size());
    for (std::size_t i = 0; i < scene_.edges.size(); ++i) {
      scene_.out[static_cast<std::size_t>(scene_.edges[i].from)].push_back(static_cast<int>(i));
      scene_.in[static_cast<std::size_t>(scene_.edges[i].to)].push_back(static_cast<int>(i));
    }
    const auto sort = [this](std::vector<int>& list, int EdgeShape::* other) {
      const auto place = [&](int i) {
        const QRectF& at = card(scene_.edges[static_cast<std::size_t>(i)].*other).rect;
        return std::pair(scene_.direction == Direction::right ? at.top() : at.left(), i);
      };
      std::sort(list.begin(), list.end(), [&](int a, int b) { return place(a) < place(b); });
    };
    for (auto& list : scene_.in) sort(list, &EdgeShape::from);
    for (auto& list : scene_.out) sort(list, &EdgeShape::to);
  }

  void addHulls() {
    std::vector<OpId> order;
    std::unordered_map<OpId, std::vector<int>> members;
    for (std::size_t i = 0; i < scene_.cards.size(); ++i) {
      const Card& c = scene_.cards[i];
      if (c.kernel == 0 || c.ghost || c.group) continue;
      if (members[c.kernel].empty()) order.push_back(c.kernel);
      members[c.kernel].push_back(static_cast<int>(i));
    }
    Outliner outliner(scene_);
    for (const OpId kernel : order) {
      Hull hull;
      hull.kernel = kernel;
      hull.name = kernelNames_[kernel];
      const auto mark = marks_.find(kernel);
      if (mark != marks_.end()) hull.mark = mark->second;
      hull.cards = members[kernel];
      CardOutline area = outline(outliner, hull.cards, hullMargin, hull.name);
      hull.outline = std::move(area.outline);
      hull.labels = std::move(area.labels);
      for (const int i : hull.cards) card(i).touched |= hull.mark != Mark::none;
      scene_.hulls.push_back(std::move(hull));
    }
  }

  CardOutline outline(Outliner& outliner, const std::vector<int>& cards, double margin,
                      const QString& name) const {
    return in_.near ? outliner.roughly(cards, margin, name) : outliner.around(cards, margin, name);
  }

  // With a fused graph, a kernel's hull serves as its frame.
  bool hasHull(const Group& group) const {
    return in_.grouping->by() == GroupBy::kernel &&
           std::any_of(scene_.hulls.begin(), scene_.hulls.end(),
                       [&](const Hull& hull) { return hull.name == text(group.title); });
  }

  // The cards within each open group, of ops and of closed groups.
  std::unordered_map<ItemId, std::vector<int>> framed() const {
    std::unordered_map<ItemId, std::vector<int>> members;
    for (std::size_t i = 0; i < cardOf_.size(); ++i)
      if (cardOf_[i] >= 0)
        for (const Group* group : in_.grouping->around(in_.graph->ops[i].id)) {
          if (!in_.grouping->isOpen(group->id)) break;
          std::vector<int>& cards = members[group->id];
          if (cards.empty() || cards.back() != cardOf_[i]) cards.push_back(cardOf_[i]);
        }
    return members;
  }

  void addFrames() {
    const GroupBy by = in_.grouping->by();
    if (by == GroupBy::role || by == GroupBy::none) return;
    Outliner outliner(scene_);
    std::unordered_map<ItemId, std::vector<int>> all = framed();
    for (const Group& group : in_.grouping->groups()) {
      // A scope with one op needs no frame; a kernel does, because its card does not name the
      // kernel.
      if (group.ops.size() == 1 && by == GroupBy::scope) continue;
      if (!in_.grouping->isOpen(group.id) || hasHull(group)) continue;
      const auto found = all.find(group.id);
      if (found == all.end()) continue;
      Frame frame;
      std::vector<int>& members = frame.cards = std::move(found->second);
      std::sort(members.begin(), members.end());
      members.erase(std::unique(members.begin(), members.end()), members.end());
      // A frame around the card of a node would only cover the names above it.
      if (by == GroupBy::scope && members.size() == 1 && card(members.front()).node) continue;
      frame.group = group.id;
      frame.title = text(group.title);
      const double margin = std::max(6.0, frameMargin - 3.0 * group.depth);
      CardOutline area = outline(outliner, frame.cards, margin, frame.title);
      frame.outline = std::move(area.outline);
      frame.labels = std::move(area.labels);
      // A scope needs only one label because its parts are close together.
      if (by == GroupBy::scope)
        frame.labels = {*std::min_element(
            frame.labels.begin(), frame.labels.end(), [](const QRectF& a, const QRectF& b) {
              return std::pair(a.top(), a.left()) < std::pair(b.top(), b.left());
            })};
      scene_.frames.push_back(std::move(frame));
      margins_.push_back(margin);
    }
  }

  void placeLabels() {
    LabelRows rows(scene_);
    for (std::size_t i = 0; i < scene_.frames.size(); ++i)
      rows.place(scene_.frames[i].labels, margins_[i]);
    for (Hull& hull : scene_.hulls) rows.place(hull.labels, hullMargin);
  }

  void indexCards() {
    for (const Card& c : scene_.cards) scene_.bounds = scene_.bounds.united(c.rect);
    scene_.cardGrid = SpatialGrid(scene_.bounds, static_cast<int>(scene_.cards.size()));
    for (std::size_t i = 0; i < scene_.cards.size(); ++i)
      scene_.cardGrid.insert(static_cast<int>(i), scene_.cards[i].rect);
  }

  void index() {
    QRectF& bounds = scene_.bounds;
    for (const QPointF& p : scene_.points)
      bounds.setCoords(std::min(bounds.left(), p.x() - 1), std::min(bounds.top(), p.y() - 1),
                       std::max(bounds.right(), p.x() + 1), std::max(bounds.bottom(), p.y() + 1));
    scene_.edgeGrid = SpatialGrid(scene_.bounds, static_cast<int>(scene_.edges.size()));
    for (std::size_t i = 0; i < scene_.edges.size(); ++i) {
      const EdgeShape& edge = scene_.edges[i];
      if (edge.hub) {
        scene_.edgeGrid.insert(static_cast<int>(i), tagArea(scene_, edge));
        continue;
      }
      if (edge.routed) indexCurve(static_cast<int>(i), edge);
      indexStraight(static_cast<int>(i), edge);
    }
    for (const Hull& hull : scene_.hulls) grow(hull);
    for (const Frame& frame : scene_.frames) grow(frame);
    scene_.hullIndex = indexOf(scene_.hulls);
    scene_.frameIndex = indexOf(scene_.frames);
  }

  // Indexes short consecutive pieces of the curve together, so that a long edge has few entries.
  void indexCurve(int i, const EdgeShape& edge) {
    constexpr double most = 256;
    const QPointF* p = scene_.edgePoints(edge);
    for (std::uint32_t k = 0; k + 3 < edge.points;) {
      double left = p[k].x(), right = left, top = p[k].y(), bottom = top;
      do {
        for (std::uint32_t m = k + 1; m < k + 4; ++m) {
          left = std::min(left, p[m].x()), right = std::max(right, p[m].x());
          top = std::min(top, p[m].y()), bottom = std::max(bottom, p[m].y());
        }
        k += 3;
      } while (k + 3 < edge.points && right - left < most && bottom - top < most);
      scene_.edgeGrid.insert(i, QRectF(left, top, right - left, bottom - top));
    }
  }

  // When zoomed out, an edge is a line from end to end.
  void indexStraight(int i, const EdgeShape& edge) {
    constexpr double part = 512;
    if (edge.points == 0) return;
    const QPointF a = scene_.edgePoints(edge)[0], b = scene_.edgePoints(edge)[edge.points - 1];
    const int parts = 1 + static_cast<int>((b - a).manhattanLength() / part);
    for (int k = 0; k < parts; ++k) {
      const QPointF p = a + (b - a) * k / parts, q = a + (b - a) * (k + 1) / parts;
      scene_.edgeGrid.insert(i, QRectF(p, q).normalized());
    }
  }

  template <class Area>
  void grow(const Area& area) {
    scene_.bounds = scene_.bounds.united(area.outline.bounds);
    for (const QRectF& label : area.labels) scene_.bounds = scene_.bounds.united(label);
  }

  template <class Area>
  OutlineIndex indexOf(const std::vector<Area>& areas) const {
    OutlineIndex found;
    for (std::size_t i = 0; i < areas.size(); ++i)
      for (std::size_t k = 0; k < areas[i].outline.pieces.size(); ++k)
        found.pieces.push_back({static_cast<int>(i), static_cast<int>(k)});
    found.grid = SpatialGrid(scene_.bounds, static_cast<int>(found.pieces.size()));
    for (std::size_t i = 0; i < found.pieces.size(); ++i) {
      const auto [outline, piece] = found.pieces[i];
      found.grid.insert(static_cast<int>(i), areas[static_cast<std::size_t>(outline)]
                                                 .outline.pieces[static_cast<std::size_t>(piece)]
                                                 .boundingRect());
    }
    return found;
  }

  // The ops of a closed group that say what it does: the heaviest that is no view, and the last.
  struct GroupOps {
    const OpRecord *main = nullptr, *last = nullptr;
  };

  const SceneInput& in_;
  GraphScene scene_;
  std::unordered_map<ItemId, GroupOps> groupOps_;
  std::unordered_map<OpId, Mark> marks_;
  bool ghosts_ = false;             // ops of the graph before the pass are shown
  std::unordered_set<OpId> shown_;  // ops of the graph itself, while there are ghosts
  std::unordered_map<OpId, QString> kernelNames_;
  std::vector<int> cardOf_;  // by op of the graph; -1: none, or a chip
  std::unordered_map<std::uint64_t, std::size_t> pairs_;
  std::vector<double> margins_;  // of the frames
};

}  // namespace

GraphScene buildScene(const SceneInput& input) {
  return Builder(input).build();
}

}  // namespace ng::views
