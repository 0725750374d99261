// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/stablehlo/convert_module.h"

#include "engine/base/quote.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/frontends/stablehlo/module_converter.h"
#include "engine/frontends/stablehlo/stablehlo_ops.h"

namespace ng::stablehlo {

const onnx::Dialect dialect = {op_domain, find_row};

onnx::Model convert(const Module& module, Notes& notes) {
  const Function* program = module.find("main");
  if (!program && !module.functions.empty()) {
    program = &module.functions.front();
    if (module.functions.size() > 1)
      add_note(notes, "the module has no function 'main'; the program is " + quote(program->name),
               quote(module.path));
  }
  if (!program) {
    Diagnostic diagnostic;
    diagnostic.what = "the module has no function with a body";
    diagnostic.where = quote(module.path);
    diagnostic.expected = "func.func @main";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }
  onnx::Model made;
  made.path = module.path;
  made.producer = "StableHLO";
  made.opsets[""] = onnx::newest_opset;
  ModuleConverter(module, made).convert(*program);
  return made;
}

}  // namespace ng::stablehlo
