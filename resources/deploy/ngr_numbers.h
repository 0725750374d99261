/* SPDX-License-Identifier: Apache-2.0 */
/* Single elements of arrays of every type. */

static double ngr_small_float(const void* data, int64_t i, int exponent_bits) {
  uint16_t bits;
  memcpy(&bits, (const char*)data + 2 * i, 2);
  const int mantissa_bits = 15 - exponent_bits, most = (1 << exponent_bits) - 1;
  const int exponent = bits >> mantissa_bits & most, mantissa = bits & ((1 << mantissa_bits) - 1);
  double value = exponent == most ? (mantissa ? NAN : INFINITY)
                                  : ldexp(exponent ? mantissa + (1 << mantissa_bits) : mantissa,
                                          (exponent ? exponent : 1) - most / 2 - mantissa_bits);
  return bits >> 15 ? -value : value;
}

static int64_t ngr_width(int dtype) {
  switch (dtype) {
    case ngr_f64:
    case ngr_i64:
    case ngr_u64: return 8;
    case ngr_f32:
    case ngr_i32:
    case ngr_u32: return 4;
    case ngr_f16:
    case ngr_bf16:
    case ngr_i16:
    case ngr_u16: return 2;
    default: return 1;
  }
}

static double ngr_load(int dtype, const void* data, int64_t i) {
  switch (dtype) {
    case ngr_f64: return ((const double*)data)[i];
    case ngr_f32: return ((const float*)data)[i];
    case ngr_f16: return ngr_small_float(data, i, 5);
    case ngr_bf16: return ngr_small_float(data, i, 8);
    case ngr_i8: return ((const int8_t*)data)[i];
    case ngr_i16: return ((const int16_t*)data)[i];
    case ngr_i32: return ((const int32_t*)data)[i];
    case ngr_i64: return (double)((const int64_t*)data)[i];
    case ngr_u16: return ((const uint16_t*)data)[i];
    case ngr_u32: return ((const uint32_t*)data)[i];
    case ngr_u64: return (double)((const uint64_t*)data)[i];
    default: return ((const uint8_t*)data)[i];
  }
}

/* Rounds to nearest, ties to even. */
static void ngr_store_small_float(void* data, int64_t i, int exponent_bits, double value) {
  const int mantissa_bits = 15 - exponent_bits, bias = (1 << (exponent_bits - 1)) - 1;
  const int infinity = ((1 << exponent_bits) - 1) << mantissa_bits, least = 1 - bias;
  int magnitude = infinity;
  if (isnan(value)) {
    magnitude = infinity | 1 << (mantissa_bits - 1);
  } else if (!isinf(value)) {
    int exponent = 0; /* of a fraction from 0.5 to 1 */
    frexp(value, &exponent);
    exponent = value == 0 || exponent - 1 < least ? least : exponent - 1;
    if (exponent <= bias) {
      const double units = nearbyint(ldexp(fabs(value), mantissa_bits - exponent));
      magnitude = ((exponent - least) << mantissa_bits) + (int)units;
    }
    if (magnitude > infinity) magnitude = infinity;
  }
  const uint16_t bits = (uint16_t)(magnitude | (signbit(value) ? 1 << 15 : 0));
  memcpy((char*)data + 2 * i, &bits, 2);
}

/* A whole number in the range of `dtype`, which a floating-point type has exactly. */
static void ngr_store_whole(int dtype, void* data, int64_t i, double value) {
  switch (dtype) {
    case ngr_f64: ((double*)data)[i] = value; break;
    case ngr_f32: ((float*)data)[i] = (float)value; break;
    case ngr_f16: ngr_store_small_float(data, i, 5, value); break;
    case ngr_bf16: ngr_store_small_float(data, i, 8, value); break;
    case ngr_i8: ((int8_t*)data)[i] = (int8_t)value; break;
    case ngr_i16: ((int16_t*)data)[i] = (int16_t)value; break;
    case ngr_i32: ((int32_t*)data)[i] = (int32_t)value; break;
    case ngr_i64: ((int64_t*)data)[i] = (int64_t)value; break;
    case ngr_u16: ((uint16_t*)data)[i] = (uint16_t)value; break;
    case ngr_u32: ((uint32_t*)data)[i] = (uint32_t)value; break;
    case ngr_u64: ((uint64_t*)data)[i] = (uint64_t)value; break;
    default: ((uint8_t*)data)[i] = (uint8_t)value; break;
  }
}

/* Of a floating-point type or bool: rounded. */
static void ngr_store_float(int dtype, void* data, int64_t i, double value) {
  switch (dtype) {
    case ngr_f64: ((double*)data)[i] = value; break;
    case ngr_f32: ((float*)data)[i] = (float)value; break;
    case ngr_f16: ngr_store_small_float(data, i, 5, value); break;
    case ngr_bf16: ngr_store_small_float(data, i, 8, value); break;
    default: ((uint8_t*)data)[i] = value != 0; break;
  }
}

/* An integer modulo 2^64, and the low bits of one. */
static uint64_t ngr_load_bits(int dtype, const void* data, int64_t i) {
  switch (dtype) {
    case ngr_i8: return (uint64_t)((const int8_t*)data)[i];
    case ngr_i16: return (uint64_t)((const int16_t*)data)[i];
    case ngr_i32: return (uint64_t)((const int32_t*)data)[i];
    case ngr_u16: return ((const uint16_t*)data)[i];
    case ngr_u32: return ((const uint32_t*)data)[i];
    case ngr_i64:
    case ngr_u64: return ((const uint64_t*)data)[i];
    default: return ((const uint8_t*)data)[i];
  }
}
static void ngr_store_bits(int dtype, void* data, int64_t i, uint64_t value) {
  switch (ngr_width(dtype)) {
    case 8: ((uint64_t*)data)[i] = value; break;
    case 4: ((uint32_t*)data)[i] = (uint32_t)value; break;
    case 2: ((uint16_t*)data)[i] = (uint16_t)value; break;
    default: ((uint8_t*)data)[i] = (uint8_t)value; break;
  }
}

/* Of a box with three sides. */
static int64_t ngr_volume(const int64_t* sizes) {
  return sizes[0] * sizes[1] * sizes[2];
}
