// SPDX-License-Identifier: Apache-2.0
// Bindings of the link to the workbench, for ngraph/workbench.py.
#include <unistd.h>

#include <chrono>
#include <thread>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/python/bind.h"
#include "engine/python/interpreter_lock.h"
#include "engine/python/variable_names.h"
#include "engine/remote/link.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

constexpr auto idle_time = std::chrono::milliseconds(20);

// While the program is stopped, other threads run and Ctrl-C is handled.
void idle() {
  if (PyGILState_Check()) {
    const Unlocked unlocked;
    std::this_thread::sleep_for(idle_time);
  } else {
    std::this_thread::sleep_for(idle_time);
  }
  const Locked locked;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

// Never deleted: threads may be in a call when the interpreter ends.
remote::Link* the_link = nullptr;
py::function* assigned_name = nullptr;  // with the link

}  // namespace

void note_variable_name(const Op& op) {
  if (!the_link || !the_link->alive()) return;
  const py::object name = (*assigned_name)();
  if (name.is_none()) return;
  const auto text = name.cast<std::string>();
  const Unlocked unlocked;  // the link may be busy with a graph
  the_link->variable(op.id(), text);
}

void bind_workbench(py::module_& m) {
  m.def(
      "attach_workbench",
      [](const std::string& socket, const std::string& program,
         const std::vector<std::string>& arguments, const std::string& version,
         const py::function& namer) {
        if (the_link) refuse(ErrorKind::value, "this program is already linked to a workbench");
        the_link = new remote::Link(
            socket, {remote::protocol_version, ::getpid(), program, arguments, version});
        the_link->idle = idle;
        assigned_name = new py::function(namer);
      },
      "socket"_a, "program"_a, "arguments"_a, "version"_a, "namer"_a,
      "Connect to the workbench at `socket` and report all computations from now on. `namer()` "
      "returns the variable to which its caller assigns a new op, or None.");
  m.def(
      "detach_workbench",
      [](const std::string& error) {
        const Unlocked unlocked;
        if (the_link) the_link->end(error);
      },
      "error"_a = "", "Report to the workbench that the program ends, with its error if any.");
}

}  // namespace ng::python
