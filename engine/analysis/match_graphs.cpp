// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/match_graphs.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <functional>
#include <iterator>
#include <optional>
#include <span>

#include "engine/analysis/difference/improve_partners.h"
#include "engine/analysis/difference/neighbourhoods.h"
#include "engine/analysis/difference/op_labels.h"

namespace ng {
namespace {

using Row = std::uint32_t;
constexpr int most_restarts = 40;  // bounds the time for graphs that have little in common
constexpr int most_rounds = 4;     // of one kind of labels, each from the matches so far

// Lower-case letters only, without a trailing "op".
std::string plain(std::string_view text) {
  std::string letters;
  for (const char c : text)
    if (std::isalpha(static_cast<unsigned char>(c)))
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (letters.ends_with("op")) letters.resize(letters.size() - 2);
  return letters;
}

bool has_digit(std::string_view name) {
  return std::any_of(name.begin(), name.end(),
                     [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
}

struct Side {
  Side(const MatchedGraph& of)
      : rows(of.graph, of.loops), labels(rows, of.tensors), partners(rows.size()) {
    for (Row row = 0; row < rows.size(); ++row) names.push_back(given_name(rows.op(row)));
    for (Row row = 0; row < rows.size(); ++row)
      if (!names[row].empty() && !named.emplace(names[row], row).second) repeated.push_back(row);
    for (const Row row : repeated) named.erase(names[row]);
  }
  const OpRecord& op(Row row) const { return rows.op(row); }
  bool open(Row row) const { return !partners[row]; }

  OpRows rows;
  OpLabels labels;
  Partners partners;
  std::vector<std::string> names;              // given names
  std::unordered_map<std::string, Row> named;  // given names of one op only
  std::vector<Row> repeated;
};

class Matcher {
 public:
  Matcher(const MatchedGraph& first, const MatchedGraph& second) : a_(first), b_(second) {}

  OpMatches run(const std::vector<std::pair<OpId, OpId>>& same) {
    refine({.attributes = true, .elements = true, .names = true}, 1);
    refine({.attributes = true, .elements = true}, 2);
    by_sorted_elements();
    refine({.attributes = true, .names = true}, 1);
    by_telling_name(true);
    refine({.attributes = true}, 2);
    refine({.names = true}, 1);
    by_place(same);
    by_neighbours();
    by_numbered_name();
    by_neighbours();
    by_telling_name(false);
    by_neighbours();
    by_own_label();
    for (int round = 0; round < most_rounds && improve(); ++round) {
      by_neighbours();
      by_own_label();
    }
    by_place_alone();
    by_neighbours();
    return matches();
  }

 private:
  void match(Row a, Row b) {
    a_.partners[a] = b;
    b_.partners[b] = a;
    ++count_;
  }

  // A telling name that both graphs have belongs to one op of each.
  bool fits(Row a, Row b) const {
    if (a_.names[a] == b_.names[b]) return true;
    const auto is_kept = [](const Side& side, const std::string& name) {
      const bool telling = !name.empty() && !has_digit(name);
      return telling && side.named.contains(name);
    };
    return !is_kept(b_, a_.names[a]) && !is_kept(a_, b_.names[b]);
  }

  void refine(const LabelParts& parts, int least) {
    const auto of_a = a_.labels.labels(parts), of_b = b_.labels.labels(parts);
    for (int round = 0; round < most_rounds && !complete(); ++round) {
      const auto pairs =
          equal_neighbourhoods({a_.rows, of_a, a_.partners}, {b_.rows, of_b, b_.partners}, least,
                               [this](Row a, Row b) { return fits(a, b); });
      for (const auto& [a, b] : pairs) match(a, b);
      if (pairs.empty()) return;
    }
  }

  // The steps above match the first of several ops that are alike.
  bool improve() {
    const auto kinds_a = a_.labels.labels({}), kinds_b = b_.labels.labels({});
    const LabelParts all{.attributes = true, .elements = true};
    const auto labels_a = a_.labels.labels(all), labels_b = b_.labels.labels(all);
    MatchedSide first{a_.rows, kinds_a, labels_a, a_.partners};
    MatchedSide second{b_.rows, kinds_b, labels_b, b_.partners};
    return improve_partners(first, second, [this](Row a, Row b) { return fits(a, b); });
  }

  bool complete() const { return count_ == std::min(a_.rows.size(), b_.rows.size()); }

  void by_sorted_elements() {
    std::unordered_map<std::uint64_t, std::vector<Row>> known[2];
    const Side* sides[] = {&a_, &b_};
    for (const int side : {0, 1})
      for (Row row = 0; row < sides[side]->rows.size(); ++row)
        if (sides[side]->open(row) && sides[side]->labels.sorted_elements(row) != 0)
          known[side][sides[side]->labels.sorted_elements(row)].push_back(row);
    for (const auto& [hash, rows] : known[0]) {
      const auto found = known[1].find(hash);
      if (found == known[1].end() || rows.size() != 1 || found->second.size() != 1) continue;
      const Row a = rows[0], b = found->second[0];
      if (a_.op(a).op == b_.op(b).op && fits(a, b)) match(a, b);
    }
  }

  // `use(a, b)` for open ops with the same given name, which no other op of either graph has.
  template <class Use>
  void by_name(const Use& use) {
    for (Row a = 0; a < a_.rows.size(); ++a) {
      if (!a_.open(a) || a_.names[a].empty()) continue;
      const auto own = a_.named.find(a_.names[a]), other = b_.named.find(a_.names[a]);
      if (own != a_.named.end() && other != b_.named.end() && b_.open(other->second))
        use(a, other->second);
    }
  }
  void by_telling_name(bool same_kind) {
    by_name([&](Row a, Row b) {
      if (has_digit(a_.names[a]) || (same_kind && a_.op(a).op != b_.op(b).op)) return;
      match(a, b);
    });
  }
  void by_numbered_name() {
    by_name([&](Row a, Row b) {
      if (a_.op(a).op == b_.op(b).op && share_neighbour(a, b)) match(a, b);
    });
  }

  void by_place(const std::vector<std::pair<OpId, OpId>>& same) {
    for (const auto& [first, second] : same) {
      const std::size_t a = a_.rows.find(first), b = b_.rows.find(second);
      if (a == a_.rows.size() || b == b_.rows.size()) continue;
      const auto row_a = static_cast<Row>(a), row_b = static_cast<Row>(b);
      if (a_.open(row_a) && b_.open(row_b) && a_.op(row_a).op == b_.op(row_b).op &&
          fits(row_a, row_b))
        match(row_a, row_b);
    }
  }

  // Each step can make operands known that another step waits for. What is alike is matched in
  // graph order only when nothing else tells it apart.
  void by_neighbours() {
    const auto a = a_.labels.labels({.attributes = true}),
               b = b_.labels.labels({.attributes = true});
    const auto kinds_a = a_.labels.labels({}), kinds_b = b_.labels.labels({});
    const std::function<void()> steps[] = {
        [&] { by_operands(a, b, Alike::none), by_users(a, b); },
        [&] { refine({.attributes = true}, 1); },
        [&] { by_operands(kinds_a, kinds_b, Alike::none), by_users(kinds_a, kinds_b); },
        [&] { refine({}, 1); },
        [&] { by_automatic_name(); },
        [&] {
          const std::size_t before = count_;
          for (int around = most_steps; count_ == before && around > 0; --around)
            by_symmetry(around);
        },
        [&] { by_operands(a, b, Alike::in_order); },
        [&] { by_operands(kinds_a, kinds_b, Alike::in_order); },
        [&] { by_shared_operand(); }};
    for (std::size_t i = 0; i < std::size(steps) && !complete();) {
      const std::size_t before = count_;
      steps[i]();
      i = count_ == before || ++restarts_ > most_restarts ? i + 1 : 0;
    }
  }

  // The label and the operands, as rows of the second graph if `mapped`; nothing if one of these is
  // unmatched then.
  std::optional<std::uint64_t> structure(const Side& side, Row row, std::uint64_t label,
                                         bool mapped) const {
    std::uint64_t operands = 0;
    for (const OpRows::Link& link : side.rows.operands(row)) {
      if (mapped && side.open(link.row)) return std::nullopt;
      const Row read = mapped ? *side.partners[link.row] : link.row;
      operands += mixed(read, link.result * 4096u + link.position);
    }
    return mixed(label, operands);
  }
  Row row_in_b(const Side& side, Row row) const { return &side == &a_ ? *side.partners[row] : row; }

  enum class Alike { none, in_order };  // how ops are matched that have equal keys

  // Operands precede their users: one pass matches whole chains.
  void by_operands(const std::vector<std::uint64_t>& of_a, const std::vector<std::uint64_t>& of_b,
                   Alike alike) {
    std::unordered_map<std::uint64_t, std::deque<Row>> known;
    std::unordered_map<std::uint64_t, int> counts;  // by the operands as rows of the first graph
    for (Row row = 0; row < b_.rows.size(); ++row)
      if (b_.open(row) && !b_.rows.operands(row).empty())
        known[*structure(b_, row, of_b[row], false)].push_back(row);
    for (Row row = 0; row < a_.rows.size(); ++row)
      if (a_.open(row)) ++counts[*structure(a_, row, of_a[row], false)];
    for (Row row = 0; row < a_.rows.size(); ++row) {
      if (!a_.open(row) || a_.rows.operands(row).empty()) continue;
      const auto key = structure(a_, row, of_a[row], true);
      const auto found = key ? known.find(*key) : known.end();
      if (found == known.end()) continue;
      const bool unique =
          counts[*structure(a_, row, of_a[row], false)] == 1 && found->second.size() == 1;
      if (unique || alike == Alike::in_order) take_first(row, found->second);
    }
  }

  // The first open op that fits; of those of the same name, if there is one among the first.
  void take_first(Row a, std::deque<Row>& candidates) {
    constexpr std::size_t most_read = 32;
    while (!candidates.empty() && !b_.open(candidates.front())) candidates.pop_front();
    std::optional<Row> best;
    for (std::size_t i = 0; i < std::min(most_read, candidates.size()); ++i) {
      const Row b = candidates[i];
      if (!b_.open(b) || !fits(a, b)) continue;
      if (!best) best = b;
      if (a_.op(a).name != b_.op(b).name) continue;
      best = b;
      break;
    }
    if (best) match(a, *best);
  }

  // Sources, such as constants, that are alike, as many in one graph as in the other: what reads
  // them was edited.
  void by_own_label() {
    const LabelParts parts{.attributes = true, .elements = true};
    const auto of_a = a_.labels.labels(parts), of_b = b_.labels.labels(parts);
    for (const RowClass& rows :
         equal_classes({a_.rows, of_a, a_.partners}, {b_.rows, of_b, b_.partners}, 0)) {
      if (!a_.op(rows.first[0]).operands.empty()) continue;
      for (std::size_t i = 0; i < rows.first.size(); ++i)
        if (fits(rows.first[i], rows.second[i])) match(rows.first[i], rows.second[i]);
    }
  }

  // Ops of any kind that read the same and are read by the same: one replaces the other.
  void by_place_alone() {
    const auto kinds_a = a_.labels.labels({}), kinds_b = b_.labels.labels({});
    std::unordered_map<std::uint64_t, std::pair<std::vector<Row>, std::vector<Row>>> known;
    const auto place = [this](const Side& side, const std::vector<std::uint64_t>& kinds, Row row) {
      std::uint64_t sums[2] = {0, 0};
      const std::span<const OpRows::Link> links[] = {side.rows.operands(row), side.rows.users(row)};
      for (const int which : {0, 1})
        for (const OpRows::Link& link : links[which])
          sums[which] += mixed(side.open(link.row) ? kinds[link.row] : row_in_b(side, link.row),
                               link.result * 4096u + link.position);
      return mixed(sums[0], sums[1]);
    };
    const auto is_between = [](const Side& side, Row row) {
      return side.open(row) && !side.rows.operands(row).empty() && !side.rows.users(row).empty();
    };
    for (Row row = 0; row < a_.rows.size(); ++row)
      if (is_between(a_, row)) known[place(a_, kinds_a, row)].first.push_back(row);
    for (Row row = 0; row < b_.rows.size(); ++row)
      if (is_between(b_, row)) known[place(b_, kinds_b, row)].second.push_back(row);
    for (const auto& [key, rows] : known) {
      if (rows.first.size() != 1 || rows.second.size() != 1) continue;
      const Row a = rows.first[0], b = rows.second[0];
      if (share_neighbour(a, b) && fits(a, b)) match(a, b);
    }
  }

  // Users follow their operands: one pass backwards matches whole chains.
  void by_users(const std::vector<std::uint64_t>& of_a, const std::vector<std::uint64_t>& of_b) {
    for (auto user = static_cast<Row>(a_.rows.size()); user-- > 0;) {
      if (a_.open(user)) continue;
      const auto operands = a_.rows.operands(user), others = b_.rows.operands(*a_.partners[user]);
      const auto try_pair = [&](const OpRows::Link& x, const OpRows::Link& y) {
        if (x.position == y.position && x.result == y.result && a_.open(x.row) && b_.open(y.row) &&
            of_a[x.row] == of_b[y.row] && fits(x.row, y.row))
          match(x.row, y.row);
      };
      for (std::size_t i = 0; i < std::min(operands.size(), others.size()); ++i)
        try_pair(operands[i], others[i]);
      if (!a_.op(user).traits.commutative) continue;
      for (const OpRows::Link& x : operands)
        for (const OpRows::Link& y : others) try_pair(x, y);
    }
  }

  // Parts of the graphs that are alike: any one can be any other, but only as a whole. One pair of
  // each part is matched, and the rest of it follows.
  void by_symmetry(int steps) {
    const auto of_a = a_.labels.labels({.attributes = true});
    const auto of_b = b_.labels.labels({.attributes = true});
    const auto parts = [](const Side& side) {
      std::vector<bool> taken(side.rows.size());
      for (Row row = 0; row < taken.size(); ++row) taken[row] = !side.open(row);
      return side.rows.components(taken);
    };
    const std::vector<Row> part_a = parts(a_), part_b = parts(b_);
    std::vector<bool> done_a(a_.rows.size()), done_b(b_.rows.size());
    for (const RowClass& rows :
         equal_classes({a_.rows, of_a, a_.partners}, {b_.rows, of_b, b_.partners}, steps))
      for (std::size_t i = 0, k = 0; i < rows.first.size(); ++i) {
        const Row a = rows.first[i];
        if (done_a[part_a[a]]) continue;
        while (k < rows.second.size() && done_b[part_b[rows.second[k]]]) ++k;
        if (k == rows.second.size()) break;
        const Row b = rows.second[k];
        if (!fits(a, b)) continue;
        match(a, b);
        done_a[part_a[a]] = done_b[part_b[b]] = true;
      }
  }

  // Ops of one kind that are the only open ones to read a matched op as this operand.
  void by_shared_operand() {
    std::unordered_map<std::uint64_t, std::pair<std::vector<Row>, std::vector<Row>>> known;
    const auto of_a = a_.labels.labels({}), of_b = b_.labels.labels({});
    const auto add = [&](const Side& side, const std::vector<std::uint64_t>& labels, auto list) {
      for (Row row = 0; row < side.rows.size(); ++row) {
        if (!side.open(row)) continue;
        for (const OpRows::Link& link : side.rows.operands(row))
          if (!side.open(link.row)) {
            const std::uint64_t read = row_in_b(side, link.row) * 64u + link.result;
            (known[mixed(mixed(labels[row], read), link.position)].*list).push_back(row);
          }
      }
    };
    using Lists = std::pair<std::vector<Row>, std::vector<Row>>;
    add(a_, of_a, &Lists::first);
    add(b_, of_b, &Lists::second);
    for (const auto& [key, rows] : known) {
      if (rows.first.size() != 1 || rows.second.size() != 1) continue;
      const Row a = rows.first[0], b = rows.second[0];
      if (a_.open(a) && b_.open(b) && fits(a, b)) match(a, b);
    }
  }

  // Do both read a matched op, or does a matched op read both, as the same operand?
  bool share_neighbour(Row a, Row b) const {
    const auto shared = [this](std::span<const OpRows::Link> of_a,
                               std::span<const OpRows::Link> of_b) {
      constexpr std::size_t most_read = 32;
      for (const OpRows::Link& x : of_a.first(std::min(most_read, of_a.size())))
        for (const OpRows::Link& y : of_b.first(std::min(most_read, of_b.size())))
          if (a_.partners[x.row] == y.row && x.result == y.result && x.position == y.position)
            return true;
      return false;
    };
    return shared(a_.rows.operands(a), b_.rows.operands(b)) ||
           shared(a_.rows.users(a), b_.rows.users(b));
  }

  // Ops whose automatic names are equal and that share a neighbour.
  void by_automatic_name() {
    std::unordered_map<std::string, Row> known;
    const auto key = [](const OpRecord& op) { return op.op + '/' + op.scope + '/' + op.name; };
    for (Row row = 0; row < b_.rows.size(); ++row)
      if (b_.open(row) && b_.names[row].empty()) known.emplace(key(b_.op(row)), row);
    for (Row row = 0; row < a_.rows.size(); ++row) {
      if (!a_.open(row) || !a_.names[row].empty()) continue;
      const auto found = known.find(key(a_.op(row)));
      if (found == known.end() || !b_.open(found->second)) continue;
      if (share_neighbour(row, found->second)) match(row, found->second);
    }
  }

  OpMatches matches() const {
    OpMatches matches;
    for (Row row = 0; row < a_.rows.size(); ++row)
      if (const auto partner = a_.partners[row]) matches.emplace(a_.op(row).id, b_.op(*partner).id);
    return matches;
  }

  Side a_, b_;
  std::size_t count_ = 0;
  int restarts_ = 0;  // of by_neighbours()
};

}  // namespace

bool has_automatic_name(const OpRecord& op) {
  return plain(op.name) == plain(op.op);
}

OpMatches match_graphs(const MatchedGraph& first, const MatchedGraph& second,
                       const std::vector<std::pair<OpId, OpId>>& same) {
  return Matcher(first, second).run(same);
}

}  // namespace ng
