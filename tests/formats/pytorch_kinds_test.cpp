// SPDX-License-Identifier: Apache-2.0
// Tests tensors of PyTorch checkpoints that are not plain: other element types, quantised and
// sparse ones, arrays of NumPy, bare storages, and kinds that cannot be read.
#include <QtTest>

#include "engine/formats/pytorch/torch_file.h"
#include "engine/formats/tensors/tensor_directory.h"
#include "tests/support/pickles.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::pickles;

namespace {

using Values = std::vector<double>;

// A checkpoint whose pickle, of protocol 2, has these opcodes, and storages "0", "1" and so on.
class Listed {
 public:
  explicit Listed(const std::string& body, const std::vector<std::string>& storages = {})
      : content_(file_of(body, storages)),
        reader_(std::as_bytes(std::span(content_)), "x.pt"),
        directory_(list_pytorch(reader_, notes_)) {}

  const StoredTensor& operator[](const std::string& name) const {
    for (const StoredTensor& tensor : directory_.tensors)
      if (tensor.name == name) return tensor;
    static const StoredTensor none;
    return none;
  }
  std::string type(const std::string& name) const {
    return std::string((*this)[name].dtype.name());
  }
  Values values(const std::string& name) const { return tensor(name).values(); }
  Tensor tensor(const std::string& name) const {
    return read_stored(reader_, directory_, (*this)[name]);
  }
  std::size_t size() const { return directory_.tensors.size(); }

 private:
  static std::string file_of(const std::string& body, const std::vector<std::string>& storages) {
    std::vector<std::pair<std::string, std::string>> entries = {
        {"m/data.pkl", "\x80\x02" + body + "."}};
    for (std::size_t i = 0; i < storages.size(); ++i)
      entries.emplace_back("m/data/" + std::to_string(i), storages[i]);
    return archive(entries);
  }
  std::string content_;
  Reader reader_;
  Notes notes_;
  TensorDirectory directory_;
};

std::string call(const std::string& module, const std::string& name, const std::string& arguments) {
  return global(module, name) + "(" + arguments + "tR";
}
std::string rebuild(const std::string& function, const std::string& arguments) {
  return call("torch._utils", "_rebuild_" + function, arguments);
}
// A dense tensor of rank 1.
std::string vector_of(const std::string& key, const std::string& type, std::int64_t count) {
  return rebuild("tensor_v2",
                 storage(key, type, count) + integer(0) + tuple({count}) + tuple({1}) + "\x89}");
}
// The same with a type of its own in an untyped storage.
std::string typed(const std::string& key, const std::string& type, std::int64_t bytes,
                  const std::vector<std::int64_t>& shape,
                  const std::vector<std::int64_t>& strides) {
  const std::string untyped = "(" + text("storage") + global("torch.storage", "UntypedStorage") +
                              text(key) + text("cpu") + integer(bytes) + "tQ";
  return rebuild("tensor_v3", untyped + integer(0) + tuple(shape) + tuple(strides) + "\x89}" +
                                  global("torch", type) + "}");
}
std::string dict(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string ops = "}";
  for (const auto& [key, value] : entries) ops += text(key) + value + "s";
  return ops;
}
template <class T>
std::string raw(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}
std::string number(double value) {
  std::string big = raw<double>({value});
  return "G" + std::string(big.rbegin(), big.rend());
}

// numpy.dtype('f4', False, True) with its byte order.
std::string numpy_dtype(const std::string& code, const std::string& order = "<") {
  return call("numpy", "dtype", text(code) + "\x89\x88") + "(K\3" + text(order) + "NNNtb";
}
// An array as protocol 2 has it: its bytes are a text in Latin-1.
std::string numpy_array(const std::string& dtype, const std::vector<std::int64_t>& shape,
                        const std::string& latin, bool columns_first = false) {
  return call("numpy.core.multiarray", "_reconstruct",
              global("numpy", "ndarray") + tuple({0}) + text("b")) +
         "(K\1" + tuple(shape) + dtype + (columns_first ? "\x88" : "\x89") +
         call("_codecs", "encode", text(latin) + text("latin1")) + "tb";
}

}  // namespace

class PytorchKindsTest : public QObject {
  Q_OBJECT
 private slots:
  void element_types();
  void pairs_of_four_bits();
  void unknown_element_types();
  void lazy_tensors();
  void quantised_tensors();
  void sparse_tensors();
  void arrays_of_numpy();
  void arrays_that_cannot_be_read();
  void bare_storages();
  void kinds_that_cannot_be_read();
};

