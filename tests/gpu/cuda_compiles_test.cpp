// SPDX-License-Identifier: Apache-2.0
// Tests that NVRTC, where it is installed, compiles the CUDA text of all samples, op cases and some
// random programs to machine code.
#include <QtTest>
#include <set>

#include "engine/backends/backend_table.h"
#include "engine/backends/gpu/nvrtc.h"
#include "engine/backends/gpu/step_kernels.h"
#include "engine/documents/document.h"
#include "engine/kernels/emit.h"
#include "engine/session/compile.h"
#include "tests/fuzz/programs/builder.h"
#include "tests/ops/op_cases.h"
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
    const QDir folder(NGRAPH_SOURCE_DIR "/sample_graphs");
    for (const QString& file : folder.entryList({"*.ngraph"})) {
      for (const Op& f : load_document(folder.filePath(file).toStdString()).computations) add(f);
    }
    QVERIFY(count_ > 100);
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
        if (!known_.insert(kernel::emit_cuda(kernel).text).second) continue;
        kernel.name = "k" + std::to_string(count_++);
        text_ += kernel::emit_cuda(kernel).text;
        if (++waiting_ == at_once) compile_all();
      }
      for (const Step& step : program.steps) {
        if (const auto* window = step.as<WindowStep>())
          text_ += step_kernel(*window, "k" + std::to_string(count_++)).text;
        const auto* matmul = step.as<Matmul>();
        const bool scaled = step.reads.size() > 3;
        if (matmul && known_.insert(step_kernel(*matmul, scaled, "k").text).second)
          text_ += step_kernel(*matmul, scaled, "k" + std::to_string(count_++)).text;
        if (const auto* check = step.as<ClassCheck>())
          text_ += step_kernel(*check, "float", 4, "k" + std::to_string(count_++)).text;
      }
    });
  }

  void compile_all() {
    for (const char* architecture : {"sm_80", "sm_90", "sm_100"}) {
      try {
        QVERIFY(!compile_cubin(kernel::cuda_prelude() + check_error_text + text_, architecture)
                     .empty());
      } catch (const Error& error) {
        QFAIL(error.what());
      }
    }
    text_.clear();
    waiting_ = 0;
  }

  // A module of many more takes longer than the same kernels in several.
  static constexpr int at_once = 100;

  std::set<std::string> known_;
  std::string text_;
  int count_ = 0, waiting_ = 0;
};

NGRAPH_TEST(CudaCompilesTest)
#include "cuda_compiles_test.moc"
