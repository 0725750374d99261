// SPDX-License-Identifier: Apache-2.0
// Tests exchanges between GPUs by NCCL: they have the bits of exchanges through the host, trained
// nets are those of one process, and no rank waits for one that failed. On the CUDA emulator, or on
// the machine's own GPUs where there are two.
#include <QtTest>
#include <mutex>

#include "engine/backends/gpu/driver.h"
#include "engine/backends/gpu/nccl/nccl_library.h"
#include "engine/base/enum_names.h"
#include "engine/distributed/ranked_transformer.h"
#include "engine/distributed/run_ranks.h"
#include "engine/ops/collective/collective.h"
#include "engine/records/compilation_record.h"
#include "engine/runtime/device_times.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "tests/emulator/emulator.h"
#include "tests/support/graph_run.h"
#include "tests/support/ranked_training.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

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
           const PassOptions& passes = {}) {
  Ran ran;
  ran.of_ranks.resize(static_cast<std::size_t>(ranks));
  const Op x = placeholder({A, B}, dtype);
  const Op divided = placeholder({N, B});
  std::vector<Op> results = make(x);
  results.push_back(sum(square(divided), reduce_over(Axes(N))));
  const Op all = computation(results, {x, divided}, Returns::list).named("exchanges");
  run_ranks(
      ranks,
      [&](const CommunicatorPtr& world) {
        CompileOptions options;
        options.passes = passes;
        options.ranks = std::make_shared<RankMesh>(world, std::vector<MeshAxis>{{"N", ranks}});
        const TransformerPtr own = transformer_of_rank(transformer, world->rank());
        const Computation f = own->add_computation(all, options);
        for (int call = 0; call < 3; ++call) {
          for (const auto& value :
               f.call({values_of(world->rank() + call, dtype), waves({N, B}, 0.3)}))
            ran.of_ranks[static_cast<std::size_t>(world->rank())].push_back(*value);
        }
        if (world->rank() != 0) return;
        const CompilationRecordPtr record = make_record(f.compilation());
        for (const KernelRecord& kernel : record->kernels) {
          if (kernel.kind == KernelKind::collective && kernel.name != "shard")
            ran.libraries.push_back(kernel.library);
        }
      },
      std::chrono::seconds(20));
  return ran;
}

QString difference_between(const Ran& found, const Ran& expected) {
  for (std::size_t rank = 0; rank < expected.of_ranks.size(); ++rank) {
    for (std::size_t i = 0; i < expected.of_ranks[rank].size(); ++i) {
      const Tensor &a = found.of_ranks[rank].at(i), &b = expected.of_ranks[rank][i];
      if (a.shape == b.shape && a.bytes == b.bytes) continue;
      const QString wrong = difference(a.values(), b.values(), 0, 0);
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

  void training_data() {
    QTest::addColumn<QString>("net");
    QTest::addColumn<QString>("axes");
    QTest::addColumn<QString>("state");
    const auto add = [](const char* net, std::initializer_list<const char*> all) {
      for (const char* axes : all)
        QTest::addRow("%s, %s", net, axes) << QString(net) << QString(axes) << QString("none");
    };
    add("06_mlp", {"N=2", "N=3", "K=2", "N=2,K=2"});
    add("08_convnet", {"N=2", "K2=3"});
    add("09_lstm", {"N=2", "H=2"});
    add("transformer block", {"N=3", "A=2", "F=2", "S=2", "N=2,F=2"});
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
