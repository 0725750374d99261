// SPDX-License-Identifier: Apache-2.0
// Tests that NVRTC, where it is installed, compiles the CUDA text of all samples, op cases and some
// random programs to machine code.
#include <QtTest>

#include "engine/backends/backend_table.h"
#include "engine/backends/gpu/nvrtc.h"
#include "engine/backends/gpu/step_kernels.h"
#include "engine/documents/document.h"
#include "engine/kernels/emit.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "tests/fuzz/programs/builder.h"
#include "tests/gpu/compiled_texts.h"
#include "tests/ops/op_cases.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

class CudaCompilesTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!nvrtc_availability().available) QSKIP(nvrtc_availability().reason.c_str());
  }

  void op_cases() {
    for (const OpCase& c : all_op_cases()) {
      std::vector<Op> parameters;
      for (const auto& [placeholder, value] : c.inputs) parameters.push_back(placeholder);
      add(computation(c.results, parameters));
    }
    compile_all();
  }

  void samples() {
    const QDir folder(testing::sourceFile("sample_graphs"));
    for (const QString& file : folder.entryList({"*.ngraph"})) {
      for (const Op& f : load_document(folder.filePath(file).toStdString()).computations) add(f);
    }
    QVERIFY(known_.count() > 100);
    compile_all();
  }

  void random_programs() {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      for (const Op& f :
           fuzz::document_of(fuzz::make_program(fuzz::random_recipe(seed))).computations)
        add(f);
    }
    compile_all();
  }

 private:
  // Kernels that differ only in their names are compiled once.
  void add(const Op& f) {
    const auto compiled = compile(f.value().node, *find_backend("cpu"), CompileOptions());
    for_each_program(compiled->program, [this](const Program& program) {
      for (kernel::Kernel kernel : program.kernels) {
        kernel.name = "k";
        const std::string name = new_name(kernel::emit_cuda(kernel).text);
        if (name.empty()) continue;
        kernel.name = name;
        add_text(kernel::emit_cuda(kernel).text);
      }
      for (const Step& step : program.steps) add_step(step);
    });
  }

  void add_step(const Step& step) {
    const auto text_of = [&](const std::string& name) -> std::string {
      if (const auto* window = step.as<WindowStep>()) return step_kernel(*window, name).text;
      if (const auto* matmul = step.as<Matmul>())
        return step_kernel(*matmul, step.reads.size() > 3, name).text;
      if (const auto* check = step.as<ClassCheck>())
        return step_kernel(*check, "float", 4, name).text;
      return {};
    };
    const std::string name = new_name(text_of("k"));
    if (!name.empty()) add_text(text_of(name));
  }

  // A kernel's name, which depends on its text only; empty if the text is empty or known.
  std::string new_name(const std::string& text) {
    if (text.empty()) return {};
    const std::string hash = known_.hash_of(text);
    return known_.add(hash) ? "k" + hash : std::string();
  }

  void add_text(const std::string& text) {
    text_ += text;
    if (++waiting_ == at_once) compile_all();
  }

  void compile_all() {
    if (waiting_ > 0) {
      for (const char* architecture : architectures) {
        try {
          QVERIFY(!compile_cubin(before(text_) + text_, architecture).empty());
        } catch (const Error& error) {
          QFAIL(error.what());
        }
      }
    }
    text_.clear();
    waiting_ = 0;
    known_.keep();
  }

  static std::string before(std::string_view kernels) {
    return kernel::cuda_prelude(kernels) + check_error_text;
  }

  // What decides whether a text compiles, apart from the text: NVRTC, its options and what precedes
  // the text.
  static std::string compiler() {
    std::string all = nvrtc_availability().what + before("(__int128)");
    for (const char* architecture : architectures) all += architecture;
    QFile options(testing::sourceFile("engine/backends/gpu/nvrtc.cpp"));
    return options.open(QIODevice::ReadOnly) ? all + options.readAll().toStdString() : all;
  }

  static constexpr const char* architectures[] = {"sm_80", "sm_90", "sm_100"};

  // A module of many more takes longer than the same kernels in several.
  static constexpr int at_once = 100;

  testing::CompiledTexts known_{
      qEnvironmentVariable("NGRAPH_COMPILED_TEXTS",
                           QString::fromStdString(testing::build_file("compiled_cuda"))),
      compiler()};
  std::string text_;
  int waiting_ = 0;
};

NGRAPH_TEST(CudaCompilesTest)
#include "cuda_compiles_test.moc"