void PytorchKindsTest::element_types() {
  const Listed listed(dict({{"fn", typed("0", "float8_e4m3fn", 2, {2}, {1})},
                            {"fnuz", typed("0", "float8_e4m3fnuz", 2, {2}, {1})},
                            {"e5m2", typed("0", "float8_e5m2", 2, {2}, {1})},
                            {"e5m2fnuz", typed("0", "float8_e5m2fnuz", 2, {2}, {1})},
                            {"e8m0", typed("0", "float8_e8m0fnu", 2, {2}, {1})},
                            {"complex", vector_of("1", "ComplexFloatStorage", 2)},
                            {"transposed", typed("1", "complex64", 16, {2, 1}, {1, 2})},
                            {"integers", vector_of("0", "QInt8Storage", 2)}}),
                      {"\x38\xc0", raw<float>({1, 2, 3, -4})});
  QCOMPARE(listed.size(), std::size_t(8));
  QCOMPARE(listed.values("fn"), (Values{1, -2}));
  QCOMPARE(listed.values("fnuz"), (Values{.5, -1}));
  QCOMPARE(listed.values("e5m2"), (Values{.5, -2}));
  QCOMPARE(listed.values("e5m2fnuz"), (Values{.25, -1}));
  QCOMPARE(listed.values("e8m0"), (Values{0x1p-71, 0x1p65}));
  QCOMPARE(listed.type("complex"), std::string("complex64"));
  QCOMPARE(listed.tensor("complex").shape, (Shape{2, 2}));
  QCOMPARE(listed.values("complex"), (Values{1, 2, 3, -4}));
  QCOMPARE(listed.values("transposed"), (Values{1, 2, 3, -4}));
  QCOMPARE(listed.type("integers"), std::string("qint8"));
  QCOMPARE(listed.values("integers"), (Values{0x38, -64}));
}

void PytorchKindsTest::pairs_of_four_bits() {
  const Listed listed(dict({{"rows", typed("0", "float4_e2m1fn_x2", 2, {1, 2}, {2, 1})},
                            {"columns", typed("0", "float4_e2m1fn_x2", 2, {2, 1}, {1, 1})},
                            {"step", typed("0", "float4_e2m1fn_x2", 2, {1, 2}, {1, 0})}}),
                      {"\x21\x43"});
  QCOMPARE(listed["rows"].shape, (Shape{1, 4}));
  QCOMPARE(listed.values("rows"), (Values{.5, 1, 1.5, 2}));
  QCOMPARE(listed["columns"].shape, (Shape{2, 2}));
  // Not in order: its bytes stay pairs.
  QCOMPARE(listed.type("step"), std::string("float4_e2m1fn_x2"));
  QCOMPARE(listed["step"].shape, (Shape{1, 2}));
}

// The other tensors are read.
void PytorchKindsTest::unknown_element_types() {
  const Listed listed(dict({{"bits", typed("0", "bits16", 4, {2}, {1})},
                            {"odd", vector_of("0", "OddStorage", 2)},
                            {"w", vector_of("0", "ShortStorage", 2)}}),
                      {raw<std::int16_t>({5, -6})});
  QCOMPARE(listed.type("bits"), std::string("bits16"));
  QCOMPARE(listed.type("odd"), std::string("torch.OddStorage"));
  for (const char* name : {"bits", "odd"}) {
    QCOMPARE(listed[name].shape, (Shape{2}));
    QVERIFY(refusal([&] { listed.tensor(name); }, ErrorKind::value).contains("no known size"));
  }
  QCOMPARE(listed.values("w"), (Values{5, -6}));
  QVERIFY(refusal([] {
            Listed(dict({{"bits", typed("0", "bits16", 4, {1LL << 40, 1LL << 40}, {0, 0})}}),
                   {"abcd"});
          }).contains("a shape that is too large"));
}

