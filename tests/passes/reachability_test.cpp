// SPDX-License-Identifier: Apache-2.0
// Tests reachability against a search over all edges.
#include "engine/passes/reachability.h"

#include <QtTest>
#include <random>

using namespace ng;

namespace {

// Edges as they were added, searched for each query.
struct Searched {
  std::vector<std::vector<int>> links;
  bool leads(int from, int to) const {
    std::vector<int> stack = {from};
    std::vector<bool> seen(links.size(), false);
    while (!stack.empty()) {
      const int at = stack.back();
      stack.pop_back();
      if (at == to) return true;
      if (seen[static_cast<std::size_t>(at)]) continue;
      seen[static_cast<std::size_t>(at)] = true;
      const auto& next = links[static_cast<std::size_t>(at)];
      stack.insert(stack.end(), next.begin(), next.end());
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
    Searched searched;
    searched.links.resize(count);
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

QTEST_APPLESS_MAIN(ReachabilityTest)
#include "reachability_test.moc"
