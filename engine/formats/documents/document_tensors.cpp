// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/document_tensors.h"

#include <filesystem>
#include <functional>
#include <unordered_map>

#include "engine/base/atomic_file.h"
#include "engine/base/quote.h"
#include "engine/formats/content_hash.h"
#include "engine/formats/documents/inside_folder.h"
#include "engine/formats/documents/tensor_json.h"
#include "engine/formats/format_table.h"
#include "engine/formats/tensors/safetensors.h"

namespace ng {
namespace {

// Calls `visit` with every array of the model, its name and its line.
void for_each_tensor(DocumentModel& model,
                     const std::function<void(TensorModel&, const std::string&, int)>& visit) {
  for (OpModel& op : model.ops) {
    for (auto& [key, value] : op.attributes) {
      if (auto* tensor = std::get_if<TensorModel>(&value)) {
        visit(*tensor, op.name + "." + key, op.document_line);
      }
    }
  }
  if (!model.plan) return;
  auto visit_bindings = [&](std::vector<PlanBinding>& bindings, const std::string& of) {
    for (PlanBinding& binding : bindings) {
      if (binding.source != PlanBinding::Source::value) continue;
      visit(binding.value, of + "." + binding.placeholder, binding.document_line);
    }
  };
  visit_bindings(model.plan->bindings, "plan");
  for (PlanEvaluation& evaluation : model.plan->evaluations) {
    visit_bindings(evaluation.bindings, "plan." + evaluation.name);
  }
}

bool is_loaded(const TensorModel& tensor) {
  return !tensor.value.bytes.empty() || tensor.file.empty() ||
         element_count(tensor.value.shape) == 0;
}

std::string hash_of(const std::vector<TensorRef>& tensors) {
  std::map<std::string, std::string> hashes;
  for (const TensorRef& ref : tensors) hashes[ref.name] = content_hash(ref.name, *ref.tensor);
  std::string all;
  for (const auto& [name, hash] : hashes) all += hash;
  return content_hash(all);
}

class Loader {
 public:
  Loader(std::string document_path, Limits limits)
      : document_path_(std::move(document_path)), limits_(limits) {}

  void load(TensorModel& model, int line) {
    if (is_loaded(model)) return;
    const Tensor* found = nullptr;
    const File& from = file(model.file, line);
    if (const auto place = from.places.find(model.name); place != from.places.end()) {
      found = &from.content.tensors[place->second].tensor;
    } else {
      fail(line, "an array is not in its file", quote(model.name) + " in " + quote(model.file),
           "an array of that name");
    }
    if (found->dtype != model.value.dtype || found->shape != model.value.shape) {
      fail(line, "an array in a file does not match the document",
           std::string(name(found->dtype)) + to_string(found->shape),
           std::string(name(model.value.dtype)) + to_string(model.value.shape));
    }
    model.value = *found;
  }

 private:
  struct File {
    TensorFile content;
    std::unordered_map<std::string, std::size_t> places;  // indices of tensors by name
  };

  const File& file(const std::string& reference, int line) {
    const auto known = files_.find(reference);
    if (known != files_.end()) return known->second;
    if (reference.find('/') != std::string::npos || !fault_of_reference(reference).empty()) {
      fail(line, "invalid reference to a file of arrays", quote(reference),
           "the name of a file beside the document");
    }
    TensorFile content = read(reference, line);
    if (hash_of(refs(content)) + ".safetensors" != reference) {
      fail(line, "a file of arrays is damaged", quote(reference) + " has other content",
           "content whose hash is the file's name");
    }
    File& file = files_[reference];
    for (const NamedTensor& each : content.tensors)
      file.places.emplace(each.name, file.places.size());
    file.content = std::move(content);
    return file;
  }

  TensorFile read(const std::string& reference, int line) const {
    try {
      Reader reader(path_inside(document_path_, reference), limits_);
      Notes notes;
      return read_safetensors(reader, notes);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::bad_file) throw;
      const Diagnostic& inner = error.diagnostic();
      fail(line, "a file of arrays cannot be read",
           inner.what + (inner.found.empty() ? "" : ", " + inner.found),
           inner.expected.empty() ? "the file beside the document" : inner.expected);
    }
  }

  [[noreturn]] void fail(int line, std::string what, std::string found,
                         std::string expected) const {
    Diagnostic diagnostic;
    diagnostic.what = quote(document_path_) + ": " + std::move(what);
    diagnostic.where = quote(document_path_) + " line " + std::to_string(line);
    diagnostic.found = std::move(found);
    diagnostic.expected = std::move(expected);
    diagnostic.action = "restore the file from a copy, or save the document again";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }

  std::string document_path_;
  Limits limits_;
  std::map<std::string, File> files_;
};

}  // namespace

void load_tensors(DocumentModel& model, const std::string& document_path, Limits limits) {
  Loader loader(document_path, limits);
  for_each_tensor(
      model, [&](TensorModel& tensor, const std::string&, int line) { loader.load(tensor, line); });
}

void store_tensors(DocumentModel& model, const std::string& document_path) {
  std::vector<TensorModel*> large;
  std::vector<TensorRef> tensors;
  for_each_tensor(model, [&](TensorModel& tensor, const std::string& name, int) {
    if (!is_loaded(tensor)) return;
    tensor.file.clear();
    tensor.name.clear();
    if (tensor.value.size() <= most_inline_elements) return;
    tensor.name = name;
    large.push_back(&tensor);
    tensors.push_back({name, &tensor.value});
  });
  if (large.empty()) return;
  const std::string name = hash_of(tensors) + ".safetensors";
  for (TensorModel* tensor : large) tensor->file = name;
  const auto folder = std::filesystem::path(document_path).parent_path();
  write_safetensors((folder / name).string(), tensors);
}

void write_document(const std::string& path, const DocumentModel& model) {
  if (const Format* model_format = model_format_at(path)) {
    Diagnostic diagnostic;
    const std::string_view title = model_format->title;
    const bool vowel = std::string_view("AEIO").find(title[0]) != std::string_view::npos;
    diagnostic.what =
        "a document is not saved over " + std::string(vowel ? "an " : "a ") + std::string(title);
    diagnostic.found = quote(path);
    diagnostic.expected = "a name that ends in .ngraph";
    diagnostic.action = "save it under another name; 'ngraph convert' writes ONNX models";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  AtomicFile file(path);  // before the arrays: it refuses what is no file
  DocumentModel stored = model;
  store_tensors(stored, path);
  file.write(document_text(stored));
  file.commit();
}

}  // namespace ng
