// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensorflow/text_schema.h"

namespace ng::tensorflow {
namespace {

using enum FieldType;

template <std::size_t count>
constexpr MessageSchema message_of(const FieldSchema (&fields)[count]) {
  return {fields, count};
}

// A function that returns the schema of these fields, so that messages may contain each other.
#define MESSAGE(name, ...)                                      \
  const MessageSchema* name() {                                 \
    static constexpr FieldSchema fields[] = {__VA_ARGS__};      \
    static constexpr MessageSchema schema = message_of(fields); \
    return &schema;                                             \
  }

const MessageSchema* attr_value();

MESSAGE(dim, {"size", 1}, {"name", 2, text})
MESSAGE(shape, {"dim", 2, message, dim}, {"unknown_rank", 3, boolean})
MESSAGE(tensor, {"dtype", 1, data_type}, {"tensor_shape", 2, message, shape}, {"version_number", 3},
        {"tensor_content", 4, text}, {"half_val", 13}, {"float_val", 5, f32},
        {"double_val", 6, f64}, {"int_val", 7}, {"string_val", 8, text}, {"int64_val", 10},
        {"bool_val", 11, boolean}, {"uint32_val", 16}, {"uint64_val", 17})
MESSAGE(attr_entry, {"key", 1, text}, {"value", 2, message, attr_value})
MESSAGE(name_attr_list, {"name", 1, text}, {"attr", 2, message, attr_entry})
MESSAGE(list_value, {"s", 2, text}, {"i", 3}, {"f", 4, f32}, {"b", 5, boolean},
        {"type", 6, data_type}, {"shape", 7, message, shape}, {"tensor", 8, message, tensor},
        {"func", 9, message, name_attr_list})
MESSAGE(attr_value, {"list", 1, message, list_value}, {"s", 2, text}, {"i", 3}, {"f", 4, f32},
        {"b", 5, boolean}, {"type", 6, data_type}, {"shape", 7, message, shape},
        {"tensor", 8, message, tensor}, {"placeholder", 9, text},
        {"func", 10, message, name_attr_list})
MESSAGE(node_def, {"name", 1, text}, {"op", 2, text}, {"input", 3, text}, {"device", 4, text},
        {"attr", 5, message, attr_entry})
MESSAGE(arg_def, {"name", 1, text}, {"description", 2, text}, {"type", 3, data_type},
        {"type_attr", 4, text}, {"number_attr", 5, text}, {"type_list_attr", 6, text})
MESSAGE(op_def, {"name", 1, text}, {"input_arg", 2, message, arg_def},
        {"output_arg", 3, message, arg_def})
MESSAGE(text_entry, {"key", 1, text}, {"value", 2, text})
MESSAGE(function_def, {"signature", 1, message, op_def}, {"node_def", 3, message, node_def},
        {"ret", 4, message, text_entry}, {"attr", 5, message, attr_entry},
        {"control_ret", 6, message, text_entry})
MESSAGE(library, {"function", 1, message, function_def})
MESSAGE(versions, {"producer", 1}, {"min_consumer", 2})
MESSAGE(graph_def, {"node", 1, message, node_def}, {"library", 2, message, library},
        {"versions", 4, message, versions})
MESSAGE(meta_info, {"meta_graph_version", 1, text}, {"tags", 4, text},
        {"tensorflow_version", 5, text})
MESSAGE(saver, {"filename_tensor_name", 1, text}, {"save_tensor_name", 2, text},
        {"restore_op_name", 3, text})
MESSAGE(names, {"value", 1, text})
MESSAGE(collection, {"node_list", 1, message, names}, {"bytes_list", 2, message, names})
MESSAGE(collection_entry, {"key", 1, text}, {"value", 2, message, collection})
MESSAGE(tensor_info, {"name", 1, text}, {"dtype", 2, data_type},
        {"tensor_shape", 3, message, shape})
MESSAGE(tensor_info_entry, {"key", 1, text}, {"value", 2, message, tensor_info})
MESSAGE(signature, {"inputs", 1, message, tensor_info_entry},
        {"outputs", 2, message, tensor_info_entry}, {"method_name", 3, text})
MESSAGE(signature_entry, {"key", 1, text}, {"value", 2, message, signature})
MESSAGE(meta_graph, {"meta_info_def", 1, message, meta_info}, {"graph_def", 2, message, graph_def},
        {"saver_def", 3, message, saver}, {"collection_def", 4, message, collection_entry},
        {"signature_def", 5, message, signature_entry})
MESSAGE(saved_model, {"saved_model_schema_version", 1}, {"meta_graphs", 2, message, meta_graph})

#undef MESSAGE

}  // namespace

const FieldSchema* MessageSchema::find(std::string_view name) const {
  for (std::size_t i = 0; i < count; ++i) {
    if (fields[i].name == name) return &fields[i];
  }
  return nullptr;
}

const MessageSchema& schema_of(ModelKind kind) {
  if (kind == ModelKind::graph) return *graph_def();
  return kind == ModelKind::meta_graph ? *meta_graph() : *saved_model();
}

}  // namespace ng::tensorflow
