// SPDX-License-Identifier: Apache-2.0
#include "engine/c_api/handles.h"

#include <cstdint>
#include <unordered_map>

#include "engine/c_api/guard.h"
#include "engine/runtime/program.h"

namespace ng::c_api {
namespace {

struct Table {
  std::mutex mutex;
  std::unordered_map<std::uintptr_t, std::shared_ptr<Object>> objects;
  std::uintptr_t next = 0;
};

// Never destroyed: handles may be released while the program ends.
Table& table() {
  static Table& only = *new Table;
  return only;
}

constexpr std::uintptr_t spacing = 16;  // handles look like aligned pointers

void point_to_axes(TensorText& text) {
  for (const std::string& axis : text.axes) text.axis_pointers.push_back(axis.c_str());
}

bool are_equal(const TensorText& a, const TensorText& b) {
  return a.name == b.name && a.dtype == b.dtype && a.bytes == b.bytes && a.lengths == b.lengths &&
         a.axes == b.axes;
}

}  // namespace

TensorText tensor_text(const std::string& name, const Op& op) {
  TensorText text;
  text.name = name;
  text.dtype = op.dtype();
  for (const Axis& axis : op.axes()) {
    text.axes.push_back(axis.label());
    text.lengths.push_back(axis.known_length() ? axis.length() : -1);
  }
  if (op.axes().all_lengths_known())
    text.bytes = static_cast<std::size_t>(op.axes().element_count()) * size_of(op.dtype());
  point_to_axes(text);
  return text;
}

TensorText tensor_text(const std::string& name, const Buffer& buffer) {
  TensorText text;
  text.name = name;
  text.dtype = buffer.dtype;
  text.lengths = buffer.shape;
  text.axes = buffer.axes;
  text.bytes = static_cast<std::size_t>(buffer.bytes);
  point_to_axes(text);
  return text;
}

const TensorText& KeptTexts::keep(TensorText text) {
  for (const TensorText& known : texts_) {
    if (are_equal(known, text)) return known;
  }
  return texts_.emplace_back(std::move(text));
}

TransformerUse::TransformerUse(TransformerObject& transformer) : transformer_(transformer) {
  if (transformer.user == std::this_thread::get_id()) {
    throw CallError{NGRAPH_RUNTIME, "a callback calls into the transformer that called it",
                    "calls of other transformers, or after the callback"};
  }
  lock_ = std::unique_lock(transformer.in_use);
  transformer.user = std::this_thread::get_id();
}

void* add_object(std::shared_ptr<Object> object) {
  const std::lock_guard<std::mutex> lock(table().mutex);
  const std::uintptr_t key = table().next += spacing;
  table().objects.emplace(key, std::move(object));
  return reinterpret_cast<void*>(key);
}

std::shared_ptr<Object> find_object(const void* handle) {
  const std::lock_guard<std::mutex> lock(table().mutex);
  const auto found = table().objects.find(reinterpret_cast<std::uintptr_t>(handle));
  return found == table().objects.end() ? nullptr : found->second;
}

bool remove_object(void* handle) {
  std::shared_ptr<Object> removed;  // destroyed after the lock is given up
  const std::lock_guard<std::mutex> lock(table().mutex);
  const auto found = table().objects.find(reinterpret_cast<std::uintptr_t>(handle));
  if (found == table().objects.end()) return false;
  removed = std::move(found->second);
  table().objects.erase(found);
  return true;
}

void refuse_handle(const void* handle, const char* expected) {
  throw CallError{NGRAPH_BAD_HANDLE,
                  handle ? "the handle is released or of another kind" : "the handle is null",
                  std::string("a handle of ") + expected};
}

}  // namespace ng::c_api
