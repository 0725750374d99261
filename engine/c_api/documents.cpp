// SPDX-License-Identifier: Apache-2.0
// C functions of documents.
#include <algorithm>

#include "engine/c_api/guard.h"
#include "engine/c_api/handles.h"
#include "engine/graph/node.h"
#include "engine/graph/user_line.h"
#include "engine/ops/sequencing.h"

using namespace ng;
using namespace ng::c_api;

namespace {

std::vector<Op> ops_of(const ngraph_op* handles, std::size_t count, const char* name) {
  if (count) require_pointer(handles, name);
  std::vector<Op> ops;
  for (std::size_t i = 0; i < count; ++i) ops.push_back(op_of(handles[i])->op);
  return ops;
}

void require_new_name(const Document& document, const char* name) {
  for (const Op& known : document.computations) {
    if (parts_of(known.node()).name != name) continue;
    refuse(ErrorKind::value, "the document has a computation '" + std::string(name) + "' already");
  }
}

}  // namespace

int ngraph_document_load(const char* path, const char* const* axes, const int64_t* lengths,
                         size_t count, ngraph_document* document) {
  return guarded([&] {
    require_pointer(path, "path");
    require_pointer(document, "document");
    LoadOptions options;
    options.own_ids = true;
    for (std::size_t i = 0; i < count; ++i) {
      require_pointer(axes, "axes");
      require_pointer(lengths, "lengths");
      require_pointer(axes[i], "axes[i]");
      options.axis_lengths[axes[i]] = lengths[i];
    }
    const auto loaded = std::make_shared<DocumentObject>();
    loaded->document = load_document(path, options);
    *document = static_cast<ngraph_document>(add_object(loaded));
  });
}

int ngraph_document_new(ngraph_document* document) {
  return guarded([&] {
    require_pointer(document, "document");
    *document = static_cast<ngraph_document>(add_object(std::make_shared<DocumentObject>()));
  });
}

int ngraph_document_save(ngraph_document document, const char* path) {
  return guarded([&] {
    require_pointer(path, "path");
    const auto object = document_of(document);
    const std::lock_guard<std::mutex> lock(object->in_use);
    save_document(object->document, path);
  });
}

int ngraph_document_computation_count(ngraph_document document, size_t* count) {
  return guarded([&] {
    require_pointer(count, "count");
    const auto object = document_of(document);
    const std::lock_guard<std::mutex> lock(object->in_use);
    *count = object->document.computations.size();
  });
}

int ngraph_document_computation_name(ngraph_document document, size_t i, const char** name) {
  return guarded([&] {
    require_pointer(name, "name");
    const auto object = document_of(document);
    const std::lock_guard<std::mutex> lock(object->in_use);
    const auto& computations = object->document.computations;
    require_index(i, computations.size(), "computation");
    const std::string text = parts_of(computations[i].node()).name;
    const auto known = std::find(object->names.begin(), object->names.end(), text);
    *name =
        known == object->names.end() ? object->names.emplace_back(text).c_str() : known->c_str();
  });
}

int ngraph_document_find(ngraph_document document, const char* name, ngraph_op* op) {
  return guarded([&] {
    require_pointer(name, "name");
    require_pointer(op, "op");
    const auto object = document_of(document);
    const auto found = std::make_shared<OpObject>();
    const std::lock_guard<std::mutex> lock(object->in_use);
    found->op = object->document.find(name);
    *op = static_cast<ngraph_op>(add_object(found));
  });
}

int ngraph_document_define(ngraph_document document, const char* name, const ngraph_op* results,
                           size_t result_count, const ngraph_op* parameters,
                           size_t parameter_count) {
  return guarded([&] {
    require_name(name);
    const auto object = document_of(document);
    const std::lock_guard<std::mutex> lock(object->in_use);
    require_new_name(object->document, name);
    const ScopedUserLine nowhere{std::source_location()};  // the caller's line is not known
    const std::vector<Op> made = ops_of(results, result_count, "results");
    const std::vector<Op> fed = ops_of(parameters, parameter_count, "parameters");
    const Op node = computation(made, fed, Returns::list);
    node.node().label->name = name;  // not reserved: ops may have the same name
    node.node().label->named = true;
    object->document.computations.push_back(node);
  });
}
