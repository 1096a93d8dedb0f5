# Homebrew, on Linux
class Perfolio < Formula
  desc "Offline analysis workbench for Linux perf.data profiles"
  homepage "https://perfolio.dev/"
  url "https://perfolio.dev/releases/0.1.0/perfolio-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000" # ./dev release writes it into its own
  license "BSD-2-Clause"

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "python" => :build
  depends_on "binutils"
  depends_on "bzip2"
  depends_on "capstone"
  depends_on "elfutils"
  depends_on "libarchive"
  depends_on :linux
  depends_on "lz4"
  depends_on "xxhash"
  depends_on "xz"
  depends_on "zlib"
  depends_on "zstd"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DPERFOLIO_TESTS=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    assert_match "perfolio", shell_output("#{bin}/perfolio version")
  end
end