// A conjugated view of a storage has other values than the storage.
void PytorchKindsTest::lazy_tensors() {
  const std::string arguments =
      storage("0", "ComplexFloatStorage", 1) + integer(0) + tuple({1}) + tuple({1}) + "\x89}";
  const Listed listed(dict({{"conj", rebuild("tensor_v2", arguments + dict({{"conj", "\x88"}}))},
                            {"plain", rebuild("tensor_v2", arguments + dict({{"conj", "\x89"}}))}}),
                      {raw<float>({1, 2})});
  QVERIFY(listed["conj"].fault.starts_with("it conjugates"));
  QCOMPARE(listed.values("plain"), (Values{1, 2}));
}

void PytorchKindsTest::quantised_tensors() {
  const auto quantised = [](const std::string& parameters) {
    return rebuild("qtensor", storage("0", "QInt8Storage", 4) + integer(0) + tuple({2, 2}) +
                                  tuple({2, 1}) + "(" + parameters + "t\x89}");
  };
  const Listed listed(
      dict({{"q", quantised(global("torch", "per_tensor_affine") + number(.25) + integer(3))},
            {"c",
             quantised(global("torch", "per_channel_affine") + vector_of("1", "DoubleStorage", 2) +
                       vector_of("2", "LongStorage", 2) + integer(1))}}),
      {"\1\2\xff\x80", raw<double>({.5, 2}), raw<std::int64_t>({7, -1})});
  QCOMPARE(listed.size(), std::size_t(7));
  QCOMPARE(listed.type("q/int_repr"), std::string("int8"));
  QCOMPARE(listed.values("q/int_repr"), (Values{1, 2, -1, -128}));
  QCOMPARE(listed.values("q/q_scale"), Values{.25});
  QCOMPARE(listed.values("q/q_zero_point"), Values{3});
  QCOMPARE(listed["c/int_repr"].shape, (Shape{2, 2}));
  QCOMPARE(listed.values("c/q_per_channel_scales"), (Values{.5, 2}));
  QCOMPARE(listed.values("c/q_per_channel_zero_points"), (Values{7, -1}));
  QCOMPARE(listed.values("c/q_per_channel_axis"), Values{1});
}

void PytorchKindsTest::sparse_tensors() {
  const auto sparse = [](const char* layout, const std::string& parts) {
    return rebuild("sparse_tensor", call("torch.serialization", "_get_layout", text(layout)) + "(" +
                                        parts + call("torch", "Size", tuple({3, 4})) + "t");
  };
  const std::string indices = vector_of("0", "LongStorage", 2),
                    values = vector_of("1", "FloatStorage", 2);
  const Listed listed(dict({{"coo", sparse("torch.sparse_coo", indices + values)},
                            {"csr", sparse("torch.sparse_csr", indices + indices + values)},
                            {"bsc", sparse("torch.sparse_bsc", indices + indices + values)},
                            {"other", sparse("torch.jagged", indices)}}),
                      {raw<std::int64_t>({1, 2}), raw<float>({.5, -3})});
  QCOMPARE(listed.size(), std::size_t(3 + 4 + 4 + 1));
  QCOMPARE(listed.values("coo/indices"), (Values{1, 2}));
  QCOMPARE(listed.values("coo/values"), (Values{.5, -3}));
  QCOMPARE(listed.type("coo/size"), std::string("int64"));
  QCOMPARE(listed.values("coo/size"), (Values{3, 4}));
  QCOMPARE(listed.values("csr/crow_indices"), (Values{1, 2}));
  QCOMPARE(listed.values("csr/col_indices"), (Values{1, 2}));
  QCOMPARE(listed.values("bsc/ccol_indices"), (Values{1, 2}));
  QCOMPARE(listed.values("bsc/row_indices"), (Values{1, 2}));
  QCOMPARE(listed["other"].fault, std::string("its sparse layout is not known"));
}

