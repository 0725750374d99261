// SPDX-License-Identifier: Apache-2.0
// Tests compiling kernel text: both compilers, diagnostics with lines, the object cache, line maps.
#include "engine/backends/cpu/compiler/jit.h"

#include <sys/resource.h>

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "engine/backends/child_process.h"
#include "engine/backends/cpu/warm_up.h"
#include "engine/backends/kernel_text_error.h"
#include "engine/base/atomic_file.h"
#include "engine/kernels/emit.h"
#include "tests/support/test_program.h"

using namespace ng;
namespace fs = std::filesystem;

namespace {

const char* vector_kernel = R"(#line 1 "prelude"
typedef float v16 __attribute__((vector_size(64)));
typedef v16 u16 __attribute__((aligned(4)));
static inline v16 square(v16 x) {
  return x * x;
}
#line 1 "kernel.cpp"
extern "C" void k0(const float* a, const float* b, float* y, long n) {
  long i = 0;
  for (; i + 16 <= n; i += 16) {
    v16 t0 = *(const u16*)(a + i);
    v16 t1 = *(const u16*)(b + i);
    *(u16*)(y + i) = t0 * t1 + square(t0);
  }
  for (; i < n; i++) y[i] = a[i] * b[i] + a[i] * a[i];
}
)";
constexpr int store_line = 6;  // of vector_kernel in kernel.cpp

JitRequest request(std::string source, std::vector<std::string> functions = {"k0"}) {
  JitRequest made;
  made.source = std::move(source);
  made.functions = std::move(functions);
  return made;
}

// Runs the kernel above on 37 elements: two vectors and a remainder.
void check_vector_kernel(const JitModule& module) {
  auto k0 =
      reinterpret_cast<void (*)(const float*, const float*, float*, long)>(module.function("k0"));
  QVERIFY(k0);
  std::vector<float> a, b, y(38, -1.f);
  for (int i = 0; i < 37; ++i) a.push_back(0.5f * i), b.push_back(1.f - i);
  k0(a.data(), b.data(), y.data(), 37);
  for (int i = 0; i < 37; ++i)
    QVERIFY2(y[i] == a[i] * b[i] + a[i] * a[i], qPrintable(QString::number(i)));
  QCOMPARE(y[37], -1.f);
}

template <class Call>
std::optional<ErrorKind> refusal(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.kind();
  }
  return std::nullopt;
}

std::vector<fs::path> entries(const QTemporaryDir& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder.path().toStdString()))
    found.push_back(entry.path());
  return found;
}

// Uses a cache folder under a new spelling, because the in-memory cache is keyed by the path's
// text.
void use_cache(const QTemporaryDir& folder) {
  static int spelling = 0;
  QByteArray path = folder.path().toUtf8();
  for (int i = 0; i <= spelling; ++i) path += "/.";
  ++spelling;
  qputenv("NGRAPH_CACHE_DIR", path);
}

QString line_of(const MappedText& text, int line) {
  return QString::fromStdString(text.text).split('\n').value(line - 1);
}

// Each vector store and both its multiplications map to the store's source line: inlined prelude
// code counts as the line that calls it.
void check_llvm_ir_lines(const MappedText& ir) {
  int stores = 0, products = 0;
  for (const TextLine& line : ir.lines) {
    if (line.source_line != store_line) continue;
    stores += line_of(ir, line.text_line).contains("store <16 x float>");
    products += line_of(ir, line.text_line).contains("fmul contract <16 x float>");
  }
  QVERIFY(stores >= 1);
  QCOMPARE(products, 2 * stores);
}

}  // namespace

class JitTest : public QObject {
  Q_OBJECT

 private:
  bool has_plugin_ = false;

 private slots:
  void initTestCase() {
    qputenv("NGRAPH_CACHE_DIR", "off");
    qputenv("NGRAPH_JIT", "plugin");
    has_plugin_ = jit_availability().available;
  }
  void init() {
    qputenv("NGRAPH_CACHE_DIR", "off");
    qunsetenv("NGRAPH_JIT");
    qunsetenv("NGRAPH_JIT_PLUGIN");
    qunsetenv("NGRAPH_CXX");
  }

