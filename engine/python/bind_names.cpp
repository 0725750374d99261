// SPDX-License-Identifier: Apache-2.0
// Bindings of name scopes, metadata, and the capture of created ops.
#include "engine/graph/names.h"

#include "engine/graph/metadata.h"
#include "engine/graph/op_def.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/python_line.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

// Context manager around a C++ scope object.
template <class Scoped>
struct Entered {
  std::vector<std::unique_ptr<Scoped>> open;
};

}  // namespace

void bind_names(py::module_& m) {
  struct NameScopes : Entered<ScopedName> {
    std::string name;
    bool reuse = false;
    OpScopePtr last;  // reserves the path of the last scope, also after its exit
  };
  py::class_<NameScopes>(m, "ScopedName",
                         "Context manager: ops created inside are named below the scope.")
      .def(py::init([](std::string name, bool reuse_scope) {
             NameScopes scopes{{}, std::move(name), reuse_scope, nullptr};
             return std::make_unique<NameScopes>(std::move(scopes));
           }),
           "name"_a, "reuse_scope"_a = false)
      .def("__enter__",
           [](NameScopes& scopes) {
             scopes.open.push_back(std::make_unique<ScopedName>(scopes.name, scopes.reuse));
             scopes.last = scopes.open.back()->scope();
             return path_of(*scopes.last);
           })
      .def("__exit__", [](NameScopes& scopes, const py::args&) { scopes.open.pop_back(); });
  struct Metadatas : Entered<ScopedMetadata> {
    Metadata metadata;
  };
  py::class_<Metadatas>(m, "ScopedMetadata",
                        "Context manager: ops created inside carry these metadata texts.")
      .def(py::init([](Metadata metadata) {
             return std::make_unique<Metadatas>(Metadatas{{}, std::move(metadata)});
           }),
           "metadata"_a)
      .def("__enter__",
           [](Metadatas& scopes) {
             scopes.open.push_back(std::make_unique<ScopedMetadata>(scopes.metadata));
           })
      .def("__exit__", [](Metadatas& scopes, const py::args&) { scopes.open.pop_back(); });
  m.def("current_scope", &current_scope);
  m.def("safe_name", &safe_name, "name"_a);
  m.def("unscoped_name", &unscoped_name, "name"_a);
  m.def("begin_capture", &begin_capture, "isolated"_a = false);
  m.def("end_capture", &end_capture);
  m.def("set_package_folder", &set_package_folder, "folder"_a,
        "Set the package folder, whose files are skipped when source lines of ops are recorded.");
}

}  // namespace ng::python
