// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/pytorch/torch_file.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/formats/archives/zip_entry.h"
#include "engine/formats/pytorch/pt2_file.h"
#include "engine/formats/pytorch/torch_tensors.h"

namespace ng {
namespace {

constexpr const char* again = "the file is damaged; save it again with torch.save";
constexpr std::string_view magic("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 12);
constexpr std::int64_t legacy_version = 1001;
constexpr std::uint64_t most_compressed_bytes = 16 << 20;
constexpr const char* torchscript_note =
    "the archive holds a TorchScript program: its code and weights are shown, but it is not run, "
    "because its types and lengths are known only in PyTorch; to run the module, save it with "
    "torch.export.save";

// A zip archive: NAME/data.pkl and one entry NAME/data/KEY for each storage.
class Archive {
 public:
  Archive(Reader& reader, TensorDirectory& directory) : reader_(reader), directory_(directory) {
    for (ZipEntry& entry : read_zip_directory(reader)) {
      // PyTorch can be set to write no checksums.
      const bool has_crc = entry.method != 0 || entry.crc != 0;
      directory.members.push_back({std::move(entry), has_crc});
    }
    for (std::size_t i = 0; i < directory.members.size(); ++i)
      index_.emplace(directory.members[i].entry.name, i);
  }

  void list(Notes& notes) {
    const std::size_t pickle = pickle_member();
    const std::string text = content(pickle);
    const std::string& name = directory_.members[pickle].entry.name;
    prefix_ = name.substr(0, name.rfind('/') + 1);
    add_code(notes);
    swapped_ = big_endian();
    const Reader inner(std::as_bytes(std::span(text)), reader_.path() + ":" + name,
                       reader_.limits());
    const PickleData data = read_pickle(inner, 0);
    if (data.end() != text.size())
      inner.fail_at(data.end(), {"bytes follow the pickle",
                                 counted(text.size() - data.end(), "byte"), "none", again});
    find_torch_tensors(
        inner, data, [this, &inner](const TorchStorage& storage) { return place(inner, storage); },
        directory_, notes);
  }

 private:
  std::size_t pickle_member() const {
    for (const auto& [name, index] : index_)
      if (name.ends_with("/data.pkl") && std::count(name.begin(), name.end(), '/') == 1)
        return index;
    reader_.fail_at(
        0, {"the archive has no entry 'data.pkl'", std::to_string(index_.size()) + " entries",
            "a PyTorch checkpoint", "choose a file that torch.save or torch.jit.save wrote"});
  }

  std::string content(std::size_t member) const {
    const auto& [entry, has_crc] = directory_.members[member];
    // PyTorch does not compress; an archive that was packed again must not unpack to anything.
    if (entry.method != 0)
      reader_.check_limit("a compressed pickle", entry.unpacked, most_compressed_bytes);
    if (has_crc) return read_zip_entry(reader_, entry);
    reader_.check_limit("an archive entry", entry.unpacked, reader_.limits().allocation_bytes);
    std::string text(entry.unpacked, '\0');
    reader_.read_at(entry.data, std::as_writable_bytes(std::span(text)));
    return text;
  }

  // A TorchScript archive holds the program of its module.
  void add_code(Notes& notes) {
    std::uint64_t bytes = 0;
    for (const auto& [name, index] : index_) {
      if (!name.starts_with(prefix_ + "code/") || !name.ends_with(".py")) continue;
      bytes += directory_.members[index].entry.unpacked;
      reader_.check_limit("the program of the module", bytes, most_compressed_bytes);
      directory_.metadata[name.substr(prefix_.size())] = content(index);
    }
    if (bytes > 0) add_note(notes, torchscript_note, quote(reader_.path()));
  }

  bool big_endian() const {
    const auto found = index_.find(prefix_ + "byteorder");
    if (found == index_.end()) return false;
    const ZipEntry& entry = directory_.members[found->second].entry;
    const std::string order = entry.unpacked > 16 ? "a long text" : content(found->second);
    if (order == "little" || order == "big") return order == "big";
    reader_.fail_at(entry.header, {"the archive has an unknown byte order", quote(order),
                                   "little or big", again});
  }

  StoragePlace place(const Reader& pickle, const TorchStorage& storage) const {
    const auto found = index_.find(prefix_ + "data/" + storage.key);
    if (found == index_.end())
      pickle.fail_at(storage.offset, {"storage " + quote(storage.key) + " is not in the archive",
                                      std::to_string(index_.size()) + " entries",
                                      quote(prefix_ + "data/" + storage.key), again});
    const ZipEntry& entry = directory_.members[found->second].entry;
    return {static_cast<std::int32_t>(found->second), 0, entry.unpacked, swapped_};
  }

  Reader& reader_;
  TensorDirectory& directory_;
  std::map<std::string, std::size_t> index_;
  std::string prefix_;  // "NAME/"
  bool swapped_ = false;
};

// Five pickles (magic number, version, system, the objects, the keys of storages), then for each
// key the number of elements and the elements.
class Legacy {
 public:
  Legacy(Reader& reader, TensorDirectory& directory) : reader_(reader), directory_(directory) {}

  void list(Notes& notes) {
    const PickleData magic_number = read_pickle(reader_, 0);
    const PickleData version = read_pickle(reader_, magic_number.end());
    if (version.integer(version.root()) != legacy_version)
      reader_.fail_at(magic_number.end(),
                      {"the checkpoint has an unknown version", found_text(version), "1001",
                       "save it again with a newer PyTorch"});
    const PickleData system = read_pickle(reader_, version.end());
    const PickleData objects = read_pickle(reader_, system.end());
    collect(objects);
    find_places(read_pickle(reader_, objects.end()));
    find_torch_tensors(
        reader_, objects, [this](const TorchStorage& storage) { return place(storage); },
        directory_, notes);
  }

 private:
  static std::string found_text(const PickleData& value) {
    const auto number = value.integer(value.root());
    return number ? std::to_string(*number) : std::string(name(value.kind(value.root())));
  }

  // The element sizes of all storages: the data do not repeat them.
  void collect(const PickleData& objects) {
    for (PickleData::Id id = 0; id < objects.size(); ++id) {
      if (objects.kind(id) != PickleKind::persistent ||
          module_class_of(objects, id) != PickleData::nothing)
        continue;
      TorchStorage storage = storage_of(reader_, objects, id);
      const std::int64_t size = storage.element_bytes();
      if (size == 0)
        reader_.fail_at(storage.offset, {"storage " + quote(storage.key) + " has an unknown type",
                                         quote(storage.dtype.name()),
                                         "torch.FloatStorage or another storage of PyTorch",
                                         "save it again with a newer PyTorch, as a zip archive"});
      const auto [known, added] = sizes_.emplace(storage.key, size);
      if (added || known->second == size) continue;
      reader_.fail_at(storage.offset,
                      {"storage " + quote(storage.key) + " has two element types",
                       counted(size, "byte"), counted(known->second, "byte"), again});
    }
  }

  void find_places(const PickleData& keys) {
    const PickleKind kind = keys.kind(keys.root());
    if (kind != PickleKind::list)
      reader_.fail_at(keys.offset(keys.root()), {"the checkpoint has no list of storages",
                                                 std::string(name(kind)), "a list", again});
    std::uint64_t at = keys.end();
    for (const PickleData::Id id : keys.items(keys.root())) {
      const std::string key(keys.kind(id) == PickleKind::text ? keys.text(id) : "");
      const auto size = sizes_.find(key);
      if (size == sizes_.end())
        reader_.fail_at(keys.offset(id), {"a storage is listed that no tensor uses", quote(key),
                                          "the key of a storage", again});
      at = find_place(key, static_cast<std::uint64_t>(size->second), at);
    }
    if (at != reader_.size())
      reader_.fail_at(at, {"bytes follow the last storage", counted(reader_.size() - at, "byte"),
                           "none", again});
  }

  // The storage that begins at `at`; returns its end.
  std::uint64_t find_place(const std::string& key, std::uint64_t each, std::uint64_t at) {
    std::uint64_t elements = 0;
    const std::uint64_t left = reader_.size() - at;
    if (left >= 8) reader_.read_at(at, std::as_writable_bytes(std::span(&elements, 1)));
    if (left < 8 || elements > (left - 8) / each)
      reader_.fail_at(
          at, {"storage " + quote(key) + " is cut off",
               left < 8 ? counted(left, "byte") + " left"
                        : std::to_string(elements) + " elements of " + counted(each, "byte"),
               "at most " + counted(left, "byte"), again});
    if (!places_.emplace(key, StoragePlace{-1, at + 8, elements * each, false}).second)
      reader_.fail_at(at, {"storage " + quote(key) + " comes twice", {}, "once", again});
    return at + 8 + elements * each;
  }

  StoragePlace place(const TorchStorage& storage) const {
    const auto found = places_.find(storage.key);
    if (found != places_.end()) return found->second;
    reader_.fail_at(storage.offset,
                    {"storage " + quote(storage.key) + " is not in the file",
                     counted(places_.size(), "storage"), "a storage that the file lists", again});
  }

  Reader& reader_;
  TensorDirectory& directory_;
  std::map<std::string, std::int64_t> sizes_;  // of elements, by key
  std::map<std::string, StoragePlace> places_;
};

// The magic number in a pickle of any protocol, with or without a frame.
bool is_legacy(std::string_view first) {
  if (first.size() < 14 || first[0] != '\x80' || first[1] < 2 || first[1] > 5) return false;
  return first.substr(2).starts_with(magic) ||
         (first[2] == '\x95' && first.size() > 11 && first.substr(11).starts_with(magic));
}

bool recognises_pytorch(std::string_view first) {
  return is_legacy(first) || is_torch_archive(first);
}

}  // namespace

bool is_torch_archive(std::string_view first) {
  if (!first.starts_with("PK\x03\x04") || first.size() < 30) return false;
  if (is_pt2_archive(first)) return false;
  std::uint16_t length = 0;
  std::memcpy(&length, first.data() + 26, sizeof length);
  const std::string_view name = first.substr(30, length);
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos || name.ends_with(".npy")) return false;
  const std::string_view entry = name.substr(slash + 1);
  for (const std::string_view known : {"data.pkl", "version", "byteorder", ".format_version",
                                       ".storage_alignment", "constants.pkl"})
    if (entry == known) return true;
  return entry.starts_with("data/") || entry.starts_with("code/") || entry.starts_with(".data/");
}

TensorDirectory list_pytorch(Reader& reader, Notes& notes) {
  TensorDirectory directory;
  directory.files = {reader.path()};
  const std::string first = reader.first_bytes(64);
  if (first.starts_with("PK")) {
    Archive(reader, directory).list(notes);
  } else if (is_legacy(first)) {
    Legacy(reader, directory).list(notes);
  } else {
    reader.fail_at(0, {"this is not a PyTorch checkpoint", quote(first.substr(0, 16)),
                       "a zip archive or PyTorch's magic number", again});
  }
  return directory;
}

const Format pytorch_format = {
    .name = "pytorch",
    .title = "PyTorch checkpoint",
    .role = FileRole::checkpoint,
    .suffixes = {".pt", ".pth"},
    .recognises = recognises_pytorch,
    .read = [](Reader& reader, Notes& notes) -> FileModel {
      return read_all_stored(reader, list_pytorch(reader, notes), notes);
    },
    .write = nullptr,
    .list = list_pytorch,
};

}  // namespace ng
