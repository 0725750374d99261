// SPDX-License-Identifier: Apache-2.0
// C functions of transformers and of their state.
#include <cstring>
#include <set>

#include "engine/base/counted.h"
#include "engine/c_api/guard.h"
#include "engine/c_api/information.h"
#include "engine/ops/state.h"
#include "engine/session/transformer_info.h"

using namespace ng;
using namespace ng::c_api;

namespace {

// By thread, so that an index means the same transformer until the thread counts again.
const std::vector<TransformerInfo>& transformer_list(bool again) {
  thread_local std::vector<TransformerInfo> all;
  if (again || all.empty()) all = all_transformers();
  return all;
}

// A copy of the text that callers may keep: lists of transformers belong to no handle. Never
// destroyed, because other threads may read it while the program ends.
const char* kept(const std::string& text) {
  static std::mutex& mutex = *new std::mutex;
  static std::set<std::string>& texts = *new std::set<std::string>;
  const std::lock_guard<std::mutex> lock(mutex);
  return texts.insert(text).first->c_str();
}

Op state_named(const Transformer& transformer, const std::string& name) {
  std::vector<Op> found = transformer.state_ops();
  std::erase_if(found, [&](const Op& op) { return op.name() != name; });
  if (found.size() > 1) {
    throw CallError{NGRAPH_VALUE,
                    counted(found.size(), "variable") + " have the name '" + name + "'",
                    "other names, or a transformer for each document"};
  }
  if (found.empty())
    throw CallError{NGRAPH_KEY, "no variable '" + name + "'", "a name of ngraph_state_describe"};
  return found[0];
}

// The initial value of a variable that no program reads or writes.
Tensor value_of(const Transformer& transformer, const Op& op) {
  const std::optional<Tensor> value = transformer.value(op);
  return value ? *value : initial_contents(op.node());
}

}  // namespace

int ngraph_transformer_count(size_t* count) {
  return guarded([&] {
    require_pointer(count, "count");
    *count = transformer_list(true).size();
  });
}

int ngraph_transformer_describe(size_t i, ngraph_transformer_info* info) {
  return guarded([&] {
    require_struct(info, "info");
    const auto& all = transformer_list(false);
    require_index(i, all.size(), "transformer");
    info->name = kept(all[i].name);
    info->available = all[i].availability.available;
    info->what = kept(all[i].availability.what);
    info->reason = kept(all[i].availability.reason);
  });
}

int ngraph_transformer_open(const char* name, ngraph_transformer* transformer) {
  return guarded([&] {
    require_pointer(name, "name");
    require_pointer(transformer, "transformer");
    const auto made = std::make_shared<TransformerObject>();
    made->transformer = allocate_transformer(name);
    *transformer = static_cast<ngraph_transformer>(add_object(made));
  });
}

int ngraph_state_count(ngraph_transformer transformer, size_t* count) {
  return guarded([&] {
    require_pointer(count, "count");
    const auto object = transformer_of(transformer);
    const TransformerUse use(*object);
    *count = object->transformer->state_ops().size();
  });
}

int ngraph_state_describe(ngraph_transformer transformer, size_t i, ngraph_tensor_info* info) {
  return guarded([&] {
    const auto object = transformer_of(transformer);
    require_struct(info, "info");
    const TransformerUse use(*object);
    const std::vector<Op> all = object->transformer->state_ops();
    require_index(i, all.size(), "variable");
    describe_tensor(object->states.keep(tensor_text(all[i].name(), all[i])), info);
  });
}

int ngraph_state_get(ngraph_transformer transformer, const char* name, void* data, size_t bytes) {
  return guarded([&] {
    require_pointer(name, "name");
    require_pointer(data, "data");
    const auto object = transformer_of(transformer);
    const TransformerUse use(*object);
    const Op op = state_named(*object->transformer, name);
    object->transformer->declare_state();
    const Tensor value = value_of(*object->transformer, op);
    require_bytes(bytes, value.bytes.size(), name);
    if (bytes) std::memcpy(data, value.bytes.data(), bytes);
  });
}

int ngraph_state_set(ngraph_transformer transformer, const char* name, const void* data,
                     size_t bytes) {
  return guarded([&] {
    require_pointer(name, "name");
    require_pointer(data, "data");
    const auto object = transformer_of(transformer);
    const TransformerUse use(*object);
    const Op op = state_named(*object->transformer, name);
    Tensor value(op.dtype(), op.axes().lengths());
    require_bytes(bytes, value.bytes.size(), name);
    if (bytes) std::memcpy(value.bytes.data(), data, bytes);
    object->transformer->set_value(op, value);
  });
}

int ngraph_state_save(ngraph_transformer transformer, const char* path) {
  return guarded([&] {
    require_pointer(path, "path");
    const auto object = transformer_of(transformer);
    const TransformerUse use(*object);
    object->transformer->save(path);
  });
}

int ngraph_state_restore(ngraph_transformer transformer, const char* path) {
  return guarded([&] {
    require_pointer(path, "path");
    const auto object = transformer_of(transformer);
    const TransformerUse use(*object);
    object->transformer->restore(path);
  });
}
