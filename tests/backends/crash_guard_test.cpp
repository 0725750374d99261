// SPDX-License-Identifier: Apache-2.0
// Code of a user's that crashes is an error of that call: the program goes on, in every thread.
#include <QtTest>
#include <atomic>
#include <thread>

#include "engine/backends/cpu/crash_guard.h"
#include "engine/backends/cpu/jit.h"
#include "engine/kernels/emit.h"
#include "engine/ngraph.h"

using namespace ng;

namespace {

std::string found_of(const std::function<void()>& code) {
  try {
    run_guarded("the code", code);
  } catch (const Error& error) {
    return error.diagnostic().what + ": " + error.diagnostic().found;
  }
  return {};
}

void write_nowhere() {
  volatile int* nowhere = nullptr;
  *nowhere = 1;
}

void divide_by_zero() {
  volatile int zero = 0, result = 1;
  result = result / zero;
}

// Too deep for any stack; the sum keeps the calls from being turned into a loop.
[[gnu::noinline]] int deeper(int n) {
  volatile char block[4096];
  block[n % 4096] = static_cast<char>(n);
  return n < 0 ? 0 : deeper(n + 1) + block[n % 4096];
}

}  // namespace

class CrashGuardTest : public QObject {
  Q_OBJECT

 private slots:
  void whatCrashesIsTold();
  void everyThreadHasItsOwn();
  void anEditedKernelThatCrashesEndsItsCall();
};

void CrashGuardTest::whatCrashesIsTold() {
  int called = 0;
  for (int i = 0; i < 3; ++i) {
    QCOMPARE(found_of([&] { ++called; }), std::string());
    QCOMPARE(found_of(write_nowhere),
             std::string("the code crashed: an address that is not its own"));
    QCOMPARE(found_of(divide_by_zero),
             std::string("the code crashed: a division by zero of whole numbers"));
    QCOMPARE(found_of([] { __builtin_trap(); }),
             std::string("the code crashed: an instruction that this machine has not"));
    QCOMPARE(found_of([] { deeper(0); }),
             std::string("the code crashed: an address that is not its own"));
  }
  QCOMPARE(called, 3);
}

void CrashGuardTest::everyThreadHasItsOwn() {
  std::vector<std::thread> threads;
  std::atomic<int> told = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 50; ++k) told += found_of(write_nowhere).empty() ? 0 : 1;
      told += found_of([] { deeper(0); }).empty() ? 0 : 1;
    });
  for (std::thread& thread : threads) thread.join();
  QCOMPARE(told.load(), 4 * 51);
}

// Only where the input is negative: it has passed every trial before.
void CrashGuardTest::anEditedKernelThatCrashesEndsItsCall() {
  if (const JitAvailability jit = jit_availability(); !jit.available)
    QSKIP(("nothing compiles kernels here: " + jit.reason).c_str());
  const Op x = placeholder({}).named("x"), y = x * 2.0 + 1.0;
  const TransformerPtr transformer = allocate_transformer("cpu");
  const Computation plain = transformer->computation(y, x);
  const std::string own = kernel::emit_cpp(plain.compilation().program.kernels[0]).text;
  std::string edited = own;
  edited.insert(edited.find('{') + 1, " if (x[0] < 0) *(volatile int*)16 = 1;");
  CompileOptions options;
  options.edited_kernels = {{own, edited}};
  const TransformerPtr other = allocate_transformer("cpu");
  const Computation f = other->add_computation(computation({y}, {x}), options);
  QCOMPARE(f(3.0).item(), 7.0);
  for (int i = 0; i < 3; ++i) {
    try {
      f(-3.0);
      QFAIL("the crash was not told");
    } catch (const Error& error) {
      QVERIFY(error.kind() == ErrorKind::runtime);
      QVERIFY2(error.diagnostic().what.starts_with("the edited kernel k0 crashed"), error.what());
    }
    QCOMPARE(f(4.0).item(), 9.0);
  }
}

QTEST_APPLESS_MAIN(CrashGuardTest)
#include "crash_guard_test.moc"
