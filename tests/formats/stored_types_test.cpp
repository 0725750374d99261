// SPDX-License-Identifier: Apache-2.0
// Tests element types that the engine does not compute with: their values, and files of them in
// safetensors, npy and npz.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "engine/base/atomic_file.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/archives/zip_writer.h"
#include "engine/formats/format_table.h"
#include "engine/formats/tensors/npy.h"
#include "engine/formats/tensors/safetensors.h"
#include "engine/formats/tensors/small_float.h"
#include "engine/formats/tensors/tensor_files.h"
#include "tests/support/checkout.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

using Values = std::vector<double>;

std::vector<std::byte> bytes(const std::vector<int>& values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

Values values_of(const char* type, const Shape& shape, const std::vector<int>& elements) {
  return decoded(StoredType(type), shape, bytes(elements)).values();
}

// A safetensors file: the header of its tensors, and their data.
std::string safetensors(const std::string& tensors, const std::string& data) {
  const std::string header = "{" + tensors + "}";
  const std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header + data;
}

// An npy file of version 1.
std::string npy(const std::string& descr, const std::string& shape, const std::string& data) {
  const std::string header =
      "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + "}\n";
  std::string text("\x93NUMPY\1\0", 8);
  text += static_cast<char>(header.size() & 0xff);
  text += static_cast<char>(header.size() >> 8);
  return text + header + data;
}

}  // namespace

class StoredTypesTest : public QObject {
  Q_OBJECT
 private slots:
  void types_of_the_engine();
  void floats_of_eight_bits();
  void floats_of_other_sizes();
  void packed_elements();
  void complex_numbers();
  void types_of_safetensors();
  void unknown_types_of_safetensors();
  void types_of_numpy();
  void arrays_without_numbers();
  void sole_arrays_without_numbers();

 private:
  std::string write(const char* name, const std::string& content) const {
    const std::string path = folder_.filePath(name).toStdString();
    write_file(path, content);
    return path;
  }
  QTemporaryDir folder_;
};

void StoredTypesTest::types_of_the_engine() {
  for (int i = 0; i < dtype_count; ++i) {
    const auto dtype = static_cast<DType>(i);
    const StoredType type(dtype);
    QCOMPARE(type.name(), name(dtype));
    QVERIFY(type.dtype() == dtype && type.values() == dtype && type == StoredType(name(dtype)));
    QCOMPARE(type.bits(), static_cast<std::int64_t>(8 * size_of(dtype)));
  }
  // A name that only its file knows, on one printable line.
  QCOMPARE(std::string(StoredType("a\nb").name()), std::string("a%0ab"));
}

// Every code, as ml_dtypes converts it.
void StoredTypesTest::floats_of_eight_bits() {
  Reader reader(testing::source_file("tests/formats/types/small_floats.npz"));
  Notes notes;
  const TensorFile recorded = read_npz(reader, notes);
  QCOMPARE(recorded.tensors.size(), std::size_t(5));
  for (const auto& [name, expected] : recorded.tensors) {
    const SmallFloat* format = small_float(name);
    QVERIFY2(format, name.c_str());
    for (unsigned code = 0; code < 256; ++code) {
      const float is = decoded(*format, code), wanted = expected.as<float>()[code];
      const bool same = is == wanted && std::signbit(is) == std::signbit(wanted);
      QVERIFY2(same || (std::isnan(is) && std::isnan(wanted)),
               qPrintable(QString("%1 %2: %3").arg(name.c_str()).arg(code).arg(is)));
    }
  }
}

void StoredTypesTest::floats_of_other_sizes() {
  QCOMPARE(values_of("float4_e2m1fn", {8}, {0x10, 0x32, 0x54, 0x76}),
           (Values{0, .5, 1, 1.5, 2, 3, 4, 6}));
  QCOMPARE(values_of("float4_e2m1fn", {3}, {0xa9, 0x0f}), (Values{-.5, -1, -6}));
  QCOMPARE(values_of("float8_e8m0fnu", {4}, {0, 127, 129, 254}), (Values{0x1p-127, 1, 4, 0x1p127}));
  QVERIFY(std::isnan(values_of("float8_e8m0fnu", {1}, {255})[0]));
}

