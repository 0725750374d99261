// SPDX-License-Identifier: Apache-2.0
// Tests that results are bit-identical on 1, 2, 3 and 7 threads: each thread count runs in its own
// process, which prints a hash of every case's results.
#include <QProcess>
#include <QtTest>
#include <cmath>
#include <cstdio>
#include <map>

#include "tests/bench/networks.h"
#include "tests/support/convolved.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr const char* thread_counts[] = {"1", "2", "3", "7"};

class Hash {  // FNV-1a
 public:
  void add(const Tensor& tensor) {
    for (const auto byte : tensor.bytes) {
      value_ = (value_ ^ static_cast<std::uint64_t>(byte)) * 1099511628211ULL;
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037ULL;
};

Tensor uneven(const Axes& axes, double seed) {
  Tensor tensor(DType::f32, axes.lengths());
  auto* values = reinterpret_cast<float*>(tensor.bytes.data());
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    values[i] = static_cast<float>(std::sin(seed + 1.7 * static_cast<double>(i % 65537)));
  }
  return tensor;
}

struct Case {
  std::string name;
  std::function<std::uint64_t()> run;
};

// Hash of the results for non-constant placeholders over these axes.
std::uint64_t hash_of(const std::vector<Axes>& axes,
                      const std::function<std::vector<Op>(const std::vector<Op>&)>& build) {
  std::vector<Op> inputs;
  Feeds feeds;
  for (const Axes& each : axes) {
    inputs.push_back(placeholder(each));
    feeds.push_back({inputs.back(), uneven(each, double(inputs.size()))});
  }
  Hash hash;
  for (const auto& value : run_once("cpu", build(inputs), feeds)) hash.add(*value);
  return hash.value();
}

using Inputs = std::vector<Op>;

// Matmuls by packed weights, and a batch of matmuls.
void add_panels(std::vector<Case>& cases) {
  for (const std::int64_t rows : {1, 7, 130}) {
    const Axis m = make_axis(rows, "M"), n = make_axis(1000, "N"), k = make_axis(1024, "K");
    cases.push_back({"dot of " + std::to_string(rows) + " rows and weights", [m, n, k] {
                       return hash_of({Axes{m, k}}, [&](const Inputs& in) {
                         const Op made = dot(in[0], constant(uneven({k, n}, 3), {k, n}));
                         return Inputs{made, tanh(made * 0.5)};
                       });
                     }});
  }
  const Axis b = make_axis(5, "B"), m = make_axis(100, "M"), n = make_axis(130, "N"),
             k = make_axis(64, "K");
  cases.push_back({"batch of products", [b, m, n, k] {
                     return hash_of({Axes{b, m, k}, Axes{b, n, k}}, [&](const Inputs& in) {
                       return Inputs{sum(in[0] * in[1], out_axes({b, m, n}))};
                     });
                   }});
  cases.push_back({"attention", [b, m, n, k] {
                     return hash_of({Axes{b, m, k}, Axes{b, n, k}}, [&](const Inputs& in) {
                       const Op scores = sum(in[0] * in[1], out_axes({b, m, n}));
                       return Inputs{sum(softmax(scores, Axes{n}) * in[1], out_axes({b, m, k}))};
                     });
                   }});
}

void add_products(std::vector<Case>& cases) {
  // Below and above the size that is parallelized, and one whose blocks a library sums in another
  // order.
  const std::int64_t sizes[][3] = {
      {33, 17, 65},     {128, 128, 128}, {218, 570, 772}, {301, 129, 77},    {512, 512, 257},
      {1000, 784, 128}, {1, 3000, 900},  {900, 1, 3000},  {1, 1, 3'000'001}, {3, 5, 400'003}};
  for (const auto& size : sizes) {
    for (int turned = 0; turned < 4; ++turned) {
      const Axis m = make_axis(size[0], "M"), n = make_axis(size[1], "N"),
                 k = make_axis(size[2], "K");
      const Axes x = turned & 1 ? Axes{k, m} : Axes{m, k}, y = turned & 2 ? Axes{n, k} : Axes{k, n};
      cases.push_back({"dot " + x.text() + " . " + y.text(), [x, y, m] {
                         return hash_of({x, y}, [&](const Inputs& in) {
                           const Op made = dot(in[0], in[1]);
                           return Inputs{made, tanh(made * 0.5), sum(made, out_axes(Axes(m)))};
                         });
                       }});
    }
  }
}

void add_narrow_products(std::vector<Case>& cases) {
  const std::int64_t sizes[][3] = {{33, 17, 65}, {201, 570, 772}, {1, 3000, 900}, {900, 1, 3000}};
  const std::pair<DType, DType> types[] = {
      {DType::f16, DType::f16}, {DType::bf16, DType::bf16}, {DType::u8, DType::i32}};
  for (const auto& size : sizes) {
    for (const auto& [narrow, result] : types) {
      const Axis m = make_axis(size[0], "M"), n = make_axis(size[1], "N"),
                 k = make_axis(size[2], "K");
      cases.push_back(
          {"dot of " + std::string(ng::name(narrow)) + ", " + Axes{m, k, n}.text(), [=] {
             return hash_of({{m, k}, {k, n}}, [&](const Inputs& in) {
               const Op x = value_of(in[0] * 100.0, narrow);
               const Op y = value_of(in[1] * 100.0, narrow);
               const ScopedResultType type(result);
               const Op made = dot(x, y);
               return Inputs{made, maximum(made, 0.0)};
             });
           }});
    }
  }
}

void add_windows(std::vector<Case>& cases) {
  for (const char* library : {"direct", "onednn"}) {
    for (const std::int64_t batch : {1, 19, 130}) {
      for (const std::int64_t channels : {3, 70}) {
        const Axes image{make_axis(channels, "C"), make_axis(1, "D"), make_axis(13, "H"),
                         make_axis(11, "W"), make_axis(batch, "N")};
        const Axes filter{image[0], make_axis(1, "T"), make_axis(3, "R"), make_axis(3, "S"),
                          make_axis(37, "K")};
        cases.push_back({std::string("convolution by ") + library + ", " + image.text(), [=] {
                           qputenv("NGRAPH_CONVOLUTION", library);
                           return hash_of({image, filter}, [&](const Inputs& in) {
                             const Op y = convolved(in[0], in[1]),
                                      loss = sum(square(y), out_axes(Axes()));
                             return Inputs{y, deriv(loss, in[0]), deriv(loss, in[1])};
                           });
                         }});
      }
    }
  }
  for (const char* kind : {"max", "avg"}) {
    const Axes image{make_axis(40, "C"), make_axis(1, "D"), make_axis(33, "H"), make_axis(31, "W"),
                     make_axis(70, "N")};
    cases.push_back({std::string(kind) + " pooling", [=] {
                       return hash_of({image}, [&](const Inputs& in) {
                         const Op y = pooling(kind,
                                              {{"J", 1},
                                               {"T", 1},
                                               {"R", 3},
                                               {"S", 3},
                                               {"pad_c", 0},
                                               {"pad_d", 0},
                                               {"pad_h", 1},
                                               {"pad_w", 1},
                                               {"str_c", 1},
                                               {"str_d", 1},
                                               {"str_h", 2},
                                               {"str_w", 2}},
                                              in[0]);
                         return Inputs{y, deriv(sum(square(y), out_axes(Axes())), in[0])};
                       });
                     }});
  }
}

// One image, whose rows and output channels the threads share.
void add_single_images(std::vector<Case>& cases) {
  const std::pair<std::int64_t, std::int64_t> shapes[] = {{1, 3}, {7, 7}, {55, 56}, {13, 90}};
  for (const auto& [height, width] : shapes) {
    for (const std::int64_t filters : {16, 37, 96}) {
      for (const std::int64_t taps : {1, 3, 5}) {
        const Axes image{make_axis(20, "C"), make_axis(1, "D"), make_axis(height, "H"),
                         make_axis(width, "W"), make_axis(1, "N")};
        const Axes filter{image[0], make_axis(1, "T"), make_axis(taps, "R"), make_axis(taps, "S"),
                          make_axis(filters, "K")};
        cases.push_back({"one image, " + image.text() + ", " + filter.text(), [=] {
                           qunsetenv("NGRAPH_CONVOLUTION");
                           return hash_of({image, filter}, [&](const Inputs& in) {
                             return Inputs{convolved(in[0], in[1], taps / 2, taps / 2)};
                           });
                         }});
      }
    }
  }
}

void add_reductions(std::vector<Case>& cases) {
  for (const auto& [rows, columns] : {std::pair<std::int64_t, std::int64_t>{1, 3'000'017},
                                      {3'000'017, 1},
                                      {2, 1'500'001},
                                      {1'500'001, 5},
                                      {1023, 1025},
                                      {70'001, 40}}) {
    const Axis m = make_axis(rows, "M"), n = make_axis(columns, "N");
    cases.push_back({"reductions of " + Axes{m, n}.text(), [=] {
                       return hash_of({{m, n}}, [&](const Inputs& in) {
                         Inputs results;
                         for (const Axes& left : {Axes(), Axes{m}, Axes{n}}) {
                           for (auto* op : {sum, mean, ng::max, variance, squared_L2}) {
                             results.push_back(op(in[0], out_axes(left)));
                           }
                         }
                         results.push_back(softmax(in[0], Axes(n)));
                         results.push_back(softmax(in[0], Axes(m)));
                         results.push_back(argmax(in[0], out_axes(Axes())));
                         return results;
                       });
                     }});
  }
}

void add_axis_steps(std::vector<Case>& cases) {
  const Axis v = make_axis(1000, "V"), e = make_axis(13, "E"), n = make_axis(40'000, "N");
  for (const Axes& positions : {Axes{n}, Axes{n, e}, Axes{e, n}}) {
    cases.push_back({"sorted and added up at " + positions.text(), [=] {
                       const Axes updates = positions.size() == 1 ? Axes{n, e} : positions;
                       const Axes table = updates[0] == e ? Axes{e, v} : Axes{v, e};
                       return hash_of({table, positions, updates}, [&](const Inputs& in) {
                         const Op at = floor(absolute(in[1]) * 999.0);
                         return Inputs{scatter(in[0], at, in[2], v, ScatterReduction::add),
                                       cumulative_sum(in[2], n), argsort(in[2], n, n),
                                       argsort(in[2], n, make_axis(50, "K"), true)};
                       });
                     }});
  }
}

void add_others(std::vector<Case>& cases) {
  cases.push_back({"gradient of a look-up", [] {
                     const Axis v = make_axis(1000, "V"), e = make_axis(130, "E"),
                                n = make_axis(40'000, "N");
                     return hash_of({{v, e}, {n}, {n, e}}, [&](const Inputs& in) {
                       const Op index = floordivide(absolute(in[1]) * 37.0, 1.0);
                       const Op rows = lookuptable(in[0], index, Axes{n, e});
                       return Inputs{rows, deriv(sum(rows * in[2], out_axes(Axes())), in[0])};
                     });
                   }});
  cases.push_back({"samples", [] {
                     const Axis n = make_axis(500'003, "N");
                     seed_random(5);
                     return hash_of({}, [&](const Inputs&) {
                       const Op like = constant(Tensor(0.0), {n});
                       return Inputs{uniform(like), normal(like)};
                     });
                   }});
}

void add_training(std::vector<Case>& cases) {
  const std::pair<const char*, std::function<bench::Prepared()>> nets[] = {
      {"mlp", bench::mlp_step},
      {"convnet", bench::convnet_step},
      {"lstm", [] { return bench::lstm_step(96, 60); }}};
  for (const auto& [name, make] : nets) {
    cases.push_back({std::string("three steps of training, ") + name, [make = make] {
                       bench::Prepared net = make();
                       Hash hash;
                       for (int i = 0; i < 3; ++i) net.call();
                       const Transformer& transformer = *net.compiled().transformer();
                       for (const Op& op : transformer.state_ops())
                         hash.add(*transformer.value(op));
                       return hash.value();
                     }});
  }
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  add_products(cases);
  add_panels(cases);
  add_narrow_products(cases);
  add_windows(cases);
  add_single_images(cases);
  add_reductions(cases);
  add_axis_steps(cases);
  add_others(cases);
  add_training(cases);
  return cases;
}

// "hash name" for each case.
int print_hashes() {
  for (const Case& each : all_cases()) {
    qunsetenv("NGRAPH_CONVOLUTION");
    std::printf("%016llx %s\n", static_cast<unsigned long long>(each.run()), each.name.c_str());
  }
  return 0;
}

}  // namespace

class ThreadCountsTest : public QObject {
  Q_OBJECT

  static QStringList hashes(const char* threads) {
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("NGRAPH_THREADS", threads);
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {"thread_counts_test", "--print-hashes"});
    child.waitForFinished(-1);
    if (child.exitStatus() != QProcess::NormalExit || child.exitCode() != 0)
      qWarning("%s", child.readAllStandardError().constData());
    return QString::fromUtf8(child.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
  }

 private slots:
  void initTestCase() {
    for (const char* threads : thread_counts) found_[threads] = hashes(threads);
    QCOMPARE(found_["1"].size(), qsizetype(all_cases().size()));
  }

  void same_bits_data() {
    QTest::addColumn<int>("index");
    const std::vector<Case> cases = all_cases();
    for (std::size_t i = 0; i < cases.size(); ++i)
      QTest::addRow("%s", cases[i].name.c_str()) << int(i);
  }

  void same_bits() {
    QFETCH(int, index);
    for (const char* threads : thread_counts) {
      QVERIFY2(found_[threads].value(index) == found_["1"].value(index),
               qPrintable(QString("on %1 threads: %2").arg(threads, found_[threads].value(index))));
    }
  }

 private:
  std::map<std::string, QStringList> found_;
};

namespace {

int run_thread_counts(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "--print-hashes") return print_hashes();
  QCoreApplication application(argc, argv);
  ThreadCountsTest test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace

NGRAPH_TEST_MAIN(run_thread_counts)
#include "thread_counts_test.moc"
