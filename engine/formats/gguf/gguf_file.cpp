// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/gguf/gguf_file.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <set>

#include "engine/base/quote.h"
#include "engine/formats/tensors/block_quantised.h"

namespace ng {
namespace {

constexpr std::string_view magic = "GGUF";
constexpr const char* again = "the file is damaged or cut off; download it again";
constexpr const char* alignment_key = "general.alignment";
constexpr std::uint64_t usual_alignment = 32;
constexpr std::size_t most_shown = 8;  // elements of a list
constexpr std::uint64_t most_axes = 8;
constexpr int most_nested = 4;  // lists in lists

// By their number in the file; an empty name: none.
constexpr std::string_view types[] = {
    "float32", "float16", "q4_0",   "q4_1",     "",      "",       "q5_0", "q5_1",    "q8_0",
    "q8_1",    "q2_k",    "q3_k",   "q4_k",     "q5_k",  "q6_k",   "q8_k", "iq2_xxs", "iq2_xs",
    "iq3_xxs", "iq1_s",   "iq4_nl", "iq3_s",    "iq2_s", "iq4_xs", "int8", "int16",   "int32",
    "int64",   "float64", "iq1_m",  "bfloat16", "",      "",       "",     "tq1_0",   "tq2_0",
    "",        "",        "",       "mxfp4",    "nvfp4", "q1_0",
};
constexpr std::uint32_t most_types = 256;  // larger numbers are damage

// Blocks of types whose values are not decoded: elements and bytes.
struct Block {
  std::string_view name;
  std::uint64_t elements, bytes;
};
constexpr Block other_blocks[] = {
    {"q8_1", 32, 36},     {"q8_k", 256, 292}, {"iq2_xxs", 256, 66}, {"iq2_xs", 256, 74},
    {"iq3_xxs", 256, 98}, {"iq1_s", 256, 50}, {"iq3_s", 256, 110},  {"iq2_s", 256, 82},
    {"iq1_m", 256, 56},   {"tq1_0", 256, 54}, {"tq2_0", 256, 66},   {"nvfp4", 64, 36},
    {"q1_0", 128, 18},
};

// Null for types of whole elements.
std::optional<Block> block_of(const StoredType& type) {
  if (const BlockFormat* known = type.blocks())
    return Block{known->name, known->elements, known->bytes};
  for (const Block& each : other_blocks)
    if (each.name == type.name()) return each;
  return std::nullopt;
}

enum class ValueType : std::uint32_t {
  u8,
  i8,
  u16,
  i16,
  u32,
  i32,
  f32,
  boolean,
  text,
  list,
  u64,
  i64,
  f64
};

class File {
 public:
  explicit File(Reader& reader) : reader_(reader) {}

  TensorDirectory list(Notes& notes) {
    reader_.seek(magic.size());
    read_version();
    directory_.files = {reader_.path()};
    const std::uint64_t tensors = read_count("the number of tensors", reader_.limits().tensors);
    const std::uint64_t entries = read_count("the number of metadata", reader_.limits().nodes);
    for (std::uint64_t i = 0; i < entries; ++i) read_entry(i);
    for (std::uint64_t i = 0; i < tensors; ++i) read_tensor(i);
    place();
    note_undecoded(notes);
    return std::move(directory_);
  }

 private:
  void read_version() {
    std::uint32_t version = reader_.u32();
    const std::uint32_t other = __builtin_bswap32(version);
    if (version > 0xffff && other <= 0xffff)
      reader_.fail_at(
          4, {"the file is big-endian", std::to_string(other) + " swapped", "little-endian numbers",
              "convert the model for a little-endian machine"});
    if (version < 1 || version > 3)
      reader_.fail_at(4, {"the file has an unknown version", std::to_string(version), "1 to 3",
                          "convert the model with a current tool"});
    wide_ = version > 1;
  }

  std::uint64_t read_size() { return wide_ ? reader_.u64() : reader_.u32(); }

  std::uint64_t read_count(const char* what, std::uint64_t limit) {
    const std::uint64_t count = read_size();
    reader_.check_limit(what, count, limit);
    reader_.need(count, what);  // each takes more than a byte
    return count;
  }

