// SPDX-License-Identifier: Apache-2.0
// Tests state of which a rank has a part, all or nothing: every rank gives and takes whole values.
#include <QtTest>
#include <numeric>

#include "engine/distributed/run_ranks.h"
#include "engine/lowering/lower_program.h"
#include "engine/lowering/program_passes/verify_program.h"
#include "engine/ngraph.h"
#include "engine/ops/placed_state.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

using Kind = StatePlacement::Kind;

Tensor counted(const Shape& shape) {
  std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
  std::iota(values.begin(), values.end(), 1.0);
  return Tensor::from(DType::f32, shape, values);
}

// (4, 6), of which a rank has a part along the dimension.
StatePlacement part_along(std::size_t dimension, int ranks, const std::string& group = "N") {
  return {Kind::part, group, ranks, {4, 6}, dimension, 0};
}

StatePlacement owned_by(int owner, int ranks) {
  return {Kind::owned, "N", ranks, {4, 6}, 0, owner};
}

// The state 7 of a program of this rank.
Buffer buffer_of(const StatePlacement& placement, RankMesh& ranks, const Tensor& initial) {
  Buffer buffer;
  buffer.name = "a_W";
  buffer.kind = BufferKind::persistent;
  buffer.state = 7;
  buffer.placement = placement;
  buffer.contents = local_of(initial, placement, ranks);
  buffer.shape = buffer.contents.shape;
  buffer.bytes = static_cast<std::int64_t>(buffer.contents.bytes.size());
  return buffer;
}

using OnRank = std::function<void(const std::shared_ptr<RankMesh>&)>;

void on_ranks(const std::vector<MeshAxis>& axes, const OnRank& run) {
  run_ranks(mesh_size(axes),
            [&](const CommunicatorPtr& world) { run(std::make_shared<RankMesh>(world, axes)); });
}

}  // namespace

class PlacedStateTest : public QObject {
  Q_OBJECT
 private slots:
  void parts_are_those_of_the_whole() {
    on_ranks({{"N", 2}}, [](const std::shared_ptr<RankMesh>& ranks) {
      const bool first = ranks->world().rank() == 0;
      const Tensor rows = local_of(counted({4, 6}), part_along(0, 2), *ranks);
      check(rows.shape == Shape{2, 6} && rows.at(0) == (first ? 1 : 13), "another part of rows");
      const Tensor columns = local_of(counted({4, 6}), part_along(1, 2), *ranks);
      check(columns.shape == Shape{4, 3}, "another shape");
      check(columns.at(0) == (first ? 1 : 4) && columns.at(3) == (first ? 7 : 10),
            "another part of columns");
    });
  }