  void compilers_data() {
    QTest::addColumn<QByteArray>("mode");
    QTest::newRow("plugin") << QByteArray("plugin");
    QTest::newRow("host") << QByteArray("host");
  }

  void runs_vectors_data() { compilers_data(); }
  void runs_vectors() {
    QFETCH(QByteArray, mode);
    if (mode == "plugin" && !has_plugin_) QSKIP("built without the Clang plugin");
    qputenv("NGRAPH_JIT", mode);
    const auto module = jit_compile(request(vector_kernel));
    check_vector_kernel(*module);
    QVERIFY(!module->function("k1"));
    QVERIFY(!module->cached);
    QVERIFY(module->compile_ms > 0);
    QVERIFY2(module->compiler.find(mode == "plugin" ? "in process" : "host compiler") !=
                 std::string::npos,
             module->compiler.c_str());
  }

  // NaN, infinity and signed zero behave as IEEE 754 specifies.
  void keeps_ieee_data() { compilers_data(); }
  void keeps_ieee() {
    QFETCH(QByteArray, mode);
    if (mode == "plugin" && !has_plugin_) QSKIP("built without the Clang plugin");
    qputenv("NGRAPH_JIT", mode);
    const auto module = jit_compile(request(R"(
extern "C" void k0(const float* x, int* y) {
  y[0] = x[0] != x[0];
  y[1] = x[1] > 3e38f;
  y[2] = 1.f / (x[2] + 0.f) < 0.f;
  y[3] = (x[3] + 1e8f) - 1e8f == x[3];
  y[4] = x[0] - x[0] == 0.f;
})"));
    const float x[] = {NAN, INFINITY, -0.f, 1.f};
    int y[5] = {-1, -1, -1, -1, -1};
    reinterpret_cast<void (*)(const float*, int*)>(module->function("k0"))(x, y);
    QCOMPARE(y[0], 1);
    QCOMPARE(y[1], 1);
    QCOMPARE(y[2], 0);  // -0 + 0 is +0
    QCOMPARE(y[3], 0);  // not reassociated
    QCOMPARE(y[4], 0);
  }

  // Constants, variables, a table, calls within the module and into this process.
  void links_everything_data() { compilers_data(); }
  void links_everything() {
    QFETCH(QByteArray, mode);
    if (mode == "plugin" && !has_plugin_) QSKIP("built without the Clang plugin");
    qputenv("NGRAPH_JIT", mode);
    const auto module = jit_compile(request(R"(
extern "C" float expf(float);
extern "C" void* memcpy(void*, const void*, unsigned long);
int counter = 40;
static const float table[4] = {1.5f, 2.5f, 3.5f, 4.5f};
static int zeros[100];
__attribute__((noinline)) static float twice(float x) { return x + x; }
static float (*volatile chosen)(float) = twice;
const char* words[3] = {"a", "bc", "def"};
extern "C" int count() { zeros[7] += 1; return ++counter + zeros[7]; }
extern "C" float value(float x, int i) { return expf(x) + table[i & 3] + chosen(x) + words[i][0]; }
extern "C" void copy(char* to, const char* from, unsigned long n) { memcpy(to, from, n); }
)",
                                            {"count", "value", "copy"}));
    auto count = reinterpret_cast<int (*)()>(module->function("count"));
    auto value = reinterpret_cast<float (*)(float, int)>(module->function("value"));
    auto copy =
        reinterpret_cast<void (*)(char*, const char*, unsigned long)>(module->function("copy"));
    QCOMPARE(count(), 42);
    QCOMPARE(count(), 44);
    QCOMPARE(value(1.f, 2), std::exp(1.f) + 3.5f + 2.f + 'd');
    char to[6] = {};
    copy(to, "hello", 6);
    QCOMPARE(QByteArray(to), QByteArray("hello"));
  }