void PytorchKindsTest::arrays_of_numpy() {
  const std::string latin = "\x01\x02\xc3\xbf\x7f";  // 1, 2, 255, 127
  const std::string scalar =
      call("numpy.core.multiarray", "scalar",
           numpy_dtype("i2", ">") + call("_codecs", "encode", text("\1\2") + text("latin1")));
  const std::string buffer = call("numpy._core.numeric", "_frombuffer",
                                  "C\4\1\0\2\0"s + numpy_dtype("i2") + tuple({2}) + text("C"));
  const std::string none = call("numpy._core.multiarray", "_reconstruct", "") + "(K\1" +
                           tuple({0, 3}) + numpy_dtype("f4") + "\x89" +
                           call("__builtin__", "bytes", "") + "tb";
  const Listed listed(dict({{"bytes", numpy_array(numpy_dtype("u1", "|"), {4}, latin)},
                            {"columns", numpy_array(numpy_dtype("i1", "|"), {2, 2}, latin, true)},
                            {"big", numpy_array(numpy_dtype("i2", ">"), {2}, latin)},
                            {"scalar", scalar},
                            {"buffer", buffer},
                            {"none", none},
                            {"text", numpy_array(numpy_dtype("S4", "|"), {1}, latin)}}));
  QCOMPARE(listed.size(), std::size_t(7));
  QCOMPARE(listed.values("bytes"), (Values{1, 2, 255, 127}));
  QCOMPARE(listed["columns"].shape, (Shape{2, 2}));
  QCOMPARE(listed.values("columns"), (Values{1, -1, 2, 127}));
  QCOMPARE(listed.values("big"), (Values{258, -129}));
  QCOMPARE(listed["scalar"].shape, Shape{});
  QCOMPARE(listed.values("scalar"), Values{258});
  QCOMPARE(listed.values("buffer"), (Values{1, 2}));
  QCOMPARE(listed["none"].shape, (Shape{0, 3}));
  QCOMPARE(listed["none"].fault, std::string());
  QCOMPARE(listed["text"].bytes(), std::uint64_t(4));
  QCOMPARE(Listed(numpy_array(numpy_dtype("u1", "|"), {4}, latin)).values("tensor"),
           (Values{1, 2, 255, 127}));
}

void PytorchKindsTest::arrays_that_cannot_be_read() {
  const Listed listed(
      dict({{"short", numpy_array(numpy_dtype("f4"), {2}, "abcd")},
            {"objects", numpy_array(numpy_dtype("O8", "|"), {1}, "abcdefgh")},
            {"wide", numpy_array(numpy_dtype("u1", "|"), {1}, "\xe2\x82\xac")},
            {"shape", numpy_array(numpy_dtype("u1", "|"), {-1}, "a")},
            {"huge", numpy_array(numpy_dtype("f8"), {1LL << 40, 1LL << 40}, "a")}}));
  QCOMPARE(listed.size(), std::size_t(5));
  QCOMPARE(listed["short"].fault, std::string("its bytes do not fit its type and shape"));
  QVERIFY(listed["objects"].fault.starts_with("it holds Python objects"));
  for (const char* name : {"wide", "shape"})
    QCOMPARE(listed[name].fault, std::string("its pickle has an unknown form"));
  QVERIFY(listed["huge"].fault.ends_with(" is impossible"));
  QCOMPARE(listed["huge"].bytes(), std::uint64_t(0));
}

void PytorchKindsTest::bare_storages() {
  const Listed listed(dict({{"s", storage("0", "ShortStorage", 2)}}), {raw<std::int16_t>({5, -6})});
  QCOMPARE(listed.values("s"), (Values{5, -6}));
  QVERIFY(refusal([] {
            Listed(dict({{"s", storage("0", "ShortStorage", 3)}}), {"1234"});
          }).contains("is shorter than its number of elements"));
}

// They are named, so that nothing is left out unseen; a subclass of a known kind is read.
void PytorchKindsTest::kinds_that_cannot_be_read() {
  const std::string w = vector_of("0", "ShortStorage", 2);
  const std::string arguments =
      storage("0", "ShortStorage", 2) + integer(0) + tuple({2}) + tuple({1}) + "\x89}";
  const Listed listed(
      dict({{"nested", rebuild("nested_tensor", w + w)},
            {"own", rebuild("from_type_v2", global("torch._utils", "_rebuild_tensor_v2") +
                                                global("my", "Tensor") + "(" + arguments + "t}")},
            {"device",
             rebuild("device_tensor_from_numpy", numpy_array(numpy_dtype("u1", "|"), {1}, "\7"))}}),
      {raw<std::int16_t>({5, -6})});
  QCOMPARE(listed.size(), std::size_t(3));
  QCOMPARE(listed.type("nested"), std::string("_rebuild_nested_tensor"));
  QVERIFY(refusal([&] { listed.tensor("nested"); }, ErrorKind::value).contains("'nested'"));
  QCOMPARE(listed.values("own"), (Values{5, -6}));
  QCOMPARE(listed.values("device"), Values{7});
}

NGRAPH_TEST(PytorchKindsTest)
#include "pytorch_kinds_test.moc"
