// SPDX-License-Identifier: Apache-2.0
// Calls through the C API with arrays in the caller's memory on a device, on the CUDA emulator.
#include <QtTest>
#include <cstring>
#include <memory>

#include "engine/backends/backend_table.h"
#include "engine/c_api/ngraph.h"
#include "engine/runtime/memory.h"
#include "tests/emulator/emulator.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr std::size_t length = 2000, bytes = length * sizeof(float);

std::string error_text() {
  ngraph_error error{};
  error.size = sizeof error;
  ngraph_last_error(&error);
  return error.what;
}

void require(int code) {
  if (code != NGRAPH_OK) throw std::runtime_error(error_text());
}

// y = 2 x + w over `length` elements, with w = 0.5.
class Computed {
 public:
  explicit Computed(const char* name) : transformer_(name) {
    ngraph_axis axis = nullptr;
    ngraph_op x = nullptr, w = nullptr, twice = nullptr, y = nullptr;
    ngraph_document document = nullptr;
    ngraph_transformer transformer = nullptr;
    require(ngraph_axis_new("N", length, &axis));
    const void* const shape = axis;
    require(make("placeholder", {over("axes", NGRAPH_ARG_AXES, &shape)}, x));
    require(
        make("variable", {over("axes", NGRAPH_ARG_AXES, &shape), number("initial_value", 0.5)}, w));
    const void* const of_x = x;
    require(make("multiply", {over("x", NGRAPH_ARG_OPS, &of_x), number("y", 2)}, twice));
    const void *const of_twice = twice, *const of_w = w;
    require(
        make("add", {over("x", NGRAPH_ARG_OPS, &of_twice), over("y", NGRAPH_ARG_OPS, &of_w)}, y));
    require(ngraph_document_new(&document));
    require(ngraph_document_define(document, "f", &y, 1, &x, 1));
    require(ngraph_transformer_open(name, &transformer));
    require(ngraph_compile(transformer, document, "f", nullptr, &f_));
    for (void* handle : std::initializer_list<void*>{axis, x, w, twice, y, document, transformer})
      require(ngraph_release(handle));
  }
  ~Computed() { ngraph_release(f_); }
  Computed(const Computed&) = delete;
  Computed& operator=(const Computed&) = delete;

  const Device& device() const { return find_backend(transformer_)->device(); }
  int call(const void* x, int place_of_x, void* y, int place_of_y, ngraph_step_done done = nullptr,
           void* user = nullptr) const {
    const std::size_t size = bytes;
    const ngraph_call_memory memory = {sizeof memory, &x,          &size, &place_of_x, 1, &y,
                                       &size,         &place_of_y, 1};
    return ngraph_call_at(f_, &memory, done, user);
  }

 private:
  static ngraph_argument over(const char* name, int kind, const void* const* handle) {
    ngraph_argument argument{};
    argument.size = sizeof argument;
    argument.name = name;
    argument.kind = kind;
    argument.handles = handle;
    argument.count = 1;
    return argument;
  }
  static ngraph_argument number(const char* name, double value) {
    ngraph_argument argument{};
    argument.size = sizeof argument;
    argument.name = name;
    argument.kind = NGRAPH_ARG_NUMBER;
    argument.number = value;
    return argument;
  }
  static int make(const char* function, const std::vector<ngraph_argument>& arguments,
                  ngraph_op& op) {
    return ngraph_op_new(function, arguments.data(), arguments.size(), &op);
  }

  std::string transformer_;
  ngraph_computation f_ = nullptr;
};

std::vector<float> counted() {
  std::vector<float> values(length);
  for (std::size_t i = 0; i < length; ++i) values[i] = static_cast<float>(i);
  return values;
}

std::vector<float> expected() {
  std::vector<float> values = counted();
  for (float& value : values) value = 2 * value + 0.5f;
  return values;
}

Memory memory_with(const std::vector<float>& values, const Device& device) {
  Memory memory(static_cast<std::int64_t>(bytes), "an array", device);
  device.copy_in(memory.data(), reinterpret_cast<const std::byte*>(values.data()), bytes);
  device.synchronise();
  return memory;
}

std::vector<float> values_of(const Memory& memory) {
  std::vector<float> values(length);
  memory.copy_out(reinterpret_cast<std::byte*>(values.data()));
  return values;
}

}  // namespace

class CallerMemoryTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QVERIFY(control_); }
  void cleanup() { QCOMPARE(control_.complaint(), std::string()); }

  void arrays_stay_on_the_device_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"cpu", "reference", "gpu", "gpu:1"}) QTest::newRow(name) << name;
  }
  void arrays_stay_on_the_device() {
    QFETCH(QString, name);
    const Computed f(name.toUtf8().constData());
    const Memory x = memory_with(counted(), f.device());
    const Memory y = memory_with(std::vector<float>(length, -1), f.device());
    QCOMPARE(f.call(x.data(), NGRAPH_ON_DEVICE, y.data(), NGRAPH_ON_DEVICE), int(NGRAPH_OK));
    const int in = control_.calls("cuMemcpyHtoDAsync_v2");
    const int out = control_.calls("cuMemcpyDtoHAsync_v2");
    for (int i = 0; i < 3; ++i)
      QCOMPARE(f.call(x.data(), NGRAPH_ON_DEVICE, y.data(), NGRAPH_ON_DEVICE), int(NGRAPH_OK));
    QCOMPARE(control_.calls("cuMemcpyHtoDAsync_v2"), in);
    QCOMPARE(control_.calls("cuMemcpyDtoHAsync_v2"), out);
    QCOMPARE(values_of(y), expected());
    QCOMPARE(values_of(x), counted());
  }

  void each_array_has_its_place() {
    const Computed f("gpu");
    const std::vector<float> x = counted();
    std::vector<float> result(length);
    const Memory device_x = memory_with(x, f.device());
    const Memory y = memory_with(std::vector<float>(length, -1), f.device());
    QCOMPARE(f.call(x.data(), NGRAPH_ON_HOST, y.data(), NGRAPH_ON_DEVICE), int(NGRAPH_OK));
    QCOMPARE(values_of(y), expected());
    QCOMPARE(f.call(device_x.data(), NGRAPH_ON_DEVICE, result.data(), NGRAPH_ON_HOST),
             int(NGRAPH_OK));
    QCOMPARE(result, expected());
    int steps = 0;
    const ngraph_step_done done = [](const ngraph_event*, void* user) {
      return ++*static_cast<int*>(user);
    };
    const Memory again = memory_with(std::vector<float>(length, -1), f.device());
    QCOMPARE(
        f.call(device_x.data(), NGRAPH_ON_DEVICE, again.data(), NGRAPH_ON_DEVICE, done, &steps),
        int(NGRAPH_OK));
    QVERIFY(steps > 0);
    QCOMPARE(values_of(again), expected());
  }

  // One byte after the start of an element: the arrays are copied, not used in place.
  void arrays_need_no_alignment() {
    const std::vector<float> x = counted();
    for (const char* name : {"cpu", "reference", "gpu"}) {
      const Computed f(name);
      std::vector<char> in(bytes + 1), out(bytes + 1);
      std::memcpy(in.data() + 1, x.data(), bytes);
      QCOMPARE(f.call(in.data() + 1, NGRAPH_ON_HOST, out.data() + 1, NGRAPH_ON_HOST),
               int(NGRAPH_OK));
      std::vector<float> result(length);
      std::memcpy(result.data(), out.data() + 1, bytes);
      QCOMPARE(result, expected());
    }
  }

  void wrong_memory_is_refused() {
    const Computed f("gpu"), other("gpu:1");
    std::vector<float> host = counted();
    const Memory x = memory_with(host, f.device()), elsewhere = memory_with(host, other.device());
    const Memory y = memory_with(std::vector<float>(length, -1), f.device());
    const auto refused = [&](void* from, int place, void* to, const char* reason) {
      const int code = f.call(from, place, to, NGRAPH_ON_DEVICE);
      return code == NGRAPH_BAD_POINTER && error_text().find(reason) != std::string::npos;
    };
    QVERIFY(refused(host.data(), NGRAPH_ON_DEVICE, y.data(), "memory of the host"));
    QVERIFY(refused(host.data(), NGRAPH_ON_HOST, host.data(), "memory of the host"));
    QVERIFY(refused(elsewhere.data(), NGRAPH_ON_DEVICE, y.data(), "GPU 1"));
    QVERIFY(refused(x.data() + 4, NGRAPH_ON_DEVICE, y.data(), "ends after 7996 bytes"));
    QCOMPARE(f.call(x.data(), 2, y.data(), NGRAPH_ON_DEVICE), int(NGRAPH_VALUE));
    QCOMPARE(values_of(y), std::vector<float>(length, -1));
  }

 private:
  emulator::Control control_;
};

NGRAPH_TEST(CallerMemoryTest)
#include "caller_memory_test.moc"