  void reports_the_line_of_an_error_data() { compilers_data(); }
  void reports_the_line_of_an_error() {
    QFETCH(QByteArray, mode);
    if (mode == "plugin" && !has_plugin_) QSKIP("built without the Clang plugin");
    qputenv("NGRAPH_JIT", mode);
    try {
      jit_compile(
          request("extern \"C\" void k0(float* y) {\n  y[0] = 1.f;\n  y[1] = oops;\n}\n"
                  "int second = \"text\";\n"));
      QFAIL("compiled");
    } catch (const KernelTextError& error) {
      QCOMPARE(error.kind(), ErrorKind::value);
      QVERIFY(error.messages().size() >= 2);
      QCOMPARE(error.messages()[0].line, 3);
      QCOMPARE(error.messages()[0].column, 10);
      QCOMPARE(error.messages()[0].file, std::string("kernel.cpp"));
      QVERIFY(error.messages()[0].text.find("oops") != std::string::npos);
      QCOMPARE(error.messages()[1].line, 5);
      QCOMPARE(error.diagnostic().where, std::string("kernel.cpp:3:10"));
    }
  }

  void reports_missing_functions_and_headers() {
    if (!has_plugin_) QSKIP("built without the Clang plugin");
    QCOMPARE(refusal([] { jit_compile(request("extern \"C\" void other() {}")); }),
             std::optional(ErrorKind::internal));
    // A function that is defined nowhere in this process.
    QCOMPARE(refusal([] {
               jit_compile(
                   request("extern \"C\" int nowhere();\nextern \"C\" int k0() { return "
                           "nowhere(); }"));
             }),
             std::optional(ErrorKind::unavailable));
    // System headers are not found.
    QCOMPARE(refusal([] { jit_compile(request("#include <stdio.h>\nextern \"C\" void k0() {}")); }),
             std::optional(ErrorKind::value));
  }

  void fails_without_compiler() {
    qputenv("NGRAPH_JIT", "none");
    QVERIFY(!jit_availability().available);
    QVERIFY(!jit_availability().reason.empty());
    QCOMPARE(refusal([] { jit_compile(request(vector_kernel)); }),
             std::optional(ErrorKind::unavailable));
    qputenv("NGRAPH_JIT", "host");
    qputenv("NGRAPH_CXX", "/nowhere/c++");
    QVERIFY(!jit_availability().available);
    QVERIFY(jit_availability().reason.find("NGRAPH_CXX") != std::string::npos);
  }

  // A full disk is no fault of the kernel's text.
  void reports_a_full_disk() {
    qputenv("NGRAPH_JIT", "host");
    ignore_size_signal();
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{16, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const auto unwritten = refusal([] { jit_compile(request(vector_kernel)); });
    setrlimit(RLIMIT_FSIZE, &before);
    QCOMPARE(unwritten, std::optional(ErrorKind::system));

    const QTemporaryDir folder;
    const std::string compiler = folder.filePath("c++").toStdString();
    std::ofstream(compiler) << "#!/bin/sh\necho 'kernel.cpp:1: fatal error: error writing to "
                               "kernel.s: No space left on device'\nexit 1\n";
    QFile::setPermissions(QString::fromStdString(compiler), QFile::ReadOwner | QFile::ExeOwner);
    qputenv("NGRAPH_CXX", compiler.c_str());
    QCOMPARE(refusal([] { jit_compile(request(vector_kernel)); }),
             std::optional(ErrorKind::system));
  }

  void uses_host_compiler_without_plugin() {
    qputenv("NGRAPH_JIT_PLUGIN", "/nowhere/ngraph_jit.so");
    const auto module = jit_compile(request(vector_kernel));
    check_vector_kernel(*module);
    QVERIFY(module->compiler.starts_with("host compiler"));
    QVERIFY(!jit_availability().reason.empty());
    qputenv("NGRAPH_JIT", "plugin");
    QVERIFY(!jit_availability().available);
    QCOMPARE(refusal([] { jit_compile(request(vector_kernel)); }),
             std::optional(ErrorKind::unavailable));
  }

  // A file with the plugin's name that is not a plugin is reported once and then ignored.
  void uses_host_compiler_with_bad_plugin() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("ngraph_jit.so").toStdString();
    std::ofstream(path) << "not a library";
    qputenv("NGRAPH_JIT_PLUGIN", path.c_str());
    check_vector_kernel(*jit_compile(request(vector_kernel)));
    QVERIFY(jit_availability().reason.find("ngraph_jit.so") != std::string::npos);
  }

