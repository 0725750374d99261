// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensors/safetensors_header.h"

#include "engine/base/quote.h"
#include "engine/formats/tensors/safetensors_types.h"
#include "engine/parsing/json_field.h"

namespace ng {
namespace {

constexpr std::int64_t longest = std::int64_t{1} << 62;
constexpr const char* again = "the file is damaged; download or export it again";

Shape read_shape(const JsonField& field) {
  const auto items = field.items();
  field.reader().check_limit("the rank of a tensor", items.size(), field.reader().limits().rank);
  Shape shape;
  for (const JsonField& item : items) shape.push_back(item.integer(0, longest));
  return shape;
}

SafetensorsEntry read_entry(const std::string& name, const JsonField& field, Notes& notes) {
  field.expect_only({"dtype", "shape", "data_offsets"}, notes);
  SafetensorsEntry entry;
  entry.name = name;
  entry.header_offset = field.value().offset;
  entry.dtype = safetensors_type(field.at("dtype").name());
  entry.shape = read_shape(field.at("shape"));
  const JsonField offsets = field.at("data_offsets");
  std::vector<std::uint64_t> ends;
  for (const JsonField& item : offsets.items())
    ends.push_back(static_cast<std::uint64_t>(item.integer(0, INT64_MAX)));
  if (ends.size() != 2 || ends[0] > ends[1])
    offsets.fail("a tensor has wrong data_offsets",
                 ends.size() == 2 ? std::to_string(ends[0]) + " and " + std::to_string(ends[1])
                                  : describe(offsets.value()),
                 "begin and end, begin not after end", again);
  entry.begin = ends[0];
  entry.end = ends[1];
  return entry;
}

}  // namespace

void parse_safetensors_header(const Reader& reader, std::string text, std::uint64_t text_start,
                              SafetensorsHeader& header, Notes& notes) {
  const JsonTree tree = parse_json_part(reader, std::move(text), text_start);
  const auto members = JsonField(tree, reader).members();
  reader.check_limit("the number of entries", members.size(), reader.limits().tensors + 1);
  for (const auto& [name, field] : members) {
    if (name == "__metadata__") {
      for (const auto& [key, value] : field.members()) header.metadata[key] = value.text();
    } else {
      header.entries.push_back(read_entry(name, field, notes));
    }
  }
  reader.check_limit("the number of tensors", header.entries.size(), reader.limits().tensors);
}

}  // namespace ng
