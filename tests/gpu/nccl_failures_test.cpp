// SPDX-License-Identifier: Apache-2.0
// Tests exchanges by NCCL that are refused or fail, on the CUDA emulator: the error is that of the
// exchange, state keeps its defined values, and the next transformer works.
#include <QtTest>
#include <map>
#include <mutex>

#include "engine/backends/gpu/cuda_device.h"
#include "engine/backends/gpu/driver.h"
#include "engine/backends/gpu/nccl/nccl_library.h"
#include "engine/distributed/run_ranks.h"
#include "engine/ops/collective/collective.h"
#include "engine/ops/ordering/cumulative.h"
#include "tests/emulator/emulator.h"
#include "tests/support/graph_run.h"
#include "tests/support/rank_of_n.h"
#include "tests/support/ranked_training.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"
#include "tests/support/unordered_ranks.h"

using namespace ng;
using namespace ng::testing;

namespace {

const Axis A = make_axis(5, "A"), B = make_axis(6, "B"), N = make_axis(6, "N");

using Body = std::function<void(RankOfN&)>;

void on_ranks_of(const std::string& transformer, int ranks, const Body& body) {
  run_ranks(ranks, [&](const CommunicatorPtr& world) {
    RankOfN rank(world, transformer);
    body(rank);
  });
}

// With a batch, which the ranks divide.
Op list_of(std::vector<Op> results, std::vector<Op> parameters) {
  const Op batch = placeholder({N, B});
  results.push_back(sum(square(batch), reduce_over(Axes(N))));
  parameters.push_back(batch);
  return computation(results, parameters, Returns::list).named("exchanges");
}

Results call_with_batch(const Computation& f, std::vector<Tensor> values) {
  values.push_back(waves({N, B}, 0.3));
  return f.call(values);
}

}  // namespace

class NcclFailuresTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!control_) QSKIP("failures are those of the emulator");
    if (!nccl_library().problem.empty()) QSKIP(nccl_library().problem.c_str());
    QVERIFY(gpu_availability().devices.size() >= 3);
    qputenv("NGRAPH_GPU_LIMIT", "20");
    CudaDevice::close_idle();  // devices read the limit when they are opened
  }
  void cleanup() {
    control_.fail("*", 0, 0);
    control_.complaint();
  }

  // A graph for 3 ranks on 2, next to an exchange for any number: NCCL would fill 2 parts of 3.
  void exchanges_made_for_another_number_of_ranks_data() {
    QTest::addColumn<bool>("overlapped");
    QTest::addRow("overlapped") << true;
    QTest::addRow("one after the other") << false;
  }
  void exchanges_made_for_another_number_of_ranks() {
    QFETCH(bool, overlapped);
    const Op x = placeholder({A, B});
    const Op all = list_of({all_reduce(x), all_gather(x, make_axis(15, "A"))}, {x});
    const QString text = refusal(
        [&] {
          on_ranks_of("gpu", 2, [&](RankOfN& rank) {
            if (!overlapped) rank.options.passes.disabled = {"overlap_exchanges"};
            call_with_batch(rank.add(all), {waves({A, B}, 0.3)});
          });
        },
        ErrorKind::value);
    QVERIFY2(text.contains("made for another number of ranks"), qPrintable(text));
  }

  // The host's step waits for a device that waits for a transfer.
  void a_step_on_the_host_after_an_exchange_in_a_loop_data() {
    QTest::addColumn<int>("rank");
    for (const int rank : {0, 1}) QTest::addRow("rank %d", rank) << rank;
  }
  void a_step_on_the_host_after_an_exchange_in_a_loop() {
    QFETCH(int, rank);
    const Op x = placeholder({A, B});
    const ScanResult loop =
        scan(A, {sum(x, reduce_over(Axes(A)))}, {x}, [](const auto& states, const auto& elements) {
          const Op next = all_reduce(states[0] * 0.25 + elements[0]);
          return ScanStep{{cumulative_sum(next, B)}, {}};
        });
    const Op all = list_of({loop.states[0]}, {x});
    const QString text = refusal(
        [&] {
          on_ranks_of("gpu", 2, [&](RankOfN& own) {
            const Computation f = own.add(all);
            call_with_batch(f, {waves({A, B}, 0.3)});
            own.world->barrier("called once");
            if (own.world->rank() == 0) control_.fail_transfer(rank, 6);
            own.world->barrier("an error is planted");
            call_with_batch(f, {waves({A, B}, 0.3)});
          });
        },
        ErrorKind::system);
    QVERIFY2(text.startsWith(QString("rank %1: ").arg(rank)) && text.contains("network error") &&
                 text.contains("all_reduce of 6 float32"),
             qPrintable(text));
  }

  // Updates after a failed exchange are not started: they would read undefined values.
  void state_after_a_failed_exchange() {
    const Op x = placeholder({A, B}), w = variable(Axes{A, B}, 0.5);
    const Op step = list_of({assign(w, w + all_reduce(x) * 0.5), all_reduce(x + w)}, {x});
    std::mutex mutex;
    std::map<int, QString> wrong;
    const QString text = refusal(
        [&] {
          on_ranks_of("gpu", 2, [&](RankOfN& rank) {
            const Computation f = rank.add(step);
            call_with_batch(f, {waves({A, B}, 0.3)});
            call_with_batch(f, {waves({A, B}, 0.3)});
            const std::vector<double> before = rank.transformer->value(w)->values();
            rank.world->barrier("called twice");
            if (rank.world->rank() == 0) control_.fail_transfer(1, 6);
            rank.world->barrier("an error is planted");
            try {
              call_with_batch(f, {waves({A, B}, 0.3)});
            } catch (...) {
              const QString found = difference(rank.transformer->value(w)->values(), before, 0, 0);
              const std::scoped_lock lock(mutex);
              wrong[rank.world->rank()] = found;
              throw;
            }
          });
        },
        ErrorKind::system);
    QVERIFY2(text.contains("network error"), qPrintable(text));
    QCOMPARE(wrong.size(), std::size_t{2});
    for (const auto& [rank, difference] : wrong)
      QVERIFY2(difference.isEmpty(), qPrintable(QString("rank %1: %2").arg(rank).arg(difference)));
  }

  // A device that faults while an exchange is awaited is started again for the next transformer.
  void a_device_that_faults() {
    const Op x = placeholder({A, B});
    const Op all = list_of({all_reduce(x)}, {x});
    std::vector<std::weak_ptr<CudaDevice>> before;
    const auto run = [&](int error) {
      on_ranks_of("gpu", 2, [&](RankOfN& rank) {
        const Computation f = rank.add(all);
        call_with_batch(f, {waves({A, B}, 0.3)});
        rank.world->barrier("called once");
        if (rank.world->rank() == 0 && error != 0) {
          for (const int device : {0, 1}) before.push_back(CudaDevice::open(device));
          control_.fail("cuEventQuery", 1, error);
        }
        rank.world->barrier("an error is planted");
        call_with_batch(f, {waves({A, B}, 0.3)});
      });
    };
    const QString text = refusal([&] { run(700); }, ErrorKind::system);
    QVERIFY2(text.contains("running the steps of a program up to all_reduce of 30 float32"),
             qPrintable(text));
    run(0);
    QCOMPARE(before.size(), std::size_t{2});
    QVERIFY(before[0].expired() || before[1].expired());
  }

  // Computations that differ in nothing but the operation or the root.
  void ranks_that_call_another_computation_data() {
    QTest::addColumn<bool>("reduces");
    QTest::addColumn<QString>("message");
    QTest::addRow("operation")
        << true << "rank 1 calls barrier 'all_reduce of 30 float32 (maximum, in the order";
    QTest::addRow("root") << false << "rank 1 calls barrier 'broadcast of 30 float32 from rank 1";
  }
  void ranks_that_call_another_computation() {
    QFETCH(bool, reduces);
    QFETCH(QString, message);
    const Op x = placeholder({A, B});
    using kernel::Combine;
    const auto make = [&](int other) {
      const Op all = reduces ? all_reduce(x, other ? Combine::maximum : Combine::add)
                             : broadcast_from(x, other);
      return list_of({all.named("all")}, {x});
    };
    const Op first = make(0), second = make(1);
    const QString text = refusal(
        [&] {
          on_ranks_of("gpu", 2, [&](RankOfN& rank) {
            const Computation computations[] = {rank.add(first), rank.add(second)};
            call_with_batch(computations[rank.world->rank()], {waves({A, B}, 0.3)});
          });
        },
        ErrorKind::system);
    QVERIFY2(text.contains("differ") && text.contains(message), qPrintable(text));
  }

  // Ranks that combine in another order would compute other bits.
  void ranks_that_combine_in_another_order() {
    const Op x = placeholder({A, B});
    const Op all = list_of({all_reduce(x)}, {x});
    const QString text = refusal(
        [&] {
          run_ranks(2, [&](const CommunicatorPtr& simulated) {
            CommunicatorPtr world = simulated;
            if (world->rank() == 1) world = std::make_shared<UnorderedRanks>(simulated);
            call_with_batch(RankOfN(world, "gpu").add(all), {waves({A, B}, 0.3)});
          });
        },
        ErrorKind::system);
    QVERIFY2(text.contains("differ") && text.contains("(add, in any order)"), qPrintable(text));
  }

  // Fewer elements than ranks, and none.
  void few_elements_data() {
    QTest::addColumn<int>("count");
    for (const int count : {0, 1, 2}) QTest::addRow("%d", count) << count;
  }
  void few_elements() {
    QFETCH(int, count);
    const Axis few = make_axis(count, "F"), whole = make_axis(count * 3, "F"),
               parts = make_axis(3 * count, "P"), part = make_axis(count, "P");
    const Op x = placeholder({few}), y = placeholder({parts});
    const Op all = list_of(
        {all_reduce(x), all_gather(x, whole), reduce_scatter(y, part), broadcast_from(x, 2)},
        {x, y});
    const auto found_on = [&](const std::string& transformer, bool overlapped) {
      std::vector<std::vector<Tensor>> found(3);
      on_ranks_of(transformer, 3, [&](RankOfN& rank) {
        if (!overlapped) rank.options.passes.disabled = {"overlap_exchanges"};
        const Computation f = rank.add(all);
        const double scale = rank.world->rank() + 0.3;
        for (int call = 0; call < 2; ++call) {
          for (const auto& value : call_with_batch(f, {waves({few}, scale), waves({parts}, scale)}))
            found[static_cast<std::size_t>(rank.world->rank())].push_back(*value);
        }
      });
      return found;
    };
    for (const bool overlapped : {true, false}) {
      const auto found = found_on("gpu", overlapped), expected = found_on("cpu", overlapped);
      for (std::size_t rank = 0; rank < 3; ++rank) {
        QCOMPARE(found[rank].size(), std::size_t{10});
        for (std::size_t i = 0; i < 10; ++i)
          QVERIFY(found[rank][i].bytes == expected[rank][i].bytes);
      }
    }
  }

 private:
  emulator::Control control_;
};

NGRAPH_TEST(NcclFailuresTest)
#include "nccl_failures_test.moc"
