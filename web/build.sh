#!/bin/sh
# build.sh: makes build-wasm/perfolio.html, a page with the engine in it, and build-wasm/perfolio.js, a program of node, with emscripten
# and the libraries of packaging/libraries.
set -eu
cd "$(dirname "$0")/.."
out=$PWD/build-wasm
libraries=$out/libraries
export NODE_PATH=/usr/share/nodejs                  # acorn, for a node that is not Debian's
sh packaging/libraries/fetch.sh build-libraries/sources
# X86 is first in capstone: emscripten 3.1.69's linker takes static functions of the others for three that it exports.
make -s -j"$(nproc)" -f packaging/libraries/libraries.mk SOURCES=build-libraries/sources OUT="$libraries" CC=emcc AR=emar FLAGS=-O2 \
    CAPSTONE="X86 ARM AArch64 M68K Mips PowerPC Sparc SystemZ" >&2
# Emscripten 3.1.6 overwrites PKG_CONFIG_PATH with EM_PKG_CONFIG_PATH, 3.1.69 overwrites PKG_CONFIG_LIBDIR alone. What is told here
# holds when cmake runs by itself, too.
export PKG_CONFIG_LIBDIR="$libraries/lib/pkgconfig" EM_PKG_CONFIG_PATH="$libraries/lib/pkgconfig" PKG_CONFIG_PATH="$libraries/lib/pkgconfig"
[ -f "$out/build.ninja" ] || emcmake cmake -G Ninja -S . -B "$out" -DCMAKE_BUILD_TYPE=Release -DCMAKE_FIND_ROOT_PATH="$libraries" \
    -DCMAKE_C_FLAGS="-isystem $libraries/include" -DPERFOLIO_STATIC=ON -DPERFOLIO_TESTS=OFF -DPERFOLIO_DEBUGINFOD=OFF >&2
cmake --build "$out" --target perfolio page >&2
for file in perfolio.html perfolio.js perfolio.wasm; do
    echo "build-wasm/$file: $(stat -c %s "$out/$file") bytes"
done
for build in build build-check build-debug; do      # where programs look for the page that was built with them
    [ ! -x $build/perfolio ] || cp "$out/perfolio.html" $build
done
