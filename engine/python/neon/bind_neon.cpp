// SPDX-License-Identifier: Apache-2.0
#include "engine/python/neon/bind_neon.h"

#include "engine/python/bind.h"

namespace ng::python {

void bind_neon(py::module_& m) {
  py::module_ neon = m.def_submodule("neon", "Implementation of ngraph.frontends.neon.");
  bind_activations(neon);
  bind_layers(neon);
  bind_features(neon);
  bind_windows(neon);
  bind_recurrent(neon);
  bind_containers(neon);
  bind_optimizers(neon);
  bind_data(neon);
  bind_graphs(neon);
  bind_checkpoints(neon);
}

}  // namespace ng::python
