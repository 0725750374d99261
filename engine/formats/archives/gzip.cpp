// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/archives/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>

namespace ng {

bool is_gzip(const Reader& reader) {
  return reader.first_bytes(2) == "\x1f\x8b";
}

namespace {

constexpr int with_gzip_header = MAX_WBITS + 16;
constexpr std::size_t block = std::size_t{1} << 18;

[[noreturn]] void fail(const Reader& reader, const std::string& what, std::string found) {
  reader.fail({"the packed data " + what, std::move(found), "one whole gzip file",
               "download the file again, or unpack it by hand to see whether it is sound"});
}

// RAII wrapper of the zlib stream.
struct Inflation {
  Inflation() { ready = inflateInit2(&stream, with_gzip_header) == Z_OK; }
  ~Inflation() { inflateEnd(&stream); }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;
  z_stream stream{};
  bool ready = false;
};

}  // namespace

std::vector<std::byte> read_gzip(Reader& reader) {
  reader.seek(0);
  const std::uint64_t packed = reader.size();
  Inflation inflation;
  if (!inflation.ready) refuse(ErrorKind::system, "not enough memory to unpack a file");
  z_stream& stream = inflation.stream;
  std::vector<std::byte> out;
  for (int state = Z_OK; state != Z_STREAM_END;) {
    if (reader.remaining() == 0) fail(reader, "is cut off", "the end of the file");
    std::vector<std::byte> in = reader.bytes(std::min<std::uint64_t>(block, reader.remaining()));
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    while (stream.avail_in > 0 && state != Z_STREAM_END) {
      std::byte piece[block / 4];
      stream.next_out = reinterpret_cast<Bytef*>(piece);
      stream.avail_out = sizeof piece;
      state = inflate(&stream, Z_NO_FLUSH);
      if (state != Z_OK && state != Z_STREAM_END) {
        fail(reader, "is damaged", stream.msg ? stream.msg : "no such data");
      }
      out.insert(out.end(), piece, piece + (sizeof piece - stream.avail_out));
      reader.check_limit(
          "an unpacked file", out.size(),
          std::min(reader.limits().allocation_bytes,
                   std::max<std::uint64_t>(packed, 1024) * reader.limits().zip_ratio));
    }
    if (state == Z_STREAM_END && (stream.avail_in > 0 || reader.remaining() > 0)) {
      fail(reader, "is followed by something else",
           std::to_string(stream.avail_in + reader.remaining()) + " bytes behind its end");
    }
  }
  return out;
}

std::string gzip_bytes(std::span<const std::byte> bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, with_gzip_header, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    refuse(ErrorKind::system, "not enough memory to pack a file");
  }
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int state = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  check(state == Z_STREAM_END, "packing stopped early");
  return out;
}

}  // namespace ng
