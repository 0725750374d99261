// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/conversion/conversion.h"

#include "engine/base/quote.h"

namespace ng::pytorch {

std::string Conversion::free_name(const std::string& wanted) {
  std::string name = wanted;
  for (int i = 2; !taken.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
  return name;
}

void Conversion::note_change(const std::string& what) {
  add_note(notes,
           "the program changes " + quote(what) + "; here each run starts with its stored value",
           quote(program.path));
}

void Conversion::refuse_undefined(const std::string& value) const {
  Diagnostic diagnostic;
  diagnostic.what = "a node reads a value that nothing defines";
  diagnostic.where = quote(program.path);
  diagnostic.found = quote(value);
  diagnostic.action = "the file is damaged; export the program again";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

}  // namespace ng::pytorch
