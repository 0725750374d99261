// SPDX-License-Identifier: Apache-2.0
// Random graphs, renamed and edited at random: the difference is what was edited, and nothing else.
#include <QtTest>
#include <algorithm>
#include <random>
#include <set>

#include "engine/analysis/document_difference.h"
#include "engine/documents/document_record.h"
#include "engine/graph/graph.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr int graphs = 60, steps = 24;

// A document whose ops can be edited as rows.
class Edited {
 public:
  explicit Edited(std::uint32_t seed) : random_(seed) {
    const RandomGraph made = make_graph(random_recipe(seed, steps));
    Document document;
    std::vector<Op> results = made.results;
    results.insert(results.end(), made.updates.begin(), made.updates.end());
    document.computations = {computation(results, {}).named("all")};
    for (const NodePtr& node : ordered_nodes({document.computations[0].value()}))
      if (node != document.computations[0].value().node) document.ops.emplace_back(node);
    record_ = *make_document_record(document);
    ops_.assign(record_.graph->ops.begin(), record_.graph->ops.end());
    tensors_ = attribute_tensors(document);
  }

  ComparedDocument document() const {
    auto record = std::make_shared<DocumentRecord>(record_);
    auto graph = std::make_shared<GraphRecord>();
    for (const OpRecord& op : ops_) graph->ops.push_back(op);
    record->graph = graph;
    return {record, nullptr, tensors_};
  }

  std::vector<OpRecord>& ops() { return ops_; }
  std::size_t below(std::size_t end) { return random_() % end; }

  // Other ids, names, scopes and names of axes, and another order of computation.
  void rename() {
    std::map<OpId, OpId> ids;
    for (const OpRecord& op : ops_) ids[op.id] = 1'000'000 + 7 * op.id;
    AttributeTensors tensors;
    for (const auto& [place, tensor] : tensors_) tensors[{ids[place.first], place.second}] = tensor;
    tensors_ = tensors;
    for (OpRecord& op : ops_) {
      op.id = ids[op.id];
      op.name = "renamed" + std::to_string(random_() % 1000) + "_" + std::to_string(op.id);
      op.scope = "elsewhere";
      for (OperandRecord& operand : op.operands) operand.op = ids[operand.op];
      for (OpId& origin : op.origins) origin = ids[origin];
    }
    for (ComputationRecord& computation : record_.computations)
      for (OpId& op : computation.results) op = ids[op];
    for (LoopRecord& loop : record_.loops) {
      loop.op = ids[loop.op];
      for (OpId& op : loop.step.parameters) op = ids[op];
      for (OpId& op : loop.step.results) op = ids[op];
    }
    reorder();
  }

  // An op of this kind on an edge: returns the reader.
  OpId insert(const std::string& kind) {
    const std::size_t at = place_with_operands();
    OpRecord added;
    added.op = kind;
    added.name = kind;
    added.id = 77'000'001;
    const std::size_t operand = below(ops_[at].operands.size());
    added.operands = {ops_[at].operands[operand]};
    added.results = find(added.operands[0].op).results;
    ops_[at].operands[operand].op = added.id;
    ops_[at].operands[operand].result = 0;
    const OpId reader = ops_[at].id;
    ops_.insert(ops_.begin() + static_cast<std::ptrdiff_t>(at), added);
    return reader;
  }

  OpId set_attribute() {
    OpRecord& op = ops_[place_with_operands()];
    op.attributes.emplace_back("edited", "1");
    return op.id;
  }

  // Its users read what it read; returns how many ops read it, or nothing if none can be removed.
  std::optional<std::size_t> remove() {
    const std::size_t at = place_with_operands();
    const OpRecord gone = ops_[at];
    const auto is_result = [&gone](const ComputationRecord& of) {
      return std::count(of.results.begin(), of.results.end(), gone.id) > 0;
    };
    for (const ComputationRecord& computation : record_.computations)
      if (is_result(computation)) return std::nullopt;
    for (const LoopRecord& loop : record_.loops)
      if (is_result(loop.step)) return std::nullopt;
    std::size_t users = 0;
    for (OpRecord& op : ops_) {
      bool reads = false;
      for (OperandRecord& operand : op.operands)
        if (operand.op == gone.id) operand = gone.operands[0], reads = true;
      users += reads ? 1 : 0;
    }
    ops_.erase(ops_.begin() + static_cast<std::ptrdiff_t>(at));
    return users;
  }

