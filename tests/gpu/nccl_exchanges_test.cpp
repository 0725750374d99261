// SPDX-License-Identifier: Apache-2.0
// Tests exchanges between GPUs by NCCL: they have the bits of exchanges through the host, trained
// nets are those of one process, and no rank waits for one that failed. On the CUDA emulator, or on
// the machine's own GPUs where there are two.
#include <QtTest>
#include <mutex>
#include <set>

#include "engine/backends/gpu/cuda_device.h"
#include "engine/backends/gpu/driver.h"
#include "engine/backends/gpu/nccl/nccl_library.h"
#include "engine/base/enum_names.h"
#include "engine/distributed/run_ranks.h"
#include "engine/ops/collective/collective.h"
#include "engine/records/compilation_record.h"
#include "engine/runtime/device_times.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "tests/emulator/emulator.h"
#include "tests/support/graph_run.h"
#include "tests/support/rank_of_n.h"
#include "tests/support/ranked_training.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"
#include "tests/support/unordered_ranks.h"

using namespace ng;
using namespace ng::testing;
using kernel::Combine;

namespace {

const Axis A = make_axis(5, "A"), B = make_axis(6, "B"), N = make_axis(6, "N");

// Other values on each rank, whose float sums depend on the order.
Tensor values_of(int rank, DType dtype) {
  Tensor values(dtype, {5, 6});
  for (int i = 0; i < 30; ++i) {
    const double whole = (i * 7 + rank * 11) % 19 - 9.0;
    const double scale = is_float(dtype) ? std::pow(10.0, (i + rank) % 5 - 2) * 1.1 : 1.0;
    values.set(i, dtype == DType::bool_ ? double(whole > 2) : whole * scale);
  }
  return values;
}

// The operands of each kind of exchange, along the first and along an inner axis.
std::vector<Op> exchanges_of(const Op& x, int ranks) {
  const Axis whole_a = make_axis(5 * ranks, "A"), whole_b = make_axis(6 * ranks, "B"),
             part_b = make_axis(6 / ranks, "B");
  std::vector<Op> all = {broadcast_from(x, ranks - 1), all_gather(x, whole_a),
                         all_gather(x, whole_b), reduce_scatter(x, part_b)};
  for (const Combine combine :
       {Combine::add, Combine::multiply, Combine::maximum, Combine::minimum})
    all.push_back(all_reduce(x, combine));
  return all;
}

struct Ran {
  std::vector<std::vector<Tensor>> of_ranks;  // several calls of each rank, one after the other
  std::vector<std::string> libraries;         // of the exchanges of the first rank
};

using Make = std::function<std::vector<Op>(const Op&)>;

Ran run_on(const std::string& transformer, int ranks, DType dtype, const Make& make,
           const PassOptions& passes = {}, bool ordered = true) {
  Ran ran;
  ran.of_ranks.resize(static_cast<std::size_t>(ranks));
  const Op x = placeholder({A, B}, dtype);
  const Op divided = placeholder({N, B});
  std::vector<Op> results = make(x);
  results.push_back(sum(square(divided), reduce_over(Axes(N))));
  const Op all = computation(results, {x, divided}, Returns::list).named("exchanges");
  run_ranks(
      ranks,
      [&](const CommunicatorPtr& simulated) {
        CommunicatorPtr world = simulated;
        if (!ordered) world = std::make_shared<UnorderedRanks>(simulated);
        RankOfN own(world, transformer);
        own.options.passes = passes;
        const Computation f = own.add(all);
        for (int call = 0; call < 3; ++call) {
          for (const auto& value :
               f.call({values_of(world->rank() + call, dtype), waves({N, B}, 0.3)}))
            ran.of_ranks[static_cast<std::size_t>(world->rank())].push_back(*value);
        }
        if (world->rank() != 0) return;
        const CompilationRecordPtr record = make_record(f.compilation());
        for (const KernelRecord& kernel : record->kernels) {
          if (kernel.kind != KernelKind::collective || kernel.name == "shard") continue;
          check(kernel.bytes > 0, "an exchange without bytes");
          ran.libraries.push_back(kernel.library);
        }
      },
      std::chrono::seconds(20));
  return ran;
}

// Of bits, unless `rtol` is given.
QString difference_between(const Ran& found, const Ran& expected, double rtol = 0) {
  for (std::size_t rank = 0; rank < expected.of_ranks.size(); ++rank) {
    for (std::size_t i = 0; i < expected.of_ranks[rank].size(); ++i) {
      const Tensor &a = found.of_ranks[rank].at(i), &b = expected.of_ranks[rank][i];
      if (a.shape == b.shape && a.bytes == b.bytes) continue;
      const QString wrong = difference(a.values(), b.values(), rtol, rtol);
      if (rtol > 0 && wrong.isEmpty()) continue;
      return QString("rank %1, result %2: %3")
          .arg(rank)
          .arg(i)
          .arg(wrong.isEmpty() ? "bits" : wrong);
    }
  }
  return {};
}

}  // namespace

class NcclExchangesTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    const std::size_t devices = gpu_availability().devices.size();
    if (!gpu_availability().available) QSKIP(gpu_availability().reason.c_str());
    if (!nccl_library().problem.empty()) QSKIP(nccl_library().problem.c_str());
    if (devices < 2) QSKIP("exchanges between GPUs need two");
    devices_ = static_cast<int>(devices);
  }

  void exchanges_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("dtype");
    for (const int ranks : {2, 3}) {
      for (int dtype = 0; dtype < dtype_count; ++dtype)
        QTest::addRow("%d ranks, %s", ranks, std::string(name(DType(dtype))).c_str())
            << ranks << dtype;
    }
  }
  void exchanges() {
    QFETCH(int, ranks);
    QFETCH(int, dtype);
    if (ranks > devices_) QSKIP("as many GPUs as ranks are needed");
    for (const bool overlapped : {true, false}) {
      PassOptions passes;
      if (!overlapped) passes.disabled = {"overlap_exchanges"};
      const Make make = [ranks](const Op& x) { return exchanges_of(x, ranks); };
      const Ran found = run_on("gpu", ranks, DType(dtype), make, passes);
      const Ran expected = run_on("cpu", ranks, DType(dtype), make, passes);
      const QString wrong = difference_between(found, expected);
      QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
      QVERIFY(found.libraries.size() >= 6);
      for (const std::string& library : found.libraries)
        QVERIFY2(library.starts_with("NCCL 2."), library.c_str());
    }
  }

  // Between the exchanges nothing is rounded: kernels of cpu and gpu round sums differently.
  void exchanges_in_a_loop() {
    const Make make = [](const Op& x) {
      const ScanResult loop = scan(
          A, {max(x, reduce_over(Axes(A)))}, {x}, [](const auto& states, const auto& elements) {
            return ScanStep{{all_reduce(maximum(states[0] * 0.25, elements[0]))}, {}};
          });
      return std::vector{loop.states[0]};
    };
    const int before = calls_of_nccl();
    const Ran found = run_on("gpu", 2, DType::f32, make);
    if (control_) QVERIFY(calls_of_nccl() - before >= 2 * 3 * A.length());
    const QString wrong = difference_between(found, run_on("cpu", 2, DType::f32, make));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  // NCCL combines floats itself where the order need not be that of the ranks.
  void unordered_sums() {
    const int ranks = std::min(3, devices_);
    for (const DType dtype : {DType::f32, DType::f64}) {
      const Make make = [ranks](const Op& x) {
        return std::vector{all_reduce(x), all_reduce(x, Combine::multiply),
                           reduce_scatter(x, make_axis(6 / ranks, "B"))};
      };
      const int before = control_ ? control_.calls("ncclAllReduce") : 0;
      const Ran found = run_on("gpu", ranks, dtype, make, {}, false);
      const Ran expected = run_on("cpu", ranks, dtype, make, {}, false);
      if (control_) QVERIFY(control_.calls("ncclAllReduce") > before);
      const QString wrong = difference_between(found, expected, 1e-5);
      QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
  }

  // Where a call of NCCL fails, all ranks end and the error says in which exchange.
  void calls_that_fail_data() {
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<int>("dtype");
    for (const char* entry :
         {"ncclGetUniqueId", "ncclCommInitRankConfig", "ncclCommGetAsyncError", "ncclGroupStart",
          "ncclGroupEnd", "ncclSend", "ncclRecv", "cuEventQuery"})
      QTest::addRow("%s", entry) << QByteArray(entry) << int(DType::f32);
    for (const char* entry :
         {"ncclAllReduce", "ncclReduceScatter", "ncclAllGather", "ncclBroadcast"})
      QTest::addRow("%s", entry) << QByteArray(entry) << int(DType::i32);
  }
  void calls_that_fail() {
    if (!control_) QSKIP("failures are those of the emulator");
    QFETCH(QByteArray, entry);
    QFETCH(int, dtype);
    const Make make = [](const Op& x) { return exchanges_of(x, 2); };
    for (const bool overlapped : {true, false}) {
      PassOptions passes;
      if (!overlapped) passes.disabled = {"overlap_exchanges"};
      const int before = control_.calls(entry.toStdString());
      run_on("gpu", 2, DType(dtype), make, passes);
      const int calls = std::min(40, control_.calls(entry.toStdString()) - before);
      QVERIFY(calls > 0);
      for (int nth = 1; nth <= calls; nth += 1 + calls / 6) {
        control_.fail(entry.toStdString(), nth, entry.startsWith("nccl") ? 2 : 700);
        const QString text =
            refusal([&] { run_on("gpu", 2, DType(dtype), make, passes); }, ErrorKind::system);
        control_.fail("*", 0, 0);
        QVERIFY2(text.contains("by NCCL"), qPrintable(text));
        CudaDevice::close_idle();
        QVERIFY2(control_.live().empty(), control_.live().c_str());
      }
    }
    control_.complaint();
  }

  // One rank's communicator learns that another process has died.
  void an_error_while_values_are_on_their_way_data() {
    QTest::addColumn<int>("rank");
    for (const int rank : {0, 1, 2}) QTest::addRow("rank %d", rank) << rank;
  }
  void an_error_while_values_are_on_their_way() {
    if (!control_) QSKIP("failures are those of the emulator");
    QFETCH(int, rank);
    for (const DType dtype : {DType::f32, DType::i32}) {
      control_.fail_transfer(rank, 6);
      const QString text = refusal(
          [&] { run_on("gpu", 3, dtype, [](const Op& x) { return std::vector{all_reduce(x)}; }); },
          ErrorKind::system);
      QVERIFY2(text.startsWith(QString("rank %1: ").arg(rank)), qPrintable(text));
      QVERIFY2(text.contains("all_reduce of 30") && text.contains("by NCCL") &&
                   text.contains("network error"),
               qPrintable(text));
    }
  }

  // A transfer that makes no progress: nobody waits longer than the limit.
  void transfers_that_do_not_end() {
    if (!control_) QSKIP("failures are those of the emulator");
    const Op x = placeholder({N, B});
    const Op all = computation({all_reduce(x)}, {x}, Returns::list).named("all");
    const QString text = refusal(
        [&] {
          run_ranks(2, [&](const CommunicatorPtr& world) {
            const RankOfN own(world, "gpu");
            const Computation f = own.add(all);
            f(waves({N, B}, 0.3));
            world->barrier("called once");
            if (world->rank() == 0) {
              qputenv("NGRAPH_GPU_LIMIT", "0.3");  // while no other thread reads the environment
              control_.hold(true);
            }
            world->barrier("the devices are held");
            try {
              f(waves({N, B}, 0.3));
            } catch (...) {
              control_.hold(false);
              throw;
            }
          });
        },
        ErrorKind::system);
    qunsetenv("NGRAPH_GPU_LIMIT");
    control_.hold(false);
    control_.complaint();
    QVERIFY2(text.contains("all_reduce of 36 float32") && text.contains("did not end in time"),
             qPrintable(text));
  }

  // What the ranks refuse alike does not close their connection.
  void calls_after_a_refused_index() {
    const Op table = variable(Axes{B, N}, 0.5), index = placeholder(A), x = placeholder({N, B});
    const Op rows = lookuptable(table, index, Axes{A, N});
    const Op all = computation({all_reduce(x), rows, all_reduce(rows)}, {x, index}, Returns::list)
                       .named("all");
    run_ranks(2, [&](const CommunicatorPtr& world) {
      const RankOfN own(world, "gpu");
      const Computation f = own.add(all);
      Tensor indices(DType::f32, {5});
      for (int call = 0; call < 6; ++call) {
        indices.set(2, call % 2 ? 17.0 : 1.0);
        const auto run = [&] { f(waves({N, B}, 0.3), indices); };
        if (call % 2) {
          check(refusal(run, ErrorKind::index).contains("17"), "the index is not refused");
        } else {
          run();
        }
      }
    });
  }

  // Compared through the host before values are sent.
  void calls_that_differ() {
    const Op x = placeholder({N, B});
    const auto summed = [&](const char* label, const Axes& over) {
      const Op all = all_reduce(sum(x, reduce_over(over)));
      return computation({all}, {x}, Returns::list).named(label);
    };
    const Op first = summed("first", {N, B}), second = summed("second", {N});
    const QString text = refusal(
        [&] {
          run_ranks(2, [&](const CommunicatorPtr& world) {
            const RankOfN own(world, "gpu");
            const Computation a = own.add(first), b = own.add(second);
            (world->rank() == 0 ? a : b).call({waves({N, B}, 0.3)});
          });
        },
        ErrorKind::system);
    QVERIFY2(text.contains("differ") && text.contains("by NCCL"), qPrintable(text));
  }

  // Ranks on one device, or on a device and the host, exchange through the host, and say why.
  void ranks_without_a_device_of_their_own_data() {
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::addColumn<QString>("reason");
    QTest::addRow("one GPU") << "gpu:1" << "gpu:1" << "ranks 0 and 1 share a device";
    QTest::addRow("cpu") << "gpu" << "cpu" << "rank 1: it computes on the host";
  }
  void ranks_without_a_device_of_their_own() {
    QFETCH(QString, first);
    QFETCH(QString, second);
    QFETCH(QString, reason);
    const Op x = placeholder({N, B});
    const Op all = computation({all_reduce(x)}, {x}, Returns::list).named("all");
    run_ranks(2, [&](const CommunicatorPtr& world) {
      const RankOfN own(world, (world->rank() ? second : first).toStdString());
      const Computation f = own.add(all);
      const Tensor given = waves({N, B}, 0.3);
      std::vector<double> expected = given.values();
      for (double& value : expected) value *= 2;
      check(difference(f(given)[0].values(), expected, 0, 0).isEmpty(), "another sum");
      if (world->rank() != 0) return;
      const CompilationRecordPtr record = make_record(f.compilation());
      QString found = "no exchange";
      for (const KernelRecord& kernel : record->kernels) {
        if (kernel.kind != KernelKind::collective || kernel.name == "shard") continue;
        check(kernel.library.empty() && kernel.bytes > 0, "an exchange through the host");
        found = QString::fromStdString(kernel.cuda.absent);
      }
      check(found.contains("through the host (" + reason), found.toUtf8().constData());
    });
  }

  // On a lane of their own, with the ranks' other work.
  void exchanges_are_timed() {
    const NotedDeviceTimes notes;
    std::mutex mutex;
    std::set<std::string> lanes;
    const Op x = placeholder({N, B});
    const Op all = computation({all_reduce(x)}, {x}, Returns::list).named("all");
    run_ranks(2, [&](const CommunicatorPtr& world) {
      const RankOfN own(world, "gpu");
      const Computation f = own.add(all);
      for (int call = 0; call < 3; ++call) f.call({waves({N, B}, 0.3)});
      for (const DeviceTurn& turn : DeviceTimes::shared().take_turns_of(f.compilation().program)) {
        const std::scoped_lock lock(mutex);
        check(turn.end >= turn.begin, "a turn that ends before it begins");
        lanes.insert(turn.lane);
      }
    });
    QVERIFY(lanes.count("gpu NCCL") == 1);
    QVERIFY(lanes.count("gpu:1 NCCL") == 1);
  }

  void training_data() {
    QTest::addColumn<QString>("net");
    QTest::addColumn<QString>("axes");
    QTest::addColumn<QString>("state");
    const auto add = [](const char* net, std::initializer_list<const char*> all) {
      for (const char* axes : all)
        QTest::addRow("%s, %s", net, axes) << QString(net) << QString(axes) << QString("none");
    };
    add("06_mlp", {"N=3", "K=2", "N=2,K=2", "N=2,stages=2"});
    add("08_convnet", {"K2=3"});
    add("09_lstm", {"N=2", "H=2"});
    add("transformer block", {"N=3", "S=2", "N=2,F=2"});
    for (const char* state : {"optimizer", "all"})
      QTest::addRow("06_mlp, N=2, %s", state) << QString("06_mlp") << QString("N=2") << state;
  }
  void training() {
    QFETCH(QString, net);
    QFETCH(QString, axes);
    QFETCH(QString, state);
    const std::vector<MeshAxis> mesh = mesh_axes(axes.toStdString());
    if (mesh_size(mesh) > devices_) QSKIP("as many GPUs as ranks are needed");
    const bool is_block = net == "transformer block";
    const Training block = is_block ? Block().trained() : Training();
    const Document document = is_block ? Document() : small_sample(net);
    const auto train_on = [&](const std::string& on, CompileOptions options) {
      options.passes.shard_state = *from_name<ShardState>(state.toStdString());
      return is_block ? train(block, options, {}, {}, on) : train(document, options, on);
    };
    const int sent = calls_of_nccl();
    const auto found =
        on_ranks(mesh, [&](const CompileOptions& options) { return train_on("gpu", options); });
    const QString wrong = difference_of(found[0], train_on("cpu", {}));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    if (control_) QVERIFY(calls_of_nccl() > sent);
  }

 private:
  int calls_of_nccl() const { return control_ ? control_.calls("ncclGroupEnd") : 0; }

  int devices_ = 0;
  emulator::Control control_;
};

NGRAPH_TEST(NcclExchangesTest)
#include "nccl_exchanges_test.moc"
