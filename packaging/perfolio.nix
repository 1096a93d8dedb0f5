# Nix: nix-build -E '(import <nixpkgs> { }).callPackage ./packaging/perfolio.nix { }'
{ lib, stdenv, cmake, ninja, pkg-config, python3, bzip2, capstone, elfutils, libarchive, libiberty, lz4, xxHash, xz, zlib, zstd }:

stdenv.mkDerivation {
  pname = "perfolio";
  version = "0.1.0";
  src = lib.cleanSource ../.;
  nativeBuildInputs = [ cmake ninja pkg-config python3 ];
  buildInputs = [ bzip2 capstone elfutils libarchive libiberty lz4 xxHash xz zlib zstd ];
  cmakeFlags = [ "-DPERFOLIO_TESTS=OFF" ];
  meta = {
    description = "Offline analysis workbench for Linux perf.data profiles";
    homepage = "https://perfolio.dev/";
    license = lib.licenses.bsd2;
    mainProgram = "perfolio";
    platforms = lib.platforms.linux;
  };
}
