// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/convert_checkpoint.h"

#include <set>

#include "engine/base/quote.h"
#include "engine/documents/checkpoint_contents.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/format_table.h"
#include "engine/formats/tensors/safetensors.h"

namespace ng {
namespace {

const Format& writable_format(const std::string& path) {
  const Format* format = format_for_path(path);
  if (format && format->write && format->list) return *format;
  Diagnostic diagnostic;
  diagnostic.what = quote(path) + " cannot be written";
  diagnostic.found = format ? std::string(format->title) : "an unknown suffix";
  diagnostic.expected = ".safetensors, .npz, .npy or .idx";
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<ConvertedTensor> plan(const CheckpointContents& contents, const TensorRules& rules) {
  std::vector<std::string> names;
  for (const CheckpointEntry& entry : contents.entries) names.push_back(entry.name);
  rules.require_used(names);
  std::vector<ConvertedTensor> tensors;
  std::set<std::string> taken;
  for (const CheckpointEntry& entry : contents.entries) {
    const auto order = rules.order(entry.name, entry.shape.size());
    tensors.push_back(
        {entry.name, rules.renamed(entry.name), entry.dtype, transposed(entry.shape, order)});
    if (!taken.insert(tensors.back().to).second)
      refuse(ErrorKind::value, "two tensors would have the name " + quote(tensors.back().to));
  }
  return tensors;
}

}  // namespace

std::vector<ConvertedTensor> convert_checkpoint(const std::string& in, const std::string& out,
                                                const TensorRules& rules,
                                                const std::function<bool(double done)>& progress) {
  const Format& format = writable_format(out);
  CheckpointSource source(in);
  const std::vector<ConvertedTensor> tensors = plan(source.contents(), rules);
  std::size_t done = 0;
  std::vector<TensorToWrite> pending;
  for (const ConvertedTensor& tensor : tensors) {
    const auto read = [&] {
      if (progress && !progress(static_cast<double>(done++) / static_cast<double>(tensors.size())))
        refuse(ErrorKind::cancelled, "converting " + quote(in) + " was cancelled");
      const Tensor value = source.read(tensor.from);
      return transposed(value, rules.order(tensor.from, value.shape.size()));
    };
    pending.push_back({tensor.to, tensor.dtype, tensor.shape, read, nullptr});
  }
  if (&format == &safetensors_format) {
    stream_safetensors(out, pending, source.contents().metadata);
  } else if (&format == &npz_format) {
    stream_npz(out, pending);
  } else {
    TensorFile file;
    for (const TensorToWrite& each : pending) file.tensors.push_back({each.name, each.read()});
    format.write(out, file);
  }
  return tensors;
}

}  // namespace ng