  void wholes_come_back_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("dimension");  // -1: owned by the last rank
    for (const int dimension : {-1, 0, 1})
      QTest::addRow("2 ranks, %d", dimension) << 2 << dimension;
    QTest::addRow("4 ranks, 0") << 4 << 0;
    QTest::addRow("3 ranks, 1") << 3 << 1;
    QTest::addRow("3 ranks, owned") << 3 << -1;
  }

  void wholes_come_back() {
    QFETCH(int, ranks);
    QFETCH(int, dimension);
    const StatePlacement placement = dimension < 0
                                         ? owned_by(ranks - 1, ranks)
                                         : part_along(static_cast<std::size_t>(dimension), ranks);
    const Tensor whole = counted({4, 6});
    on_ranks({{"N", ranks}}, [&](const std::shared_ptr<RankMesh>& mesh) {
      const Tensor local = local_of(whole, placement, *mesh);
      check(local.shape == local_shape(placement, *mesh), "another shape of the part");
      check(whole_of(local, placement, *mesh, "W") == whole, "another whole");
    });
  }

  // The other axis of the mesh has the same parts.
  void parts_of_one_axis_of_a_mesh() {
    const Tensor whole = counted({4, 6});
    on_ranks({{"N", 2}, {"K", 2}}, [&](const std::shared_ptr<RankMesh>& mesh) {
      const StatePlacement placement = part_along(1, 2, "N");
      const Tensor local = local_of(whole, placement, *mesh);
      check(local.at(0) == (mesh->world().rank() < 2 ? 1 : 4), "another group");
      check(whole_of(local, placement, *mesh, "W") == whole, "another whole");
    });
  }

  void storage_has_only_its_elements_data() {
    QTest::addColumn<bool>("owned");
    QTest::addColumn<bool>("has_memory");
    for (const bool owned : {false, true}) {
      for (const bool has_memory : {false, true})
        QTest::addRow("%s, %s memory", owned ? "owned" : "part", has_memory ? "with" : "without")
            << owned << has_memory;
    }
  }

  void storage_has_only_its_elements() {
    QFETCH(bool, owned);
    QFETCH(bool, has_memory);
    const StatePlacement placement = owned ? owned_by(1, 2) : part_along(1, 2);
    on_ranks({{"N", 2}}, [&](const std::shared_ptr<RankMesh>& mesh) {
      StateStore store;
      const Tensor initial = counted({4, 6});
      const auto storage = store.storage_for(buffer_of(placement, *mesh, initial), mesh);
      if (has_memory) storage->data();
      const int rank = mesh->world().rank();
      check(storage->shape == Shape{4, 6}, "the shape of the whole");
      check(storage->bytes() == (owned ? 96 * rank : 48), "bytes of a rank");
      check(storage->value() == initial, "another initial value");
      Tensor other = counted({4, 6});
      other.set(23, -5);
      storage->set(other);
      check(storage->value() == other, "another value than it was set to");
      storage->set(Tensor(2.0));  // for all elements
      check(storage->value().values() == std::vector<double>(24, 2.0), "a scalar for all");
      storage->reset();
      check(storage->value() == initial, "another value after a reset");
    });
  }

  // The other rank takes no part in it.
  void ranks_keep_their_own_elements() {
    on_ranks({{"N", 2}}, [](const std::shared_ptr<RankMesh>& mesh) {
      StateStore store;
      const Tensor initial = counted({4, 6});
      const auto storage = store.storage_for(buffer_of(part_along(1, 2), *mesh, initial), mesh);
      if (mesh->world().rank() == 0) {
        const Tensor kept = storage->local();
        check(kept.shape == Shape{4, 3}, "another part");
        storage->data();
        storage->set(Tensor(2.0));
        storage->set_local(kept);
      }
      check(storage->value() == initial, "another value than was kept");
    });
  }

  // Programs of ranks that do not use it declare it, so that all can exchange it.
  void programs_declare_state_that_others_own() {
    const Axis r = make_axis(4, "R"), c = make_axis(6, "C");
    const Op w = variable({r, c}, counted({4, 6}));
    on_ranks({{"N", 3}}, [&](const std::shared_ptr<RankMesh>& mesh) {
      Graph graph;
      graph.unused = {{placed_state(w.node(), owned_by(2, 3), w.axes()), 0}};
      LowerOptions options;
      options.ranks = mesh.get();
      Program program = lower_program(graph, "declares", options);
      program.ranks = mesh;
      check(verify(program).empty(), "a program with faults");
      StateStore store;
      const BoundMemory memory(program, store);
      const auto storage = store.find(w.id());
      check(storage->bytes() == (mesh->world().rank() == 2 ? 96 : 0), "bytes of a rank");
      check(storage->value() == counted({4, 6}), "another initial value");
      storage->set(Tensor(3.0));
      check(storage->value().values() == std::vector<double>(24, 3.0), "another value");
    });
  }

  void needs_its_ranks() {
    const QString text = refusal(
        [] {
          on_ranks({{"N", 2}}, [](const std::shared_ptr<RankMesh>& mesh) {
            StateStore().storage_for(buffer_of(part_along(0, 2), *mesh, counted({4, 6})));
          });
        },
        ErrorKind::value);
    QVERIFY2(text.contains("'W'") && text.contains("2 ranks"), qPrintable(text));
  }

  void computations_place_it_alike() {
    const QString text = refusal(
        [] {
          on_ranks({{"N", 2}}, [](const std::shared_ptr<RankMesh>& mesh) {
            StateStore store;
            store.storage_for(buffer_of(part_along(0, 2), *mesh, counted({4, 6})), mesh);
            store.storage_for(buffer_of(part_along(1, 2), *mesh, counted({4, 6})), mesh);
          });
        },
        ErrorKind::value);
    QVERIFY2(text.contains("'W'") && text.contains("different ways"), qPrintable(text));
  }
};

NGRAPH_TEST(PlacedStateTest)
#include "placed_state_test.moc"