  void caches_code_data() { compilers_data(); }
  void caches_code() {
    QFETCH(QByteArray, mode);
    if (mode == "plugin" && !has_plugin_) QSKIP("built without the Clang plugin");
    qputenv("NGRAPH_JIT", mode);
    QTemporaryDir folder;
    use_cache(folder);
    const auto first = jit_compile(request(vector_kernel));
    QVERIFY(!first->cached);
    QCOMPARE(entries(folder).size(), 1u);
    const auto from_memory = jit_compile(request(vector_kernel));
    QVERIFY(from_memory->cached);
    use_cache(folder);
    const auto from_disk = jit_compile(request(vector_kernel));
    QVERIFY(from_disk->cached);
    QCOMPARE(from_disk->compiler, first->compiler);
    check_vector_kernel(*from_memory);
    check_vector_kernel(*from_disk);
    JitRequest other = request(vector_kernel);
    other.optimisation = 1;
    QVERIFY(!jit_compile(other)->cached);
    QVERIFY(!jit_compile(request(std::string(vector_kernel) + "\n"))->cached);
    QCOMPARE(entries(folder).size(), 3u);
  }

  // A damaged entry is a miss, and the entry is written again.
  void survives_damaged_cache() {
    QTemporaryDir folder;
    use_cache(folder);
    jit_compile(request(vector_kernel));
    const fs::path entry = entries(folder).at(0);
    std::ifstream in(entry, std::ios::binary);
    const std::string good((std::istreambuf_iterator<char>(in)), {});
    std::vector<std::string> bad = {"", "short", good.substr(0, good.size() - 1), good + "x",
                                    good.substr(0, 30)};
    for (const std::size_t at : {0ul, 9ul, 20ul, 40ul, 60ul, good.size() / 2, good.size() - 1}) {
      bad.push_back(good);
      bad.back()[at] ^= 1;
    }
    for (const std::string& bytes : bad) {
      std::ofstream(entry, std::ios::binary | std::ios::trunc) << bytes;
      use_cache(folder);
      const auto module = jit_compile(request(vector_kernel));
      QVERIFY(!module->cached);
      check_vector_kernel(*module);
      use_cache(folder);
      QVERIFY(jit_compile(request(vector_kernel))->cached);
    }
  }

  void ignores_a_cache_writable_by_others() {
    QTemporaryDir folder;
    use_cache(folder);
    jit_compile(request(vector_kernel));
    fs::permissions(folder.path().toStdString(), fs::perms::all);
    use_cache(folder);
    QVERIFY(!jit_compile(request(vector_kernel))->cached);
  }

  void maps_lines_data() { compilers_data(); }
  void maps_lines() {
    QFETCH(QByteArray, mode);
    if (mode == "plugin" && !has_plugin_) QSKIP("built without the Clang plugin");
    qputenv("NGRAPH_JIT", mode);
    const JitTexts texts = jit_texts(request(vector_kernel));
    QVERIFY(!texts.assembly.text.empty());
    QVERIFY(texts.assembly.text.find(".loc") == std::string::npos);
    QVERIFY(texts.assembly.text.find(".cfi") == std::string::npos);
    QVERIFY(texts.assembly.text.find("debug") == std::string::npos);
    QVERIFY(texts.assembly.text.find("k0:") != std::string::npos);
    const int lines = QString::fromStdString(texts.assembly.text).count('\n');
    bool store_found = false;
    int before = 0;
    for (const TextLine& line : texts.assembly.lines) {
      QVERIFY(line.text_line > before && line.text_line <= lines);
      before = line.text_line;
      QVERIFY(line.source_line >= 1 && line.source_line <= 9);
      store_found |= line.source_line == store_line;
    }
    QVERIFY(store_found);
    if (mode == "host") {
      QVERIFY(!texts.no_llvm_ir.empty());
      return;
    }
    QVERIFY(texts.llvm_ir.text.find("!dbg") == std::string::npos);
    QVERIFY(texts.llvm_ir.text.find("attributes") == std::string::npos);
    QVERIFY(texts.llvm_ir.text.starts_with("define"));
    check_llvm_ir_lines(texts.llvm_ir);
  }