// The first element is in the low bits; the last byte may be filled in part.
void StoredTypesTest::packed_elements() {
  QCOMPARE(values_of("uint4", {3}, {0x21, 0x0f}), (Values{1, 2, 15}));
  QCOMPARE(values_of("int4", {3}, {0x78, 0x0f}), (Values{-8, 7, -1}));
  QCOMPARE(values_of("int2", {4}, {0b11'10'01'00}), (Values{0, 1, -2, -1}));
  QCOMPARE(values_of("uint2", {2, 2}, {0b11'10'01'00}), (Values{0, 1, 2, 3}));
  QCOMPARE(tensor_bytes(StoredType("int4"), {3}), std::uint64_t(2));
  QCOMPARE(tensor_bytes(StoredType("int4"), {0, 3}), std::uint64_t(0));
  QCOMPARE(values_of("qint8", {2}, {0xff, 2}), (Values{-1, 2}));
}

// One more axis: the real and the imaginary part.
void StoredTypesTest::complex_numbers() {
  const Tensor numbers({1, 2, 3, -4});
  const Tensor tensor = decoded(StoredType("complex64"), {2}, numbers.bytes);
  QCOMPARE(tensor.shape, (Shape{2, 2}));
  QCOMPARE(tensor.dtype, DType::f32);
  QCOMPARE(tensor.values(), (Values{1, 2, 3, -4}));
  QCOMPARE(StoredType("complex128").bits(), 128);
  QVERIFY(!StoredType("complex128").is_real());
}

// What is read of 8-bit floats are their values; what is listed, their type and place.
void StoredTypesTest::types_of_safetensors() {
  const std::string path =
      write("types.safetensors",
            safetensors(R"("a":{"dtype":"F8_E4M3","shape":[3],"data_offsets":[0,3]},)"
                        R"("b":{"dtype":"F8_E5M2FNUZ","shape":[1],"data_offsets":[3,4]},)"
                        R"("c":{"dtype":"C64","shape":[1],"data_offsets":[4,12]},)"
                        R"("f":{"dtype":"F4","shape":[3],"data_offsets":[12,14]},)"
                        R"("g":{"dtype":"F6_E2M3","shape":[4],"data_offsets":[14,17]})",
                        "\x30\x7e\xc0\x80" + std::string("\0\0\x80\x3f\0\0\0\xc0", 8) + "\x21\x03" +
                            "abc"));
  TensorFiles files(path);
  const auto& tensors = files.directory().tensors;
  QCOMPARE(tensors.size(), std::size_t(5));
  QCOMPARE(std::string(tensors[0].dtype.name()), std::string("float8_e4m3fn"));
  QCOMPARE(files.read(tensors[0]).values(), (Values{.5, 448, -2}));
  QCOMPARE(files.read_elements(tensors[0]), bytes({0x30, 0x7e, 0xc0}));
  QCOMPARE(files.read_part(tensors[0], 1, 2).values(), (Values{448, -2}));
  QVERIFY(std::isnan(files.read(tensors[1]).at(0)));
  QCOMPARE(files.read(tensors[2]).values(), (Values{1, -2}));
  QCOMPARE(files.read(tensors[3]).values(), (Values{.5, 1, 1.5}));
  QVERIFY(refusal([&] { files.read(tensors[4]); }, ErrorKind::value).contains("'float6_e2m3fn'"));
  QCOMPARE(files.read_elements(tensors[4]), bytes({'a', 'b', 'c'}));
  Reader reader(path);
  Notes notes;
  const TensorFile read = read_safetensors(reader, notes);
  QCOMPARE(read.tensors.size(), std::size_t(3));
  QCOMPARE(read.find("a")->values(), (Values{.5, 448, -2}));
  QCOMPARE(notes.size(), std::size_t(2));
  QVERIFY(notes[0].what.starts_with("the tensor 'c' is left out: its elements are complex"));
}

// Its bytes are those of its range; the other tensors are read.
void StoredTypesTest::unknown_types_of_safetensors() {
  TensorFiles files(write("unknown.safetensors",
                          safetensors(R"("q":{"dtype":"Q9","shape":[2],"data_offsets":[0,3]},)"
                                      R"("u":{"dtype":"U8","shape":[1],"data_offsets":[3,4]})",
                                      "abc\7")));
  const auto& tensors = files.directory().tensors;
  QCOMPARE(tensors.size(), std::size_t(2));
  QCOMPARE(std::string(tensors[0].dtype.name()), std::string("Q9"));
  QCOMPARE(tensors[0].bytes(), std::uint64_t(3));
  QCOMPARE(files.read_elements(tensors[0]), bytes({'a', 'b', 'c'}));
  QVERIFY(refusal([&] { files.read(tensors[0]); }, ErrorKind::value).contains("'q'"));
  QCOMPARE(files.read(tensors[1]).values(), Values{7});
}

// 8-bit floats are records that name the type, as NumPy has none.
void StoredTypesTest::types_of_numpy() {
  const std::string path = folder_.filePath("types.npz").toStdString();
  const auto elements = [](const std::vector<int>& values) {
    return [values] { return bytes(values); };
  };
  std::vector<TensorToWrite> tensors;
  for (const char* type : {"float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz"})
    tensors.push_back({type, StoredType(type), {2}, elements({0x38, 0xc0}), nullptr});
  tensors.push_back(
      {"c", StoredType("complex64"), {1}, elements({0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0}), nullptr});
  stream_npz(path, tensors);
  TensorFiles files(path);
  for (const StoredTensor& stored : files.directory().tensors) {
    const std::string name = stored.name == "c" ? "complex64" : stored.name;
    QCOMPARE(std::string(stored.dtype.name()), name);
  }
  QCOMPARE(files.read(files.directory().tensors[0]).values(), (Values{1, -2}));
  QCOMPARE(files.read(files.directory().tensors[1]).values(), (Values{.5, -1}));
  QCOMPARE(files.read(files.directory().tensors[2]).values(), (Values{.5, -2}));
  QCOMPARE(files.read(files.directory().tensors[3]).values(), (Values{.25, -1}));
  QCOMPARE(files.read(files.directory().tensors[4]).values(), (Values{1, -2}));
  QVERIFY(npy_bytes(tensors[2]).find("'descr': [('float8_e5m2', '|u1')], ") == 11);
  // As ml_dtypes writes it, and big-endian complex numbers.
  TensorFiles e5m2(write("e5m2.npy", npy("'<f1'", "(1,)", "\x38")));
  QCOMPARE(e5m2.read(e5m2.directory().tensors[0]).values(), Values{.5});
  TensorFiles big(write("big.npy", npy("'>c8'", "()", std::string("\x3f\x80\0\0\xc0\0\0\0", 8))));
  QCOMPARE(big.read(big.directory().tensors[0]).values(), (Values{1, -2}));
  for (const char* type : {"float4_e2m1fn", "float6_e2m3fn", "complex32", "<U2"})
    QVERIFY2(!npz_format.holds(StoredType(type)), type);
}

// Objects, texts, dates and records are listed; the other arrays of the file are read.
void StoredTypesTest::arrays_without_numbers() {
  const std::string path = folder_.filePath("mixed.npz").toStdString();
  const Tensor one({1, 2});
  ZipWriter zip(path);
  zip.add("a.npy", npy_bytes(one));
  zip.add("dates.npy", npy("'<M8[D]'", "(1,)", "12345678"));
  zip.add("objects.npy", npy("'|O'", "(3,)", "a pickle"));
  zip.add("records.npy", npy("[('x', '<i2'), ('y', [('z', '|u1')])]", "(2,)", "abcdef"));
  zip.add("texts.npy", npy("'<U2'", "(1, 1)", "12345678"));
  zip.commit();
  TensorFiles files(path);
  const auto& tensors = files.directory().tensors;
  const std::pair<const char*, std::uint64_t> expected[] = {
      {"float32", 8},
      {"<M8[D]", 8},
      {"object", 8},
      {"records [('x', '<i2'), ('y', [('z', '|u1')])]", 6},
      {"<U2", 8}};
  QCOMPARE(tensors.size(), std::size(expected));
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    QCOMPARE(std::string(tensors[i].dtype.name()), std::string(expected[i].first));
    QCOMPARE(tensors[i].bytes(), expected[i].second);
  }
  QCOMPARE(files.read(tensors[0]).values(), (Values{1, 2}));
  QCOMPARE(files.read_elements(tensors[1]).size(), std::size_t(8));
  QVERIFY(refusal([&] { files.read_elements(tensors[2]); }, ErrorKind::value)
              .contains("it holds Python objects"));
  Reader reader(path);
  Notes notes;
  QCOMPARE(read_npz(reader, notes).tensors.size(), std::size_t(1));
  QCOMPARE(notes.size(), std::size_t(4));
}

void StoredTypesTest::sole_arrays_without_numbers() {
  for (const char* descr : {"'|O'", "'<U2'", "'<M8[s]'", "[('x', '<i4'), ('y', '<i4')]"}) {
    const std::string path = write("sole.npy", npy(descr, "(1,)", "12345678"));
    const QString said = refusal([&] { TensorFiles files(path); });
    QVERIFY2(said.contains("cannot be read as numbers"), qPrintable(said));
  }
  // Complex numbers are listed, but are no tensor of the engine.
  const std::string path = write("complex.npy", npy("'<c8'", "(1,)", "12345678"));
  QCOMPARE(TensorFiles(path).directory().tensors.size(), std::size_t(1));
  Reader reader(path);
  Notes notes;
  QVERIFY(refusal([&] { read_npy(reader, notes); }).contains("complex numbers"));
}

NGRAPH_TEST(StoredTypesTest)
#include "stored_types_test.moc"
