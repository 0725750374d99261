// SPDX-License-Identifier: Apache-2.0
// A library that shows a symbol of another LLVM, as TensorFlow's does.
#include <cstdlib>

namespace llvm::cl {

class Option {
 public:
  void addArgument();
};

void Option::addArgument() {
  std::abort();  // the options of the plugin's LLVM are not this one's
}

}  // namespace llvm::cl