  std::string read_text(std::uint64_t limit) {
    const std::uint64_t bytes = read_size();
    reader_.check_limit("a text", bytes, limit);
    reader_.need(bytes, "a text");
    return reader_.text(bytes);
  }

  template <class T>
  T number() {
    T value;
    reader_.read(std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }

  template <class T>
  std::string number_text() {
    char digits[32];
    const auto made = std::to_chars(digits, digits + sizeof digits, number<T>());
    return {digits, made.ptr};
  }

  std::string value_text(ValueType type, int depth) {
    switch (type) {
      case ValueType::u8: return std::to_string(number<std::uint8_t>());
      case ValueType::i8: return std::to_string(number<std::int8_t>());
      case ValueType::u16: return number_text<std::uint16_t>();
      case ValueType::i16: return number_text<std::int16_t>();
      case ValueType::u32: return number_text<std::uint32_t>();
      case ValueType::i32: return number_text<std::int32_t>();
      case ValueType::f32: return number_text<float>();
      case ValueType::boolean: return number<std::uint8_t>() ? "true" : "false";
      case ValueType::text: return read_text(reader_.limits().header_bytes);
      case ValueType::list: return list_text(depth);
      case ValueType::u64: return number_text<std::uint64_t>();
      case ValueType::i64: return number_text<std::int64_t>();
      case ValueType::f64: return number_text<double>();
    }
    reader_.fail({"a metadata value has an unknown type",
                  std::to_string(static_cast<std::uint32_t>(type)), "0 to 12", again});
  }

  std::string list_text(int depth) {
    if (depth >= most_nested)
      reader_.fail({"lists are nested too deeply", "more than " + std::to_string(most_nested),
                    "a list of numbers or texts", again});
    const auto type = static_cast<ValueType>(reader_.u32());
    const std::uint64_t count = read_count("the length of a list", reader_.limits().nodes);
    std::string text = "[";
    for (std::uint64_t i = 0; i < count; ++i) {
      std::string element = value_text(type, depth + 1);
      if (i >= most_shown) continue;
      if (type == ValueType::text) element = quote(element);
      text += (i ? ", " : "") + std::move(element);
    }
    if (count > most_shown) text += ", …; " + std::to_string(count) + " in all";
    return text + "]";
  }

  void read_entry(std::uint64_t index) {
    const Reader::Field field(reader_, "metadata[" + std::to_string(index) + "]");
    const std::uint64_t at = reader_.offset();
    std::string key = read_text(reader_.limits().name_bytes);
    const Reader::Field named(reader_, quote(key));
    const auto type = static_cast<ValueType>(reader_.u32());
    std::string value = value_text(type, 0);
    if (key == alignment_key) set_alignment(value);
    if (!directory_.metadata.emplace(key, std::move(value)).second)
      reader_.fail_at(at, {"a metadata key exists twice", quote(key), "one value", again});
  }

  void set_alignment(const std::string& text) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    if (!std::has_single_bit(value) || value > 1 << 20)
      reader_.fail({"the alignment is unusual", text, "a power of 2 up to 2^20", again});
    alignment_ = value;
  }

  StoredType read_type() {
    const std::uint32_t number = reader_.u32();
    if (number < std::size(types) && !types[number].empty()) return StoredType(types[number]);
    if (number < most_types) return StoredType("ggml_type_" + std::to_string(number));
    reader_.fail({"a tensor has an unknown type", std::to_string(number), "a type of ggml", again});
  }

  void read_tensor(std::uint64_t index) {
    const Reader::Field field(reader_, "tensor[" + std::to_string(index) + "]");
    const std::uint64_t at = reader_.offset();
    StoredTensor tensor;
    tensor.name = read_text(reader_.limits().name_bytes);
    if (!names_.insert(tensor.name).second)
      reader_.fail_at(at, {"a tensor exists twice", quote(tensor.name), "one of each name", again});
    const std::uint32_t axes = reader_.u32();
    reader_.check_limit("the number of axes", axes, most_axes);
    for (std::uint32_t i = 0; i < axes; ++i) {
      const std::uint64_t length = read_size();
      reader_.check_limit("a length", length, std::uint64_t{1} << 47);
      tensor.shape.insert(tensor.shape.begin(), static_cast<std::int64_t>(length));
    }
    if (!is_countable(tensor.shape))
      reader_.fail_at(at, {"a tensor has too many elements", to_string(tensor.shape),
                           "fewer than 2^47", again});
    tensor.dtype = read_type();
    if (tensor.dtype.name().starts_with("ggml_type_"))
      unknown_.push_back(directory_.tensors.size());
    else
      tensor.unsized_bytes = stored_bytes(tensor, at);
    tensor.offset = reader_.u64();
    places_.push_back(at);
    directory_.tensors.push_back(std::move(tensor));
  }

