// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/plan_files.h"

#include <algorithm>

#include "engine/base/cancellation.h"
#include "engine/documents/open_tensors.h"
#include "engine/formats/content_hash.h"
#include "engine/formats/documents/inside_folder.h"
#include "engine/formats/format_table.h"
#include "engine/records/document_record.h"
#include "engine/records/plan_record.h"

namespace ng {
namespace {

constexpr std::int64_t elements_of_a_part = 1 << 20;

std::string text_of(const TensorHash& hash, DType dtype, const Shape& shape) {
  return std::string(name(dtype)) + " " + to_string(shape) + ", hash " + hash.digits();
}

std::string hash_in_parts(TensorSource& source, const CheckpointEntry& entry) {
  const std::int64_t size = element_count(entry.shape);
  std::optional<TensorHash> hash;
  DType dtype = DType::f32;
  for (std::int64_t first = 0; !hash || first < size; first += elements_of_a_part) {
    poll_cancellation();
    const Tensor part =
        source.read_part(entry.name, first, std::min(elements_of_a_part, size - first));
    if (!hash) hash.emplace("", dtype = part.dtype, entry.shape);
    hash->add(part.bytes);
  }
  return text_of(*hash, dtype, entry.shape);
}

std::string hash_of_whole(const Tensor& tensor) {
  TensorHash hash("", tensor.dtype, tensor.shape);
  hash.add(tensor.bytes);
  return text_of(hash, tensor.dtype, tensor.shape);
}

// Empty: the file has no such array.
std::string array_text(const std::string& path, const std::string& array) {
  Reader reader(path);
  const Format& format = recognise(reader);
  if (format.list != nullptr) {
    CheckpointSource source(path);
    const auto& entries = source.contents().entries;
    const CheckpointEntry* entry =
        array.empty() && entries.size() == 1 ? &entries.front() : source.contents().find(array);
    if (!entry) return {};
    return source.reads_parts(entry->name) ? hash_in_parts(source, *entry)
                                           : hash_of_whole(source.read(entry->name));
  }
  Notes notes;
  const FileModel model = format.read(reader, notes);
  const TensorFile& content = tensors_of(model);
  if (array.empty() && content.tensors.size() == 1)
    return hash_of_whole(content.tensors.front().tensor);
  const Tensor* found = content.find(array);
  return found ? hash_of_whole(*found) : std::string();
}

std::string array_text(const Document& document, const PlanBinding& binding) {
  if (!fault_of_reference(binding.file).empty()) return {};
  try {
    return array_text(path_inside(document.path, binding.file), binding.array);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) throw;
    return {};
  }
}

void add_contents(const Document& document, const std::vector<PlanBinding>& bindings,
                  std::vector<PlanGivenRecord>& given) {
  for (std::size_t i = 0; i < bindings.size(); ++i)
    if (bindings[i].source == GivenKind::file)
      given[i].elements = array_text(document, bindings[i]);
}

}  // namespace

DocumentRecordPtr with_file_contents(const Document& document, const DocumentRecordPtr& record) {
  if (!record->plan) return record;
  auto plan = std::make_shared<PlanRecord>(*record->plan);
  add_contents(document, document.plan->bindings, plan->given);
  for (std::size_t i = 0; i < document.plan->evaluations.size(); ++i)
    add_contents(document, document.plan->evaluations[i].bindings, plan->evaluations[i].given);
  auto made = std::make_shared<DocumentRecord>(*record);
  made->plan = std::move(plan);
  return made;
}

}  // namespace ng
