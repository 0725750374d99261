// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/archives/zip_entry.h"

#include <zlib.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/base/quote.h"

namespace ng {

void ZipEntryStream::fail(const char* what, std::string found, std::string expected) const {
  reader_.fail_at(entry_.data,
                  {"the entry " + quote(entry_.name) + " " + what, std::move(found),
                   std::move(expected), "the archive is damaged; download or save it again"});
}

void ZipEntryStream::read(std::span<std::byte> out) {
  if (out.size() > entry_.unpacked - given_) {
    fail("cannot be unpacked", std::to_string(entry_.unpacked) + " bytes in the directory",
         std::to_string(given_ + out.size()) + " bytes");
  }
  if (inflation_) {
    inflate(out);
  } else {
    read_stored(out);
  }
  given_ += out.size();
  if (out.empty()) return;  // with a null pointer crc32_z starts over
  crc_ = crc32_z(crc_, reinterpret_cast<const Bytef*>(out.data()), out.size());
}

void ZipEntryStream::read_stored(std::span<std::byte> out) {
  reader_.read_at(entry_.data + packed_read_, out);
  packed_read_ += out.size();
}

struct ZipEntryStream::Inflation {
  Inflation() {
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
      refuse(ErrorKind::system, "not enough memory to unpack an archive");
  }
  ~Inflation() { inflateEnd(&stream); }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;

  z_stream stream{};
  int state = Z_OK;
  std::vector<std::byte> packed = std::vector<std::byte>(1 << 16);  // buffer of compressed data
};

// One inflate step into the front of `out`; returns the number of bytes written.
std::size_t ZipEntryStream::inflate_some(std::span<std::byte> out) {
  constexpr std::size_t most = std::size_t{1} << 30;  // zlib counts in 32 bits
  auto& [stream, state, packed] = *inflation_;
  if (stream.avail_in == 0) {
    const auto count = std::min<std::uint64_t>(packed.size(), entry_.packed - packed_read_);
    read_stored(std::span(packed).first(count));
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(count);
  }
  const std::size_t room = std::min(most, out.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(room);
  state = ::inflate(&stream, Z_NO_FLUSH);
  return room - stream.avail_out;
}

void ZipEntryStream::inflate(std::span<std::byte> out) {
  std::size_t at = 0;
  while (at < out.size()) {
    if (inflation_->state == Z_OK) at += inflate_some(out.subspan(at));
    if (at == out.size() || inflation_->state == Z_OK) continue;
    const char* message = inflation_->stream.msg;
    fail("cannot be unpacked",
         inflation_->state == Z_STREAM_END
             ? "it unpacks to " + std::to_string(given_ + at) + " bytes only"
         : message ? message
                   : "it is cut off",
         std::to_string(entry_.unpacked) + " bytes");
  }
}

void ZipEntryStream::finish_inflation() {
  std::byte beyond;
  while (inflation_->state == Z_OK) {
    if (inflate_some(std::span(&beyond, 1)) > 0)
      fail("cannot be unpacked", "it unpacks to more than its directory size",
           std::to_string(entry_.unpacked) + " bytes");
  }
  if (inflation_->state != Z_STREAM_END)
    fail("cannot be unpacked", inflation_->stream.msg ? inflation_->stream.msg : "it is cut off",
         "the end of the packed data");
  const std::uint64_t left = entry_.packed - packed_read_ + inflation_->stream.avail_in;
  if (left > 0)
    fail("cannot be unpacked", std::to_string(left) + " bytes follow the packed data", "none");
}

ZipEntryStream::ZipEntryStream(const Reader& reader, const ZipEntry& entry)
    : reader_(reader), entry_(entry) {
  if (entry.method != 0) inflation_ = std::make_unique<Inflation>();
}

ZipEntryStream::~ZipEntryStream() = default;

void ZipEntryStream::finish() {
  check(given_ == entry_.unpacked, "an entry is finished before its end");
  if (inflation_) finish_inflation();
  if (crc_ == entry_.crc) return;
  fail("has a different CRC than its directory record", std::to_string(crc_),
       std::to_string(entry_.crc));
}

std::string read_zip_entry(const Reader& reader, const ZipEntry& entry) {
  reader.check_limit("an archive entry", entry.unpacked, reader.limits().allocation_bytes);
  ZipEntryStream stream(reader, entry);
  std::string out(entry.unpacked, '\0');
  stream.read(std::as_writable_bytes(std::span(out)));
  stream.finish();
  return out;
}

}  // namespace ng
