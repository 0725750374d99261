/* SPDX-License-Identifier: Apache-2.0 */
/* Variables in safetensors files: found by name in the header, checked for type, shape and range
   before any is used. Other tensors and metadata, such as a checkpoint's, are skipped. */

typedef struct {
  const char *at, *end;
} ngr_text;

static void ngr_skip_space(ngr_text* t) {
  while (t->at < t->end && (*t->at == ' ' || *t->at == '\n' || *t->at == '\t' || *t->at == '\r'))
    ++t->at;
}

static int ngr_take(ngr_text* t, char letter) {
  ngr_skip_space(t);
  if (t->at >= t->end || *t->at != letter) return 0;
  ++t->at;
  return 1;
}

/* Four hexadecimal digits; -1: something else. */
static long ngr_hex(ngr_text* t) {
  long value = 0;
  if (t->end - t->at < 4) return -1;
  for (int i = 0; i < 4; ++i, ++t->at) {
    const char c = *t->at;
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

static int ngr_utf8(long code, char* to) {
  if (code < 0x80) return to[0] = (char)code, 1;
  if (code < 0x800) return to[0] = (char)(0xc0 | code >> 6), to[1] = (char)(0x80 | (code & 63)), 2;
  if (code < 0x10000) {
    to[0] = (char)(0xe0 | code >> 12);
    to[1] = (char)(0x80 | (code >> 6 & 63));
    to[2] = (char)(0x80 | (code & 63));
    return 3;
  }
  to[0] = (char)(0xf0 | code >> 18);
  to[1] = (char)(0x80 | (code >> 12 & 63));
  to[2] = (char)(0x80 | (code >> 6 & 63));
  to[3] = (char)(0x80 | (code & 63));
  return 4;
}

/* Reads a string. `same` is cleared unless it equals `expected` (which may be null). */
static int ngr_string(ngr_text* t, const char* expected, int* same) {
  size_t length = expected ? strlen(expected) : 0, used = 0;
  int equal = expected != NULL;
  if (!ngr_take(t, '"')) return 0;
  while (t->at < t->end && *t->at != '"') {
    char bytes[4] = {*t->at++};
    int count = 1;
    if (bytes[0] == '\\') {
      if (t->at >= t->end) return 0;
      const char escape = *t->at++;
      const char *from = "nrtbf", *to = "\n\r\t\b\f", *found = strchr(from, escape);
      bytes[0] = found && escape ? to[found - from] : escape;
      if (escape == 'u') {
        long code = ngr_hex(t);
        if (code < 0) return 0;
        if (code >= 0xd800 && code < 0xdc00 && t->end - t->at > 6 && t->at[0] == '\\') {
          t->at += 2;
          const long low = ngr_hex(t);
          if (low < 0) return 0;
          code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        }
        count = ngr_utf8(code, bytes);
      }
    }
    if (equal && used + (size_t)count <= length && !memcmp(expected + used, bytes, (size_t)count)) {
      used += (size_t)count;
    } else {
      equal = 0;
    }
  }
  if (same) *same = equal && used == length;
  return ngr_take(t, '"');
}

static int ngr_number(ngr_text* t, uint64_t* value) {
  ngr_skip_space(t);
  const char* start = t->at;
  for (*value = 0; t->at < t->end && *t->at >= '0' && *t->at <= '9'; ++t->at) {
    if (*value > UINT64_MAX / 16) return 0;
    *value = *value * 10 + (uint64_t)(*t->at - '0');
  }
  return t->at > start;
}

/* Skips a value of strings, numbers, lists and objects. */
static int ngr_skip(ngr_text* t, int depth) {
  ngr_skip_space(t);
  if (t->at >= t->end || depth > 8) return 0;
  if (*t->at == '"') return ngr_string(t, NULL, NULL);
  if (*t->at == '[' || *t->at == '{') {
    const char close = *t->at++ == '[' ? ']' : '}';
    if (ngr_take(t, close)) return 1;
    do {
      if (close == '}' && (!ngr_string(t, NULL, NULL) || !ngr_take(t, ':'))) return 0;
      if (!ngr_skip(t, depth + 1)) return 0;
    } while (ngr_take(t, ','));
    return ngr_take(t, close);
  }
  const char* start = t->at;
  while (t->at < t->end && (strchr("+-.eE", *t->at) || (*t->at >= '0' && *t->at <= '9') ||
                            (*t->at >= 'a' && *t->at <= 'z')))
    ++t->at;
  return t->at > start;
}

static const char* ngr_dtype_name(int dtype) {
  static const char* const names[] = {"F64", "F32", "F16", "BF16", "I8",  "I16", "I32",
                                      "I64", "U8",  "U16", "U32",  "U64", "BOOL"};
  return names[dtype];
}

/* The list of the shape equals the tensor's. */
static int ngr_shape(ngr_text* t, const ngr_tensor* tensor, int* same) {
  *same = 1;
  int rank = 0;
  if (!ngr_take(t, '[')) return 0;
  if (!ngr_take(t, ']')) {
    do {
      uint64_t length;
      if (!ngr_number(t, &length)) return 0;
      if (rank >= tensor->rank || (uint64_t)tensor->shape[rank] != length) *same = 0;
      ++rank;
    } while (ngr_take(t, ','));
    if (!ngr_take(t, ']')) return 0;
  }
  if (rank != tensor->rank) *same = 0;
  return 1;
}

typedef struct {
  int found, dtype_fits, shape_fits;
  uint64_t begin, end;
} ngr_entry;

static int ngr_read_entry(ngr_text* t, const ngr_tensor* tensor, ngr_entry* entry) {
  if (!ngr_take(t, '{')) return 0;
  do {
    ngr_text key = *t;
    int is_dtype, is_shape, is_offsets, same;
    if (!ngr_string(t, "dtype", &is_dtype)) return 0;
    *t = key;
    if (!ngr_string(t, "shape", &is_shape)) return 0;
    *t = key;
    if (!ngr_string(t, "data_offsets", &is_offsets) || !ngr_take(t, ':')) return 0;
    if (is_dtype) {
      if (!ngr_string(t, ngr_dtype_name(tensor->dtype), &same)) return 0;
      entry->dtype_fits = same;
    } else if (is_shape) {
      if (!ngr_shape(t, tensor, &entry->shape_fits)) return 0;
    } else if (is_offsets) {
      if (!ngr_take(t, '[') || !ngr_number(t, &entry->begin) || !ngr_take(t, ',') ||
          !ngr_number(t, &entry->end) || !ngr_take(t, ']'))
        return 0;
    } else if (!ngr_skip(t, 0)) {
      return 0;
    }
  } while (ngr_take(t, ','));
  return ngr_take(t, '}');
}

/* Nothing may follow but space. */
static int ngr_ends(ngr_text* t) {
  if (!ngr_take(t, '}')) return 0;
  ngr_skip_space(t);
  return t->at == t->end;
}

/* Finds a tensor in the header; 0 if the header is damaged, also after the tensor. */
static int ngr_find_entry(ngr_text t, const ngr_tensor* tensor, ngr_entry* entry) {
  memset(entry, 0, sizeof *entry);
  if (!ngr_take(&t, '{')) return 0;
  if (ngr_ends(&t)) return 1;
  do {
    int same;
    if (!ngr_string(&t, tensor->name, &same) || !ngr_take(&t, ':')) return 0;
    if (same && entry->found++) return 0;
    if (same ? !ngr_read_entry(&t, tensor, entry) : !ngr_skip(&t, 0)) return 0;
  } while (ngr_take(&t, ','));
  return ngr_ends(&t);
}

/* Where the elements of every variable are in a file; none is used unless all fit. */
static int ngr_find_states(ngr_instance* x, const unsigned char* file, size_t bytes,
                           const char* path, const unsigned char** found) {
  uint64_t header = 0;
  for (int i = 7; i >= 0 && bytes >= 8; --i) header = header << 8 | file[i];
  if (bytes < 8 || header > bytes - 8)
    return ngr_fail(x, ngr_bad_file, "%s: not a safetensors file", path);
  const ngr_text text = {(const char*)file + 8, (const char*)file + 8 + header};
  const uint64_t data = 8 + header;
  for (int i = 0; i < x->model->state_count; ++i) {
    const ngr_tensor* tensor = &x->model->states[i];
    ngr_entry entry;
    if (!ngr_find_entry(text, tensor, &entry))
      return ngr_fail(x, ngr_bad_file, "%s: the header is damaged", path);
    if (!entry.found)
      return ngr_fail(x, ngr_bad_file, "%s: has no tensor '%s'", path, tensor->name);
    if (!entry.dtype_fits || !entry.shape_fits)
      return ngr_fail(x, ngr_bad_file, "%s: '%s' has another %s; expected %s (%s)", path,
                      tensor->name, entry.dtype_fits ? "shape" : "element type",
                      ngr_dtype_name(tensor->dtype), tensor->axes);
    if (entry.begin > entry.end || entry.end > bytes - data ||
        entry.end - entry.begin != (uint64_t)tensor->bytes)
      return ngr_fail(x, ngr_bad_file, "%s: the bytes of '%s' are not in the file", path,
                      tensor->name);
    found[i] = file + data + entry.begin;
  }
  return ngr_ok;
}

static int ngr_map(ngr_instance* x, const char* path, void** data, size_t* bytes) {
  struct stat about;
  const int file = open(path, O_RDONLY);
  if (file < 0 || fstat(file, &about) != 0) {
    const int code = ngr_fail(x, ngr_system, "%s: %s", path, strerror(errno));
    if (file >= 0) close(file);
    return code;
  }
  *bytes = (size_t)about.st_size;
  *data = *bytes ? mmap(NULL, *bytes, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  close(file);
  if (*data == MAP_FAILED) return ngr_fail(x, ngr_bad_file, "%s: cannot be mapped", path);
  return ngr_ok;
}

/* Text of the header: counted, and written unless `file` is null. */
typedef struct {
  FILE* file;
  size_t length;
  int failed;
} ngr_output;

static void ngr_print(ngr_output* out, const char* form, ...) {
  va_list arguments;
  va_start(arguments, form);
  const int count =
      out->file ? vfprintf(out->file, form, arguments) : vsnprintf(NULL, 0, form, arguments);
  va_end(arguments);
  if (count < 0)
    out->failed = 1;
  else
    out->length += (size_t)count;
}

static void ngr_print_string(ngr_output* out, const char* text) {
  ngr_print(out, "\"");
  for (; *text; ++text) {
    const int letter = (unsigned char)*text;
    ngr_print(out,
              letter < 32                       ? "\\u%04x"
              : letter == '"' || letter == '\\' ? "\\%c"
                                                : "%c",
              letter);
  }
  ngr_print(out, "\"");
}

static void ngr_print_header(ngr_output* out, const ngr_model* model) {
  int64_t offset = 0;
  ngr_print(out, "{");
  for (int i = 0; i < model->state_count; ++i) {
    const ngr_tensor* tensor = &model->states[i];
    ngr_print(out, i ? "," : "");
    ngr_print_string(out, tensor->name);
    ngr_print(out, ":{\"dtype\":\"%s\",\"shape\":[", ngr_dtype_name(tensor->dtype));
    for (int k = 0; k < tensor->rank; ++k)
      ngr_print(out, "%s%lld", k ? "," : "", (long long)tensor->shape[k]);
    ngr_print(out, "],\"data_offsets\":[%lld,%lld]}", (long long)offset,
              (long long)(offset + tensor->bytes));
    offset += tensor->bytes;
  }
  ngr_print(out, "}");
}

static int ngr_write_states(ngr_instance* x, FILE* file) {
  ngr_output counted = {NULL, 0, 0}, written = {file, 0, 0};
  ngr_print_header(&counted, x->model); /* the file begins with the length of the header */
  const size_t padding = (8 - counted.length % 8) % 8;
  const uint64_t whole = counted.length + padding;
  unsigned char bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = (unsigned char)(whole >> 8 * i);
  if (fwrite(bytes, 1, 8, file) != 8) return 0;
  ngr_print_header(&written, x->model);
  ngr_print(&written, "%*s", (int)padding, "");
  if (counted.failed || written.failed || written.length != whole) return 0;
  for (int i = 0; i < x->model->state_count; ++i) {
    const ngr_tensor* tensor = &x->model->states[i];
    const void* data = x->pointers[tensor->buffer];
    const size_t size = (size_t)tensor->bytes;
    if (fwrite(data, 1, size, file) != size) return 0;
  }
  return fflush(file) == 0 && fsync(fileno(file)) == 0;
}

/* Replaces the file at `path`: a failure leaves the old one. */
static int ngr_save(ngr_instance* x, const char* path) {
  char temporary[4096];
  x->code = ngr_ok;
  if (snprintf(temporary, sizeof temporary, "%s.%ld.part", path, (long)getpid()) >=
      (int)sizeof temporary)
    return ngr_fail(x, ngr_bad_argument, "the path is too long");
  FILE* file = fopen(temporary, "wb");
  if (!file) return ngr_fail(x, ngr_system, "%s: %s", temporary, strerror(errno));
  int written = ngr_write_states(x, file);
  written = fclose(file) == 0 && written;
  if (written && rename(temporary, path) == 0) return ngr_ok;
  const int code = ngr_fail(x, ngr_system, "%s: %s", path, strerror(errno));
  remove(temporary);
  return code;
}
