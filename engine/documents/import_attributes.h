// SPDX-License-Identifier: Apache-2.0
// Converts attributes of a document's ops to live attributes: resolves axes, checks types.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/documents/import_place.h"
#include "engine/formats/documents/document.h"
#include "engine/graph/attributes.h"

namespace ng {

struct OpDef;

class AttributeImporter {
 public:
  explicit AttributeImporter(const std::vector<AxisModel>& axes);

  // Throws a bad_file Error if the op has no such attribute, or the value has another type.
  Attribute attribute(const OpDef& def, const std::string& key, const AttributeModel& model,
                      const Place& place) const;
  const std::map<std::string, Axis>& rows() const { return axes_; }  // by id

 private:
  Axis axis(const AxisUse& use) const;
  Axes axes(const AxesModel& uses, const Place& place) const;

  std::map<std::string, Axis> axes_;
};

}  // namespace ng
