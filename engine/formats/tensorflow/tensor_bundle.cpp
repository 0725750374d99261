// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensorflow/tensor_bundle.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "engine/base/quote.h"
#include "engine/base/utf8.h"
#include "engine/formats/documents/inside_folder.h"
#include "engine/formats/tensorflow/sorted_table.h"
#include "engine/formats/tensorflow/tensorflow_tensors.h"

namespace ng {
namespace {

constexpr std::string_view variable_ending = "/.ATTRIBUTES/VARIABLE_VALUE";
constexpr std::uint64_t most_shards = 100'000;
constexpr std::size_t most_notes = 100;

struct Entry {
  tensorflow::DataType type = tensorflow::DataType::invalid;
  tensorflow::PartialShape shape = Shape{};
  std::int64_t shard = 0, offset = 0, size = 0;
  std::uint32_t crc = 0;
  bool has_crc = false, sliced = false;
};

// "complex64" of DT_COMPLEX64. Integers of 2 and 4 bits take a byte each in this format.
StoredType stored_type(tensorflow::DataType type) {
  if (const auto dtype = tensorflow::dtype_of(type)) return *dtype;
  std::string name(tensorflow::name(type).substr(3));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const StoredType known(name);
  return known.fills_bytes() ? known : StoredType(tensorflow::name(type));
}

// The messages of tensor_bundle.proto.
class BundleMessages : public TensorflowTensors {
 public:
  using TensorflowTensors::TensorflowTensors;

  Entry read_entry(pbf_reader message) {
    Entry entry;
    while (next(message)) {
      switch (message.tag()) {
        case 1: entry.type = read_type(message, "dtype"); break;
        case 2: entry.shape = read_shape(message, "shape"); break;
        case 3: entry.shard = integer(message, "shard_id"); break;
        case 4: entry.offset = integer(message, "offset"); break;
        case 5: entry.size = integer(message, "size"); break;
        case 6:
          require(message, pbf_wire_type::fixed32, "crc32c");
          entry.crc = message.get_fixed32();
          entry.has_crc = true;
          break;
        case 7:
          entry.sliced = true;
          message.skip();
          break;
        default: message.skip();
      }
    }
    return entry;
  }

  // The number of files, and whether elements are big endian.
  std::pair<std::int64_t, bool> read_header(pbf_reader message) {
    std::pair<std::int64_t, bool> header;
    while (next(message)) {
      switch (message.tag()) {
        case 1: header.first = integer(message, "num_shards"); break;
        case 2: header.second = integer(message, "endianness") == 1; break;
        default: message.skip();
      }
    }
    return header;
  }
};

class BundleLister {
 public:
  BundleLister(Reader& reader, Notes& notes) : reader_(reader), notes_(notes) {
    directory_.files = {reader.path()};
  }

  TensorDirectory run() {
    bool first = true;
    read_sorted_table(reader_, [&](const std::string& key, std::string_view value) {
      if (first != key.empty()) fail_header(quote(key));
      if (first)
        read_header(value);
      else
        add(key, value);
      first = false;
    });
    if (first) fail_header("no entries");
    if (unreadable_ > most_notes) {
      add_note(notes_, std::to_string(unreadable_ - most_notes) + " more tensors cannot be read",
               quote(reader_.path()));
    }
    return std::move(directory_);
  }

 private:
  [[noreturn]] void fail_header(const std::string& found) const {
    reader_.fail_at(0, {"the index has no header as its first entry", found, "an entry without key",
                        "choose the .index file of a TensorFlow checkpoint"});
  }

  void read_header(std::string_view value) {
    try {
      BundleMessages messages(reader_, value.data(), value.size());
      std::tie(shards_, swapped_) = messages.read_header(pbf_reader(value.data(), value.size()));
    } catch (const protozero::exception& error) {
      reader_.fail_at(0, {"the header of the index is damaged", fault_of(error),
                          "fields of tensor_bundle.proto", export_again});
    }
    if (shards_ < 1 || static_cast<std::uint64_t>(shards_) > most_shards) {
      reader_.fail_at(0, {"the index has an impossible number of files", std::to_string(shards_),
                          "1 to " + std::to_string(most_shards), export_again});
    }
  }

  void add_tensor(StoredTensor tensor) {
    if (!tensor.fault.empty() && ++unreadable_ <= most_notes)
      add_note(notes_, "the tensor " + quote(tensor.name) + " cannot be read: " + tensor.fault,
               quote(reader_.path()));
    directory_.tensors.push_back(std::move(tensor));
  }

  void add_unreadable(const std::string& key, std::string fault) {
    StoredTensor tensor;
    tensor.name = comment_text(bundle_name(key));
    tensor.dtype = StoredType("unknown");
    tensor.fault = std::move(fault);
    add_tensor(std::move(tensor));
  }

