// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensors/sharded_index.h"

#include <algorithm>
#include <unordered_map>

#include "engine/base/quote.h"
#include "engine/formats/documents/inside_folder.h"
#include "engine/formats/format_table.h"
#include "engine/parsing/json_field.h"

namespace ng {
namespace {

constexpr const char* again = "download the index and its files again, into one folder";
constexpr std::uint64_t most_files = 10'000;
constexpr std::uint64_t most_index_bytes = 1 << 28;

// The files in order of their first tensor, and the file of each tensor.
struct Index {
  std::vector<std::string> files;
  std::unordered_map<std::string, std::uint32_t> file_of;
};

Index read_index(Reader& reader) {
  reader.seek(0);
  reader.check_limit("the size of an index", reader.size(), most_index_bytes);
  const JsonTree tree = parse_json(reader);
  const JsonField map = JsonField(tree, reader).at("weight_map");
  Index index;
  std::unordered_map<std::string, std::uint32_t> numbers;
  const auto members = map.members();
  reader.check_limit("the number of tensors", members.size(), reader.limits().tensors);
  for (const auto& [name, field] : members) {
    const std::string file = field.name();
    if (const std::string fault = fault_of_reference(file); !fault.empty())
      field.fail("a file of the index cannot be used: " + fault, quote(file),
                 "a file at or below the folder of the index", again);
    const auto [place, added] =
        numbers.emplace(file, static_cast<std::uint32_t>(index.files.size()));
    if (added) index.files.push_back(file);
    index.file_of.emplace(name, place->second);
  }
  reader.check_limit("the number of files of an index", index.files.size(), most_files);
  if (index.files.empty())
    map.fail("the index names no tensors", "an empty weight_map", "a file for each tensor", again);
  return index;
}

TensorDirectory list_shard(const Reader& index, const std::string& file, Notes& notes) {
  const std::string path = path_inside(index.path(), file);
  Reader reader(path, index.limits());
  if (&recognise(reader) == &sharded_format)
    reader.fail_at(
        0, {"a file of an index is itself an index", quote(file), "a file of weights", again});
  return list_tensors(reader, notes);
}

// Adds those tensors of a shard that the index looks for in it.
void add_shard(const Index& index, std::uint32_t number, TensorDirectory shard,
               TensorDirectory& all) {
  const auto first_file = static_cast<std::uint32_t>(all.files.size());
  const auto first_member = static_cast<std::int32_t>(all.members.size());
  all.files.insert(all.files.end(), shard.files.begin(), shard.files.end());
  std::move(shard.members.begin(), shard.members.end(), std::back_inserter(all.members));
  for (StoredTensor& tensor : shard.tensors) {
    const auto wanted = index.file_of.find(tensor.name);
    if (wanted == index.file_of.end() || wanted->second != number) continue;
    tensor.file += first_file;
    if (tensor.member >= 0) tensor.member += first_member;
    all.tensors.push_back(std::move(tensor));
  }
}

[[noreturn]] void fail_missing(const Reader& reader, const Index& index,
                               const TensorDirectory& found) {
  std::unordered_map<std::string_view, bool> have;
  for (const StoredTensor& tensor : found.tensors) have[tensor.name] = true;
  std::vector<std::string> missing;
  for (const auto& [name, file] : index.file_of)
    if (!have.contains(name)) missing.push_back(quote(name) + " of " + quote(index.files[file]));
  std::sort(missing.begin(), missing.end());
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, missing.size()); ++i)
    text += (i ? ", " : "") + missing[i];
  reader.fail_at(0, {"the files of the index lack " + std::to_string(missing.size()) +
                         (missing.size() == 1 ? " tensor" : " tensors"),
                     text, "every tensor of the index in its file", again});
}

}  // namespace

TensorDirectory list_sharded(Reader& reader, Notes& notes) {
  const Index index = read_index(reader);
  TensorDirectory all;
  all.files = {reader.path()};
  for (std::uint32_t i = 0; i < index.files.size(); ++i)
    add_shard(index, i, list_shard(reader, index.files[i], notes), all);
  if (all.tensors.size() != index.file_of.size()) fail_missing(reader, index, all);
  return all;
}

const Format sharded_format = {
    .name = "sharded",
    .title = "index of weights in several files",
    .role = FileRole::checkpoint,
    .suffixes = {".index.json"},
    .recognises =
        [](std::string_view first) {
          const std::size_t brace = first.find_first_not_of(" \t\r\n");
          if (brace == std::string_view::npos || first[brace] != '{') return false;
          const std::size_t key = first.find_first_not_of(" \t\r\n", brace + 1);
          if (key == std::string_view::npos) return false;
          return first.substr(key).starts_with("\"weight_map\"") ||
                 first.substr(key).starts_with("\"metadata\"");
        },
    .read = [](Reader& reader, Notes& notes) -> FileModel {
      return read_all_stored(reader, list_sharded(reader, notes), notes);
    },
    .write = nullptr,
    .list = list_sharded,
};

}  // namespace ng
