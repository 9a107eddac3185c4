#include "assay/render/png_file.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <string_view>
#include <utility>

#include "assay/base/error.h"

namespace assay {

namespace {

void append_number(std::string& out, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift & 0xFFU);
}

void append_chunk(std::string& out, std::string_view name, std::string_view content) {
  append_number(out, static_cast<std::uint32_t>(content.size()));
  const std::size_t begin = out.size();
  out += name;
  out += content;
  const auto sum =
      crc32_z(0, reinterpret_cast<const Bytef*>(out.data() + begin), out.size() - begin);
  append_number(out, static_cast<std::uint32_t>(sum));
}

// A colour as it is, not multiplied by its opacity.
char channel(std::uint32_t multiplied, std::uint32_t opacity) {
  if (opacity == 0) return 0;
  return static_cast<char>(
      std::min<std::uint32_t>((multiplied * 255 + opacity / 2) / opacity, 255));
}

class Compressor {
 public:
  Compressor() {
    constexpr int kLevel = 6;
    check(deflateInit(&stream_, kLevel));
  }
  ~Compressor() { deflateEnd(&stream_); }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  void add(std::string& bytes) { run(bytes, Z_NO_FLUSH); }
  std::string finish() && {
    std::string nothing;
    run(nothing, Z_FINISH);
    return std::move(out_);
  }

 private:
  static void check(int status) {
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    ASSAY_CHECK(status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR);
  }

  void run(std::string& bytes, int flush) {
    constexpr std::size_t kRoom = 1 << 14;
    stream_.next_in = reinterpret_cast<Bytef*>(bytes.data());
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      const std::size_t before = out_.size();
      out_.resize(before + kRoom);
      stream_.next_out = reinterpret_cast<Bytef*>(out_.data() + before);
      stream_.avail_out = static_cast<uInt>(kRoom);
      check(deflate(&stream_, flush));
      out_.resize(out_.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
  std::string out_;
};

// Rows as they are: drawings repeat whole stretches, which filters would hide from zlib.
std::string image_data(const Raster& raster, bool is_opaque) {
  constexpr char kUnfiltered = 0;
  const auto width = static_cast<std::size_t>(raster.size().width);
  Compressor compressor;
  std::string row;
  for (std::size_t first = 0; first < raster.pixels().size(); first += width) {
    row = kUnfiltered;
    for (std::size_t i = first; i < first + width; ++i) {
      const auto [red, green, blue, opacity] = raster.pixels()[i];
      for (const std::uint8_t colour : {red, green, blue}) row += channel(colour, opacity);
      if (!is_opaque) row += static_cast<char>(opacity);
    }
    compressor.add(row);
  }
  return std::move(compressor).finish();
}

}  // namespace

std::string png_file(const Raster& raster) {
  constexpr char kBits = 8;
  constexpr char kRgb = 2;
  constexpr char kRgba = 6;
  const auto& pixels = raster.pixels();
  const bool is_opaque = std::all_of(pixels.begin(), pixels.end(),
                                     [](const Pixel& pixel) { return pixel.opacity == 255; });
  std::string header;
  append_number(header, static_cast<std::uint32_t>(raster.size().width));
  append_number(header, static_cast<std::uint32_t>(raster.size().height));
  header += {kBits, is_opaque ? kRgb : kRgba, 0, 0, 0};  // deflate, its filters, not interlaced
  std::string file = "\x89PNG\r\n\x1a\n";
  append_chunk(file, "IHDR", header);
  append_chunk(file, "IDAT", image_data(raster, is_opaque));
  append_chunk(file, "IEND", "");
  return file;
}

}  // namespace assay
