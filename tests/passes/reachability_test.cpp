// SPDX-License-Identifier: Apache-2.0
// Tests reachability against a search over all edges.
#include "engine/passes/reachability.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <numeric>
#include <random>

using namespace ng;

namespace {

// Edges as they were added, searched for each query.
struct Searched {
  std::vector<std::vector<int>> links;
  std::vector<int> numbers;  // of merged nodes: that of the node which took over their edges

  explicit Searched(int count) : links(static_cast<std::size_t>(count)), numbers(links.size()) {
    std::iota(numbers.begin(), numbers.end(), 0);
  }
  bool is_merged(int node) const { return numbers[static_cast<std::size_t>(node)] != node; }
  void merge(int into, int from) {
    std::replace(numbers.begin(), numbers.end(), from, into);
    auto& to = links[static_cast<std::size_t>(into)];
    const auto& more = links[static_cast<std::size_t>(from)];
    to.insert(to.end(), more.begin(), more.end());
  }
  bool leads(int from, int to) const {
    std::vector<int> stack = {from};
    std::vector<bool> seen(links.size(), false);
    while (!stack.empty()) {
      const int at = stack.back();
      stack.pop_back();
      if (at == to) return true;
      if (seen[static_cast<std::size_t>(at)]) continue;
      seen[static_cast<std::size_t>(at)] = true;
      for (const int next : links[static_cast<std::size_t>(at)])
        stack.push_back(numbers[static_cast<std::size_t>(next)]);
    }
    return false;
  }
};

}  // namespace

class ReachabilityTest : public QObject {
  Q_OBJECT
 private slots:
  void by_itself();
  void agrees_with_a_search();
  void merged();
  void agrees_with_a_search_of_merged_nodes();
};

void ReachabilityTest::by_itself() {
  Reachability leads;
  const int a = leads.add(), b = leads.add();
  QVERIFY(leads.leads(a, a));
  QVERIFY(!leads.leads(a, b));
  leads.link(a, b);
  QVERIFY(leads.leads(a, b));
  QVERIFY(!leads.leads(b, a));
}

void ReachabilityTest::agrees_with_a_search() {
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    const int count = 150;
    Reachability leads;
    Searched searched(count);
    for (int i = 0; i < count; ++i) leads.add();
    for (int k = 0; k < 300; ++k) {
      const int from = static_cast<int>(random() % count), to = static_cast<int>(random() % count);
      if (leads.leads(to, from)) continue;
      leads.link(from, to);
      searched.links[static_cast<std::size_t>(from)].push_back(to);
    }
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < count; ++k) QCOMPARE(leads.leads(i, k), searched.leads(i, k));
    }
  }
}

// a -> b and c -> d -> e; after merging b and d, a reaches e, and c reaches b's successors.
void ReachabilityTest::merged() {
  Reachability leads;
  const int a = leads.add(), b = leads.add(), c = leads.add(), d = leads.add(), e = leads.add(),
            f = leads.add();
  leads.link(a, b), leads.link(c, d), leads.link(d, e), leads.link(b, f);
  leads.merge(b, d);
  QVERIFY(leads.leads(a, e) && leads.leads(b, e));
  QVERIFY(leads.leads(c, b) && leads.leads(c, f));
  QVERIFY(!leads.leads(e, b) && !leads.leads(a, c));
}

void ReachabilityTest::agrees_with_a_search_of_merged_nodes() {
  std::mt19937 random(2);
  int merges = 0;
  for (int round = 0; round < 20; ++round) {
    const int count = 120;
    Reachability leads;
    Searched searched(count);
    for (int i = 0; i < count; ++i) leads.add();
    for (int k = 0; k < 400; ++k) {
      const int from = static_cast<int>(random() % count), to = static_cast<int>(random() % count);
      if (searched.is_merged(from) || searched.is_merged(to) || leads.leads(to, from)) continue;
      if (k % 4 == 0 && !leads.leads(from, to)) {
        leads.merge(to, from);
        searched.merge(to, from);
        ++merges;
      } else {
        leads.link(from, to);
        searched.links[static_cast<std::size_t>(from)].push_back(to);
      }
    }
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < count; ++k) {
        if (!searched.is_merged(i) && !searched.is_merged(k))
          QCOMPARE(leads.leads(i, k), searched.leads(i, k));
      }
    }
  }
  QVERIFY(merges > 100);
}

NGRAPH_TEST(ReachabilityTest)
#include "reachability_test.moc"
