// SPDX-License-Identifier: Apache-2.0
// C functions that build graphs: axes, and ops through the op table's functions.
#include "engine/c_api/call_arguments.h"
#include "engine/c_api/guard.h"
#include "engine/c_api/information.h"
#include "engine/graph/user_line.h"

using namespace ng;
using namespace ng::c_api;

namespace {

struct FunctionText {
  std::string name, signature, doc;
};

const std::vector<FunctionText>& function_texts() {
  static const std::vector<FunctionText> all = [] {
    std::vector<FunctionText> texts;
    for (const NamedFunction& each : op_functions()) {
      texts.push_back({std::string(each.name), signature(each.name, each.function->parameters),
                       std::string(each.doc())});
    }
    return texts;
  }();
  return all;
}

const NamedFunction& function_named(const std::string& name) {
  for (const NamedFunction& each : op_functions()) {
    if (each.name == name) return each;
  }
  throw CallError{NGRAPH_KEY, "no function '" + name + "'",
                  "a function of ngraph_function_describe"};
}

}  // namespace

namespace ng::c_api {

void describe_tensor(const TensorText& text, ngraph_tensor_info* info) {
  require_struct(info, "info");
  info->name = text.name.c_str();
  info->dtype = static_cast<int>(text.dtype);
  info->rank = static_cast<int>(text.lengths.size());
  info->axes = text.axis_pointers.data();
  info->lengths = text.lengths.data();
  info->bytes = text.bytes;
}

}  // namespace ng::c_api

int ngraph_function_count(size_t* count) {
  return guarded([&] {
    require_pointer(count, "count");
    *count = function_texts().size();
  });
}

int ngraph_function_describe(size_t i, ngraph_function_info* info) {
  return guarded([&] {
    require_struct(info, "info");
    require_index(i, function_texts().size(), "function");
    const FunctionText& text = function_texts()[i];
    info->name = text.name.c_str();
    info->signature = text.signature.c_str();
    info->doc = text.doc.c_str();
  });
}

int ngraph_axis_new(const char* name, int64_t length, ngraph_axis* axis) {
  return guarded([&] {
    require_pointer(axis, "axis");
    const auto made = std::make_shared<AxisObject>();
    made->axis = make_axis(length, name ? name : "");
    *axis = static_cast<ngraph_axis>(add_object(made));
  });
}

int ngraph_op_new(const char* function, const ngraph_argument* arguments, size_t count,
                  ngraph_op* op) {
  return guarded([&] {
    require_pointer(function, "function");
    require_pointer(op, "op");
    const NamedFunction& named = function_named(function);
    const ScopedUserLine nowhere{std::source_location()};  // the caller's line is not known
    const auto made = std::make_shared<OpObject>();
    made->op = call(named, CallArguments(named, arguments, count));
    *op = static_cast<ngraph_op>(add_object(made));
  });
}

int ngraph_op_set_name(ngraph_op op, const char* name) {
  return guarded([&] {
    require_name(name);
    const auto object = op_of(op);
    const std::lock_guard<std::mutex> lock(object->in_use);
    object->op.named(name);
  });
}

int ngraph_op_describe(ngraph_op op, ngraph_tensor_info* info) {
  return guarded([&] {
    const auto object = op_of(op);
    require_struct(info, "info");
    const std::lock_guard<std::mutex> lock(object->in_use);
    if (!object->op.value().has_type()) {
      throw CallError{NGRAPH_VALUE, "the op '" + object->op.name() + "' has no value", "a value"};
    }
    describe_tensor(object->texts.keep(tensor_text(object->op.name(), object->op)), info);
  });
}