  void add(const std::string& key, std::string_view value) {
    // A slice of a tensor, whose own entry is under its name.
    if (key[0] == '\0') return;
    if (has_control_character(key) || !is_utf8(key)) {
      return add_unreadable(key, "its name is not printable text in UTF-8");
    }
    Entry entry;
    try {
      BundleMessages messages(reader_, value.data(), value.size());
      entry = messages.read_entry(pbf_reader(value.data(), value.size()));
    } catch (const protozero::exception& error) {
      return add_unreadable(key, fault_of(error));
    } catch (const Error& error) {
      return add_unreadable(key, error.diagnostic().what);
    }
    // What objects of Python refer to, and counters of saves.
    if (key.starts_with("_CHECKPOINTABLE_OBJECT_GRAPH")) return;
    StoredTensor tensor;
    tensor.name = bundle_name(key);
    tensor.dtype = stored_type(entry.type);
    tensor.unsized_bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(0, entry.size));
    tensor.fault = fault_of_shape(entry, tensor.dtype);
    if (tensor.fault.empty()) {
      tensor.shape = *entry.shape;
      tensor.fault =
          tensor.dtype.bits() > 0
              ? fault_of_entry(entry, tensor.bytes())
              : "its elements, of " + std::string(tensor.dtype.name()) + ", are no numbers";
    }
    if (tensor.fault.empty()) {
      tensor.file = file_of(entry.shard);
      tensor.offset = static_cast<std::uint64_t>(entry.offset);
      tensor.swapped = swapped_ && tensor.dtype.bits() > 8;
      if (entry.has_crc) tensor.crc32c = entry.crc;
    }
    add_tensor(std::move(tensor));
  }

  static std::string fault_of_shape(const Entry& entry, const StoredType& dtype) {
    if (!entry.shape ||
        std::any_of(entry.shape->begin(), entry.shape->end(), [](auto d) { return d < 0; }))
      return "its shape is not known";
    try {
      tensor_bytes(dtype, *entry.shape);
    } catch (const Error&) {
      return "its shape " + to_string(*entry.shape) + " is impossible";
    }
    return {};
  }

  std::string fault_of_entry(const Entry& entry, std::uint64_t bytes) {
    if (entry.sliced) return "it is stored in slices";
    if (entry.size < 0 || static_cast<std::uint64_t>(entry.size) != bytes) {
      return "it has " + std::to_string(entry.size) + " bytes, expected " + std::to_string(bytes);
    }
    if (entry.shard < 0 || entry.shard >= shards_) {
      return "it is in the file number " + std::to_string(entry.shard) + " of " +
             std::to_string(shards_);
    }
    const Shard& shard = shard_of(entry.shard);
    if (!shard.fault.empty()) return shard.fault;
    if (entry.offset < 0 || static_cast<std::uint64_t>(entry.offset) > shard.size ||
        bytes > shard.size - static_cast<std::uint64_t>(entry.offset)) {
      return "it ends after the file " + quote(shard.name) + " of " + counted(shard.size, "byte");
    }
    return {};
  }

  struct Shard {
    std::string name, path, fault;
    std::uint64_t size = 0;
    std::uint32_t file = 0;  // in the directory; 0: not used yet
  };

  Shard& shard_of(std::int64_t number) {
    const auto [at, first] = found_.try_emplace(number);
    Shard& shard = at->second;
    if (!first) return shard;
    char ending[48];
    std::snprintf(ending, sizeof ending, ".data-%05lld-of-%05lld", static_cast<long long>(number),
                  static_cast<long long>(shards_));
    const std::filesystem::path index(reader_.path());
    shard.name = index.stem().string() + ending;
    try {
      shard.path = path_inside(reader_.path(), shard.name);
    } catch (const Error& error) {
      shard.fault = "the file " + quote(shard.name) + " cannot be used: " + error.diagnostic().what;
      return shard;
    }
    std::error_code failed;
    shard.size = std::filesystem::file_size(shard.path, failed);
    if (failed) shard.fault = "the file " + quote(shard.name) + " is missing";
    return shard;
  }

  std::uint32_t file_of(std::int64_t number) {
    Shard& shard = shard_of(number);
    if (shard.file == 0) {
      shard.file = static_cast<std::uint32_t>(directory_.files.size());
      directory_.files.push_back(shard.path);
    }
    return shard.file;
  }

  Reader& reader_;
  Notes& notes_;
  TensorDirectory directory_;
  std::int64_t shards_ = 1;
  bool swapped_ = false;
  std::map<std::int64_t, Shard> found_;
  std::size_t unreadable_ = 0;
};

// A block of data whose first entry has no key, and the header: number of files, version.
bool recognises_bundle(std::string_view first) {
  if (first.size() < 8 || first[0] != '\0' || first[1] != '\0' || first[3] != '\x08') return false;
  const auto length = static_cast<unsigned char>(first[2]);
  if (length < 2 || length > 64 || first.size() < 3u + length) return false;
  try {
    pbf_reader header(first.data() + 3, length);
    while (header.next()) {
      if (header.tag() > 3) return false;
      header.skip();
    }
  } catch (const protozero::exception&) {
    return false;
  }
  return true;
}

}  // namespace

std::string bundle_name(std::string key) {
  if (key.ends_with(variable_ending)) key.resize(key.size() - variable_ending.size());
  return key;
}

std::string bundle_index_of(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) return path;
  const std::string index = path + ".index";
  return std::filesystem::is_regular_file(index, ignored) ? index : path;
}

TensorDirectory list_tensor_bundle(Reader& index, Notes& notes) {
  return BundleLister(index, notes).run();
}

const Format bundle_format = {
    .name = "tensorflow_checkpoint",
    .title = "TensorFlow checkpoint",
    .role = FileRole::checkpoint,
    .suffixes = {".index"},
    .recognises = recognises_bundle,
    .read = [](Reader& reader, Notes& notes) -> FileModel {
      return read_all_stored(reader, list_tensor_bundle(reader, notes), notes);
    },
    .write = nullptr,
    .list = list_tensor_bundle,
};

}  // namespace ng