 private:
  const OpRecord& find(OpId id) const {
    return *std::find_if(ops_.begin(), ops_.end(),
                         [id](const OpRecord& op) { return op.id == id; });
  }
  std::size_t place_with_operands() {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < ops_.size(); ++i)
      if (!ops_[i].operands.empty()) places.push_back(i);
    return places[below(places.size())];
  }
  // Any order in which operands precede their users.
  void reorder() {
    std::vector<OpRecord> left = std::move(ops_);
    std::set<OpId> done;
    ops_.clear();
    while (!left.empty()) {
      std::vector<std::size_t> ready;
      for (std::size_t i = 0; i < left.size(); ++i)
        if (std::all_of(left[i].operands.begin(), left[i].operands.end(),
                        [&](const OperandRecord& operand) { return done.contains(operand.op); }))
          ready.push_back(i);
      const std::size_t next = ready[below(ready.size())];
      done.insert(left[next].id);
      ops_.push_back(std::move(left[next]));
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
    }
  }

  DocumentRecord record_;
  std::vector<OpRecord> ops_;
  AttributeTensors tensors_;
  std::mt19937 random_;
};

QByteArray text(std::uint32_t seed, const DocumentDifference& difference) {
  std::string all = "seed " + std::to_string(seed) + ": " + summary(difference);
  for (const Change& each : difference.changes)
    all += "\n  " + std::string(name(each.kind)) + ' ' + each.name + ' ' + each.what + ": " +
           each.before + " -> " + each.after;
  return QByteArray::fromStdString(all);
}

// Counts of ops: added, removed, changed.
QList<std::size_t> counts(const DocumentDifference& difference) {
  return {difference.added.size(), difference.removed.size(), difference.changed.size()};
}

}  // namespace

class EditedGraphsTest : public QObject {
  Q_OBJECT

 private slots:
  void renamedGraphsAreEqual() {
    for (std::uint32_t seed = 0; seed < graphs; ++seed) {
      Edited a(seed), b(seed);
      b.rename();
      const DocumentDifference difference = document_difference(a.document(), b.document());
      QVERIFY2(difference.same(), text(seed, difference));
      QVERIFY(!difference.renamed.empty());
    }
  }

  void oneAttributeIsOneDifference_data() { renamedOrNot(); }
  void oneAttributeIsOneDifference() {
    QFETCH(bool, renamed);
    for (std::uint32_t seed = 0; seed < graphs; ++seed) {
      Edited a(seed), b(seed);
      const OpId edited = b.set_attribute();
      if (renamed) b.rename();
      const DocumentDifference difference = document_difference(a.document(), b.document());
      QVERIFY2(difference.changes.size() == 1 && difference.changes[0].what == "edited",
               text(seed, difference));
      if (!renamed) QCOMPARE(difference.changes[0].op, edited);
    }
  }

  void oneInsertionIsOneOpMore_data() { renamedOrNot(); }
  void oneInsertionIsOneOpMore() {
    QFETCH(bool, renamed);
    for (std::uint32_t seed = 0; seed < graphs; ++seed) {
      Edited a(seed), b(seed);
      const OpId reader = b.insert(seed % 2 ? "probe" : "tanh");
      if (renamed) b.rename();
      const DocumentDifference difference = document_difference(a.document(), b.document());
      QVERIFY2(counts(difference) == (QList<std::size_t>{1, 0, 1}), text(seed, difference));
      if (!renamed && seed % 2) QCOMPARE(difference.changed[0], reader);
    }
  }

  void oneRemovalIsOneOpLess_data() { renamedOrNot(); }
  void oneRemovalIsOneOpLess() {
    QFETCH(bool, renamed);
    for (std::uint32_t seed = 0; seed < graphs; ++seed) {
      Edited a(seed), b(seed);
      const std::optional<std::size_t> users = b.remove();
      if (!users) continue;
      if (renamed) b.rename();
      const DocumentDifference difference = document_difference(a.document(), b.document());
      const auto found = counts(difference);
      QVERIFY2(found[0] == 0 && found[1] == 1 && found[2] <= *users, text(seed, difference));
    }
  }

  // The smallest difference has at most as many ops as were edited.
  void manyEditsAreNoMoreDifferences() {
    for (std::uint32_t seed = 0; seed < graphs; ++seed) {
      Edited a(seed), b(seed);
      std::size_t most = 0;
      for (int edit = 0; edit < 3; ++edit) b.set_attribute(), ++most;
      b.insert("probe"), most += 2;
      if (const std::optional<std::size_t> users = b.remove()) most += 1 + *users;
      const DocumentDifference difference = document_difference(a.document(), b.document());
      const auto found = counts(difference);
      QVERIFY2(found[0] + found[1] + found[2] <= most, text(seed, difference));
    }
  }

 private:
  void renamedOrNot() {
    QTest::addColumn<bool>("renamed");
    QTest::newRow("names kept") << false;
    QTest::newRow("renamed") << true;
  }
};

NGRAPH_TEST(EditedGraphsTest)
#include "edited_graphs_test.moc"
