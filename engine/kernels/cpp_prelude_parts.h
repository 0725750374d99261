// SPDX-License-Identifier: Apache-2.0
// Parts of cpp_prelude that are defined in separate files.
#pragma once

namespace ng::kernel {

// ng_sign, ng_sin, ng_cos.
const char* cpp_periodic_functions();
// ng_floor, ng_ceil, ng_rint, ng_erf.
const char* cpp_rounding_functions();
// ng_power, ng_floordivide, ng_mod: C library functions, lane by lane.
const char* cpp_lane_functions();
// ng_half, ng_bf16, ng_whole<T>. NG_PLAIN and NG_MEMBER are the prefixes of functions and members.
const char* c_small_types();
// Vectors of float that are loaded from, rounded to and stored as ng_half and ng_bf16; needs those.
const char* cpp_half_functions();
// ng_plus, ng_max, … of long long, and of 128-bit integers after them; needs NG_PLAIN.
const char* c_integer_functions();
const char* c_wide_integer_functions();
// ng_random_uniform, ng_random_normal, of integers.
const char* c_random_functions();

}  // namespace ng::kernel
