// SPDX-License-Identifier: Apache-2.0
// Tests that kernels compile in a process that has another LLVM for all to see.
#include <dlfcn.h>

#include <QtTest>

#include "engine/backends/cpu/compiler/jit.h"
#include "tests/support/test_program.h"

using namespace ng;

class ForeignLlvmTest : public QObject {
  Q_OBJECT

 private slots:
  void kernelsCompile() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("sanitizers refuse libraries that look into each other first");
#endif
    QVERIFY2(dlopen(NGRAPH_FOREIGN_LLVM, RTLD_NOW | RTLD_GLOBAL), dlerror());
    qputenv("NGRAPH_CACHE_DIR", "off");
    qputenv("NGRAPH_JIT", "plugin");
    if (const JitAvailability found = jit_availability(); !found.available)
      QSKIP(found.reason.c_str());
    JitRequest request;
    request.source = "extern \"C\" void k0(float* y) { *y = 2; }";
    request.functions = {"k0"};
    float y = 0;
    const std::unique_ptr<JitModule> module = jit_compile(request);
    reinterpret_cast<void (*)(float*)>(module->function("k0"))(&y);
    QCOMPARE(y, 2.F);
  }
};

NGRAPH_TEST(ForeignLlvmTest)
#include "foreign_llvm_test.moc"