  // Inlined prelude functions map to the line that calls them.
  void inlined_functions_map_to_the_callers_line() {
    if (!has_plugin_) QSKIP("built without the Clang plugin");
    qputenv("NGRAPH_JIT", "plugin");
    const JitTexts texts = jit_texts(request(kernel::cpp_prelude(64) + R"(
#line 1 "kernel.cpp"
extern "C" void k0(const float* x, float* y) {
  const vf t0 = ng_load(x);
  const vf t1 = ng_sigmoid(t0);
  const vf t2 = ng_log(t1);
  ng_store(y, t2);
})"));
    std::map<int, int> instructions;
    for (const TextLine& line : texts.assembly.lines) ++instructions[line.source_line];
    QVERIFY2(instructions[3] > 15, qPrintable(QString::number(instructions[3])));
    QVERIFY2(instructions[4] > 15, qPrintable(QString::number(instructions[4])));
    QVERIFY(instructions[2] < 5 && instructions[5] < 5);
  }

  void host_clang_gives_llvm_ir() {
    if (QStandardPaths::findExecutable("clang++").isEmpty()) QSKIP("there is no clang++ here");
    qputenv("NGRAPH_JIT", "host");
    qputenv("NGRAPH_CXX", "clang++");
    const JitTexts texts = jit_texts(request(vector_kernel));
    QVERIFY(texts.llvm_ir.text.find("define") != std::string::npos);
    QVERIFY(texts.llvm_ir.text.find("!dbg") == std::string::npos);
    check_llvm_ir_lines(texts.llvm_ir);
    check_vector_kernel(*jit_compile(request(vector_kernel)));
  }

  void gives_texts_on_request() {
    JitRequest asked = request(vector_kernel);
    QVERIFY(jit_compile(asked)->texts.assembly.text.empty());
    asked.want_texts = true;
    QVERIFY(!jit_compile(asked)->texts.assembly.text.empty());
  }

  void uses_wide_registers() {
    if (!has_plugin_) QSKIP("built without the Clang plugin");
    if (!__builtin_cpu_supports("avx512f")) QSKIP("this processor has no AVX-512");
    const JitTexts texts = jit_texts(request(vector_kernel));
    QVERIFY(texts.assembly.text.find("%zmm") != std::string::npos);
  }

  void compiles_on_several_threads() {
    std::vector<std::thread> threads;
    std::atomic<int> good = 0;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([i, &good] {
        for (int k = 0; k < 3; ++k) {
          const auto module = jit_compile(
              request("extern \"C\" int k0() { return " + std::to_string(10 * i + k) + "; }"));
          good += reinterpret_cast<int (*)()>(module->function("k0"))() == 10 * i + k;
        }
      });
    for (std::thread& thread : threads) thread.join();
    QCOMPARE(good.load(), 12);
  }

  void warms_up_once() {
    const CpuWarmUp once, again;
    check_vector_kernel(*jit_compile(request(vector_kernel)));
  }

  void stops_children_at_the_deadline() {
    // A grandchild that is not stopped keeps the pipe open: the test would hang.
    ChildResult result;
    for (int ms = 200; ms < 60'000 && result.output.empty(); ms *= 3) {  // until it has begun
      result = run_child({"sh", "-c", "echo begun; sleep 100000 & sleep 100000"},
                         std::chrono::milliseconds(ms));
      QVERIFY(result.timed_out);
    }
    QCOMPARE(result.output, std::string("begun\n"));
    QVERIFY(!run_child({"/nowhere/program"}, std::chrono::minutes(2)).started);
    QCOMPARE(run_child({"sh", "-c", "exit 7"}, std::chrono::minutes(2)).exit_code, 7);
  }
};

NGRAPH_TEST(JitTest)
#include "jit_test.moc"
