// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/difference/improve_partners.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

namespace ng {
namespace {

constexpr std::size_t most_links = 32;       // that are read of one op
constexpr std::size_t most_candidates = 16;  // for the partner of one op
constexpr int most_rounds = 8;
constexpr std::size_t most_steps_of_a_move = 64;

using Row = std::uint32_t;
using Links = std::span<const OpRows::Link>;
using Fits = std::function<bool(Row, Row)>;

class Improvement {
 public:
  Improvement(MatchedSide& a, MatchedSide& b, const Fits& fits) : a_(a), b_(b), fits_(fits) {}

  bool run() {
    bool changed = false;
    for (int round = 0; round < most_rounds; ++round) {
      bool better = false;
      for (Row b = 0; b < b_.rows.size(); ++b)
        if (!b_.partners[b] || !is_perfect(*b_.partners[b], b)) better = improve(b) || better;
      if (!better) return changed;
      changed = true;
    }
    return changed;
  }

 private:
  // Links of `a` that those of `b` agree with, as far as they are read.
  int agreeing(Links of_a, Links of_b) const {
    if (of_a.size() > most_links || of_b.size() > most_links) return 0;
    int count = 0;
    for (const OpRows::Link& x : of_a)
      count += std::any_of(of_b.begin(), of_b.end(), [&](const OpRows::Link& y) {
        return a_.partners[x.row] == y.row && x.result == y.result && x.position == y.position;
      });
    return count;
  }
  int score(Row a, Row b) const {
    return agreeing(a_.rows.operands(a), b_.rows.operands(b)) +
           agreeing(a_.rows.users(a), b_.rows.users(b)) + (a_.labels[a] == b_.labels[b] ? 1 : 0);
  }
  bool is_perfect(Row a, Row b) const {
    const std::size_t most = a_.rows.operands(a).size() + a_.rows.users(a).size() + 1;
    return score(a, b) == static_cast<int>(most);
  }
  bool can_match(Row a, Row b) const { return a_.kinds[a] == b_.kinds[b] && fits_(a, b); }

  void add(std::vector<Row>& rows, Links links, const OpRows::Link& like) const {
    for (const OpRows::Link& link : links.first(std::min(most_links, links.size())))
      if (link.position == like.position && link.result == like.result &&
          rows.size() < most_candidates)
        rows.push_back(link.row);
  }
  // Rows of the first graph whose links could agree with those of `b`.
  std::vector<Row> candidates(Row b) const {
    std::vector<Row> rows;
    const auto head = [](Links links) { return links.first(std::min(most_links, links.size())); };
    for (const OpRows::Link& link : head(b_.rows.users(b)))
      if (const auto user = b_.partners[link.row]) add(rows, a_.rows.operands(*user), link);
    for (const OpRows::Link& link : head(b_.rows.operands(b)))
      if (const auto operand = b_.partners[link.row]) add(rows, a_.rows.users(*operand), link);
    return rows;
  }

  void set(Row a, Row b) {
    a_.partners[a] = b;
    b_.partners[b] = a;
  }
  // Exchanged partners, in order, with what was before.
  struct Step {
    Row other, b;
    std::optional<Row> a, taken;
  };

  // Gives `other` to `b`, and its partner to that of `b`; then the same for operands that only
  // these read, so that whole chains change places.
  bool exchange(Row other, Row b, bool chains, std::vector<Step>& steps) {
    const auto a = b_.partners[b], taken = a_.partners[other];
    if (a == other || steps.size() == most_steps_of_a_move) return false;
    if (!can_match(other, b) || (a && taken && !can_match(*a, *taken))) return false;
    steps.push_back({other, b, a, taken});
    if (a) a_.partners[*a].reset();
    if (taken) b_.partners[*taken].reset();
    set(other, b);
    if (a && taken) set(*a, *taken);
    const Links of_a = a_.rows.operands(other), of_b = b_.rows.operands(b);
    for (std::size_t i = 0; chains && i < std::min(of_a.size(), of_b.size()); ++i) {
      const Row x = of_a[i].row, y = of_b[i].row;
      if (a_.labels[x] == b_.labels[y] && a_.rows.users(x).size() == 1 &&
          b_.rows.users(y).size() == 1)
        exchange(x, y, chains, steps);
    }
    return true;
  }

  void undo(std::vector<Step>& steps) {
    for (; !steps.empty(); steps.pop_back()) {
      const Step& step = steps.back();
      b_.partners[step.b].reset();
      a_.partners[step.other].reset();
      if (step.a) set(*step.a, step.b);
      if (step.taken) set(step.other, *step.taken);
    }
  }

  // Agreeing links that a move can change, each counted once.
  int score_of(const std::set<Row>& moved) const {
    int sum = 0;
    for (const Row a : moved) {
      const auto b = a_.partners[a];
      if (!b) continue;
      sum += score(a, *b);
      for (const OpRows::Link& link : a_.rows.operands(a))
        if (moved.contains(link.row)) sum -= agreeing({&link, 1}, b_.rows.operands(*b));
    }
    return sum;
  }

  bool improves(Row other, Row b, bool chains) {
    std::vector<Step> steps;
    if (!exchange(other, b, chains, steps)) return false;
    std::set<Row> moved;
    for (const Step& step : steps) {
      moved.insert(step.other);
      if (step.a) moved.insert(*step.a);
    }
    const int after = score_of(moved);
    undo(steps);
    if (after <= score_of(moved)) return false;
    return exchange(other, b, chains, steps);
  }

  bool improve(Row b) {
    for (const bool chains : {false, true})
      for (const Row other : candidates(b))
        if (improves(other, b, chains)) return true;
    return false;
  }

  MatchedSide &a_, &b_;
  const Fits& fits_;
};

}  // namespace

bool improve_partners(MatchedSide& first, MatchedSide& second, const Fits& fits) {
  return Improvement(first, second, fits).run();
}

}  // namespace ng