  std::uint64_t stored_bytes(const StoredTensor& tensor, std::uint64_t at) const {
    const std::optional<Block> block = block_of(tensor.dtype);
    if (!block) return tensor_bytes(tensor.dtype, tensor.shape);
    if (std::count(tensor.shape.begin(), tensor.shape.end(), 0) > 0) return 0;
    const auto count = static_cast<std::uint64_t>(element_count(tensor.shape));
    const auto row = static_cast<std::uint64_t>(tensor.shape.empty() ? 1 : tensor.shape.back());
    if (row % block->elements != 0)
      reader_.fail_at(at, {"the last axis of " + quote(tensor.name) + " is not whole blocks",
                           to_string(tensor.shape) + " of " + std::string(block->name),
                           "a multiple of " + std::to_string(block->elements), again});
    return count / block->elements * block->bytes;
  }

  // A tensor of an unknown type ends where the next one begins.
  void size_unknown(std::uint64_t begin) {
    std::set<std::uint64_t> ends{std::max(begin, reader_.size()) - begin};
    for (const StoredTensor& tensor : directory_.tensors) ends.insert(tensor.offset);
    for (const std::size_t i : unknown_) {
      StoredTensor& tensor = directory_.tensors[i];
      if (element_count(tensor.shape) == 0) continue;
      const auto end = ends.upper_bound(tensor.offset);
      tensor.unsized_bytes = end == ends.end() ? 1 : *end - tensor.offset;  // 1: does not fit
    }
  }

  // Offsets count from the end of the descriptions, which is padded.
  void place() {
    const std::uint64_t begin = (reader_.offset() + alignment_ - 1) / alignment_ * alignment_;
    size_unknown(begin);
    for (std::size_t i = 0; i < directory_.tensors.size(); ++i) {
      StoredTensor& tensor = directory_.tensors[i];
      const std::uint64_t bytes = tensor.unsized_bytes, size = reader_.size();
      const bool fits =
          begin <= size && tensor.offset <= size - begin && bytes <= size - begin - tensor.offset;
      if (!fits && bytes > 0)
        reader_.fail_at(
            places_[i],
            {"tensor " + quote(tensor.name) + " lies beyond the end of the file",
             std::to_string(bytes) + " bytes from " + std::to_string(tensor.offset) + " on",
             "within " + std::to_string(size) + " bytes", again});
      tensor.offset += begin;
    }
  }

  void note_undecoded(Notes& notes) const {
    std::set<std::string_view> noted;
    for (const StoredTensor& tensor : directory_.tensors)
      if (!tensor.dtype.values() && noted.insert(tensor.dtype.name()).second)
        add_note(notes,
                 "elements of the type " + std::string(tensor.dtype.name()) + " are listed only",
                 quote(reader_.path()));
  }

  Reader& reader_;
  TensorDirectory directory_;
  std::set<std::string> names_;
  std::vector<std::uint64_t> places_;  // of the tensors' descriptions
  std::vector<std::size_t> unknown_;   // tensors of types without a row
  std::uint64_t alignment_ = usual_alignment;
  bool wide_ = true;  // are sizes 64 bits?
};

}  // namespace

TensorDirectory list_gguf(Reader& reader, Notes& notes) {
  return File(reader).list(notes);
}

const Format gguf_format = {
    .name = "gguf",
    .title = "GGUF weights",
    .role = FileRole::checkpoint,
    .suffixes = {".gguf"},
    .recognises = [](std::string_view first) { return first.starts_with(magic); },
    .read = [](Reader& reader, Notes& notes) -> FileModel {
      return read_all_stored(reader, list_gguf(reader, notes), notes);
    },
    .write = nullptr,
    .list = list_gguf,
};

}  // namespace ng
