// SPDX-License-Identifier: Apache-2.0
// Handles of the C API: numbers in the form of pointers, looked up in a table, so that a wrong
// handle is an error and never a crash.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/c_api/ngraph.h"
#include "engine/documents/document.h"
#include "engine/runtime/program.h"
#include "engine/session/transformer.h"

namespace ng::c_api {

// Name, axes and lengths that an ngraph_tensor_info refers to. Moved but not copied: a move leaves
// the strings of `axes` where `axis_pointers` finds them.
struct TensorText {
  TensorText() = default;
  TensorText(TensorText&&) noexcept = default;
  TensorText& operator=(TensorText&&) noexcept = default;

  std::string name;
  DType dtype = DType::f32;
  Shape lengths;
  std::size_t bytes = 0;
  std::vector<std::string> axes;
  std::vector<const char*> axis_pointers;
};
TensorText tensor_text(const std::string& name, const Op& op);
TensorText tensor_text(const std::string& name, const Buffer& buffer);

// Texts that callers have pointers to: none is changed or removed while the handle lives.
class KeptTexts {
 public:
  const TensorText& keep(TensorText text);  // a known one if it is equal

 private:
  std::deque<TensorText> texts_;
};

struct Object {
  virtual ~Object() = default;
};
struct DocumentObject : Object {
  Document document;
  std::mutex in_use;  // of the list of computations and of `names`
  std::deque<std::string> names;
};
struct TransformerObject : Object {
  TransformerPtr transformer;
  std::mutex in_use;
  std::atomic<std::thread::id> user;  // the thread that holds `in_use`
  KeptTexts states;
};
// A call's use of a transformer, which calls of other threads wait for. Throws a CallError if the
// thread uses it already: the call comes from a callback.
class TransformerUse {
 public:
  explicit TransformerUse(TransformerObject& transformer);
  ~TransformerUse() { transformer_.user = std::thread::id(); }
  TransformerUse(const TransformerUse&) = delete;
  TransformerUse& operator=(const TransformerUse&) = delete;

 private:
  TransformerObject& transformer_;
  std::unique_lock<std::mutex> lock_;
};
struct ComputationObject : Object {
  std::shared_ptr<TransformerObject> owner;
  Computation computation;
  std::vector<TensorText> inputs, results;
};
struct OpObject : Object {
  Op op;
  std::mutex in_use;
  KeptTexts texts;  // several: the op may be renamed
};
struct AxisObject : Object {
  Axis axis;
};

void* add_object(std::shared_ptr<Object> object);
std::shared_ptr<Object> find_object(const void* handle);  // null: there is none
bool remove_object(void* handle);
[[noreturn]] void refuse_handle(const void* handle, const char* expected);

template <class T>
std::shared_ptr<T> object(const void* handle, const char* expected) {
  auto found = std::dynamic_pointer_cast<T>(find_object(handle));
  if (!found) refuse_handle(handle, expected);
  return found;
}
inline auto document_of(ngraph_document handle) {
  return object<DocumentObject>(handle, "a document");
}
inline auto transformer_of(ngraph_transformer handle) {
  return object<TransformerObject>(handle, "a transformer");
}
inline auto computation_of(ngraph_computation handle) {
  return object<ComputationObject>(handle, "a computation");
}
inline auto op_of(const void* handle) {
  return object<OpObject>(handle, "an op");
}

}  // namespace ng::c_api
