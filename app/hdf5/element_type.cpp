// SPDX-License-Identifier: Apache-2.0
#include "app/hdf5/element_type.h"

#include <array>

namespace ng::hdf5 {
namespace {

// Where sign, exponent and mantissa are in a float of the IEEE form.
struct FloatForm {
  const char* name;
  std::size_t bytes, sign, exponent_at, exponent_bits, mantissa_bits, bias;
};
constexpr FloatForm floats[] = {
    {"float16", 2, 15, 10, 5, 10, 15},
    {"bfloat16", 2, 15, 7, 8, 7, 127},
    {"float32", 4, 31, 23, 8, 23, 127},
    {"float64", 8, 63, 52, 11, 52, 1023},
};

bool has_form(hid_t type, const FloatForm& form) {
  std::size_t sign, exponent_at, exponent_bits, mantissa_at, mantissa_bits;
  return H5Tget_fields(type, &sign, &exponent_at, &exponent_bits, &mantissa_at, &mantissa_bits) >=
             0 &&
         H5Tget_size(type) == form.bytes && sign == form.sign && exponent_at == form.exponent_at &&
         exponent_bits == form.exponent_bits && mantissa_at == 0 &&
         mantissa_bits == form.mantissa_bits && H5Tget_ebias(type) == form.bias &&
         H5Tget_norm(type) == H5T_NORM_IMPLIED;
}

ElementType with_order(hid_t type, std::string name) {
  const H5T_order_t order = H5Tget_order(type);
  const bool known = order == H5T_ORDER_LE || order == H5T_ORDER_BE || H5Tget_size(type) == 1;
  return {std::move(name), order == H5T_ORDER_BE && H5Tget_size(type) > 1, known};
}

ElementType integer_type(hid_t type) {
  const std::size_t bits = 8 * H5Tget_size(type);
  const bool is_signed = H5Tget_sign(type) == H5T_SGN_2;
  const std::string name = (is_signed ? "int" : "uint") + std::to_string(bits);
  if (H5Tget_precision(type) != bits || bits > 64 || (bits & (bits - 1)) != 0)
    return {name + "_padded", false, false};
  return with_order(type, name);
}

ElementType float_type(hid_t type) {
  for (const FloatForm& form : floats) {
    if (has_form(type, form)) return with_order(type, form.name);
  }
  return {"float" + std::to_string(8 * H5Tget_size(type)) + "_other", false, false};
}

// h5py writes bool as an enumeration of FALSE and TRUE.
ElementType enum_type(hid_t type) {
  std::array<signed char, 2> values{-1, -1};
  const bool boolean = H5Tget_size(type) == 1 && H5Tget_nmembers(type) == 2 &&
                       H5Tenum_valueof(type, "FALSE", &values[0]) >= 0 &&
                       H5Tenum_valueof(type, "TRUE", &values[1]) >= 0 && values[0] == 0 &&
                       values[1] == 1;
  return boolean ? ElementType{"bool", false, true} : ElementType{"enum", false, false};
}

// h5py writes complex numbers as records of r and i.
ElementType compound_type(hid_t type) {
  const ElementType other{"compound", false, false};
  if (H5Tget_nmembers(type) != 2) return other;
  const Handle r(H5Tget_member_type(type, 0), H5Tclose, "a member of a type is damaged");
  const Handle i(H5Tget_member_type(type, 1), H5Tclose, "a member of a type is damaged");
  if (H5Tget_member_index(type, "r") != 0 || H5Tget_member_index(type, "i") != 1) return other;
  for (const auto& [part, name] : {std::pair{"float32", "complex64"}, {"float64", "complex128"}}) {
    const ElementType part_type = H5Tget_class(r.get()) == H5T_FLOAT ? float_type(r.get()) : other;
    if (part_type.name != part || H5Tequal(r.get(), i.get()) <= 0) continue;
    const std::size_t size = H5Tget_size(r.get());
    if (H5Tget_size(type) != 2 * size || H5Tget_member_offset(type, 1) != size) continue;
    return {name, part_type.swapped, true};
  }
  return other;
}

}  // namespace

ElementType element_type(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_INTEGER: return integer_type(type);
    case H5T_FLOAT: return float_type(type);
    case H5T_ENUM: return enum_type(type);
    case H5T_COMPOUND: return compound_type(type);
    case H5T_STRING: return {"string", false, false};
    case H5T_VLEN: return {"lists", false, false};
    case H5T_REFERENCE: return {"reference", false, false};
    case H5T_OPAQUE: return {"opaque" + std::to_string(8 * H5Tget_size(type)), false, false};
    case H5T_ARRAY: return {"array", false, false};
    default: return {"unknown", false, false};
  }
}

Handle little_endian(hid_t type) {
  Handle copy(H5Tcopy(type), H5Tclose, "its type is damaged");
  const H5T_class_t kind = H5Tget_class(type);
  if (kind == H5T_INTEGER || kind == H5T_FLOAT) H5Tset_order(copy.get(), H5T_ORDER_LE);
  return copy;
}

}  // namespace ng::hdf5
