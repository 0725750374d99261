// SPDX-License-Identifier: Apache-2.0
// A document with a finite result and a non-finite intermediate value: 1 / (1 / x), called for x =
// 0 to 4.
#pragma once

#include <QFile>
#include <QTemporaryDir>

namespace ng::testing {

class HiddenInfinity {
 public:
  HiddenInfinity() {
    QFile file(path());
    if (file.open(QFile::WriteOnly)) file.write(text);
  }
  QString path() const { return folder_.filePath("hidden_infinity.ngraph"); }

 private:
  static constexpr const char* text = R"({
"ngraph": 1, "title": "one over its own inverse", "axes": [],
"ops": [
  {"id": 1, "op": "placeholder", "name": "x", "attributes": {"axes": [], "dtype": "float32"}},
  {"id": 2, "op": "constant", "name": "one", "attributes": {"axes": [], "value": {"tensor": "float32", "shape": [], "values": [1.0]}}},
  {"id": 3, "op": "divide", "name": "inside", "operands": [2, 1]},
  {"id": 4, "op": "divide", "name": "y", "operands": [2, 3]}
],
"computations": [{"id": 5, "name": "call", "results": [4], "parameters": [1], "returns": "single"}],
"plan": {"computation": "call", "epochs": 1, "batches": 5,
  "bindings": [{"placeholder": "x", "schedule": "iteration"}],
  "plots": [{"series": "y", "x_title": "iteration"}]}
})";
  QTemporaryDir folder_;
};

}  // namespace ng::testing
