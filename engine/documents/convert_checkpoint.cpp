// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/convert_checkpoint.h"

#include <algorithm>
#include <set>

#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/documents/checkpoint_contents.h"
#include "engine/formats/format_table.h"
#include "engine/formats/tensors/npy.h"

namespace ng {
namespace {

constexpr std::size_t most_named = 20;  // tensors in a message

const Format& writable_format(const std::string& path) {
  const Format* format = format_for_path(path);
  if (format && format->stream) return *format;
  Diagnostic diagnostic;
  diagnostic.what = quote(path) + " cannot be written";
  diagnostic.found = format ? std::string(format->title) : "an unknown suffix";
  diagnostic.expected = ".safetensors, .npz, .npy or .idx";
  refuse(ErrorKind::value, std::move(diagnostic));
}

bool holds(const Format& format, const StoredType& type) {
  return format.holds ? format.holds(type) : type.dtype().has_value();
}

// The type in which a format holds elements: elements in blocks become the numbers that they are.
StoredType written_type(const StoredType& type, const Format& format) {
  return !holds(format, type) && type.blocks() ? StoredType(*type.values()) : type;
}

// Why a tensor cannot be converted; empty: it can.
std::string fault_of(const CheckpointEntry& entry, const StoredType& written, const Format& format,
                     bool reordered) {
  if (!entry.fault.empty()) return entry.fault;
  if (!holds(format, written)) return std::string(written.name());
  if (reordered && !written.fills_bytes())
    return "the axes of " + std::string(written.name()) + " cannot be reordered";
  return {};
}

// Suffixes of the formats of several tensors that hold all these types: ".npz, ".
std::string formats_for(const std::vector<StoredType>& types) {
  std::string text;
  for (const Format* format : format_table()) {
    if (!format->stream || format == &npy_format) continue;
    const auto held = [&](const StoredType& type) { return holds(*format, type); };
    if (std::all_of(types.begin(), types.end(), held))
      text += std::string(format->suffixes.front()) + ", ";
  }
  return text;
}

class Plan {
 public:
  Plan(const CheckpointContents& contents, const TensorRules& rules, const Format& format)
      : path_(contents.path) {
    std::vector<std::string> names;
    for (const CheckpointEntry& entry : contents.entries) names.push_back(entry.name);
    rules.require_used(names);
    std::set<std::string> taken;
    for (const CheckpointEntry& entry : contents.entries) {
      const auto order = rules.order(entry.name, entry.shape.size());
      const StoredType written = written_type(entry.dtype, format);
      std::string fault = fault_of(entry, written, format, !order.empty());
      if (!fault.empty()) {
        readable_ = readable_ && entry.fault.empty();
        types_.push_back(entry.dtype);
        made_.left_out.push_back({entry.name, std::move(fault)});
        continue;
      }
      made_.tensors.push_back(
          {entry.name, rules.renamed(entry.name), written, transposed(entry.shape, order)});
      if (const std::string& name = made_.tensors.back().to; !taken.insert(name).second)
        refuse(ErrorKind::value, "two tensors would have the name " + quote(name));
    }
  }

  void require_all(const std::string& out) const {
    const std::vector<UnsupportedTensor>& unsupported = made_.left_out;
    if (unsupported.empty()) return;
    Diagnostic diagnostic;
    diagnostic.what = counted(unsupported.size(), "tensor") + " of " + quote(path_) +
                      " cannot be written to " + quote(out);
    for (std::size_t i = 0; i < std::min(unsupported.size(), most_named); ++i)
      diagnostic.found +=
          (i ? ", " : "") + quote(unsupported[i].name) + " (" + unsupported[i].reason + ")";
    if (unsupported.size() > most_named)
      diagnostic.found += " and " + std::to_string(unsupported.size() - most_named) + " more";
    const std::string formats = readable_ ? formats_for(types_) : "";
    diagnostic.action = (formats.empty() ? "" : "convert to " + formats + "or ") +
                        "leave them out: ngraph checkpoint convert … --skip-unsupported";
    refuse(ErrorKind::value, std::move(diagnostic));
  }

  ConvertedCheckpoint take() { return std::move(made_); }

 private:
  std::string path_;
  ConvertedCheckpoint made_;
  std::vector<StoredType> types_;  // of what is left out
  bool readable_ = true;           // could another format hold it?
};

}  // namespace

ConvertedCheckpoint convert_checkpoint(const std::string& in, const std::string& out,
                                       const TensorRules& rules,
                                       const std::function<bool(double done)>& progress,
                                       Unsupported unsupported) {
  const Format& format = writable_format(out);
  CheckpointSource source(in);
  Plan plan(source.contents(), rules, format);
  if (unsupported == Unsupported::refuse) plan.require_all(out);
  const ConvertedCheckpoint made = plan.take();
  if (made.tensors.empty() && !made.left_out.empty())
    refuse(ErrorKind::value, "no tensor of " + quote(in) + " can be written to " + quote(out));
  std::size_t done = 0;
  std::vector<TensorToWrite> pending;
  for (const ConvertedTensor& tensor : made.tensors) {
    const auto read = [&] {
      if (progress &&
          !progress(static_cast<double>(done++) / static_cast<double>(made.tensors.size())))
        refuse(ErrorKind::cancelled, "converting " + quote(in) + " was cancelled");
      const CheckpointEntry& entry = *source.contents().find(tensor.from);
      return transposed(entry.dtype == tensor.dtype ? source.read_elements(tensor.from)
                                                    : source.read(tensor.from).bytes.copy(),
                        static_cast<std::size_t>(tensor.dtype.bits() / 8), entry.shape,
                        rules.order(tensor.from, entry.shape.size()));
    };
    pending.push_back({tensor.to, tensor.dtype, tensor.shape, read, nullptr});
  }
  format.stream(out, pending, source.contents().metadata);
  return made;
}

}  // namespace ng
