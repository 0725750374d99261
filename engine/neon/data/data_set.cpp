// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/data/data_set.h"

#include "engine/base/error.h"
#include "engine/base/nearest.h"
#include "engine/base/quote.h"

namespace ng::neon {
namespace {

template <class Item>
const Item& named(const std::vector<Item>& items, const std::string& name,
                  const std::string& what) {
  std::vector<std::string> known;
  std::string list;
  for (const Item& item : items) {
    if (item.name == name) return item;
    known.push_back(item.name);
    list += (list.empty() ? "one of: " : ", ") + item.name;
  }
  Diagnostic diagnostic;
  diagnostic.what = what + " " + quote(name);
  diagnostic.expected = list;
  const std::string meant = nearest(name, known);
  if (!meant.empty()) diagnostic.action = "did you mean " + quote(meant) + "?";
  refuse(ErrorKind::key, std::move(diagnostic));
}

}  // namespace

const DataPart& DataSet::part(const std::string& wanted) const {
  return named(parts, wanted, "the data set " + quote(name) + " has no part");
}

const DataArray& DataSet::array(const std::string& wanted, const std::string& array) const {
  return named(part(wanted).arrays, array,
               "the part " + quote(wanted) + " of " + quote(name) + " has no array");
}

}  // namespace ng::neon
