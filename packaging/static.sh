#!/bin/sh
# static.sh ARCH: perfolio and perfolio-collect for ARCH, each one file that needs no library, into build-static/ARCH, and
# notices.txt, the licences of what is in them. The C library is musl where Debian has it for an architecture that gcc can be had
# for, else glibc.
# static.sh --needs ARCH: the packages that this machine needs for it.
# shellcheck disable=SC2086  # flags are split on purpose
set -eu
cd "$(dirname "$0")/.."
. packaging/apt.sh

die() { echo "static: $*" >&2; exit 1; }

# ARCH's names for Debian, for gcc, for CMake, and for musl where it is the C library.
host() {
    debian=$1 musl=
    case $1 in
    x86_64)   gcc=x86_64-linux-gnu cpu=x86_64 debian=amd64 musl=x86_64-linux-musl ;;
    arm64)    gcc=aarch64-linux-gnu cpu=aarch64 musl=aarch64-linux-musl ;;
    armhf)    gcc=arm-linux-gnueabihf cpu=arm musl=arm-linux-musleabihf ;;
    hppa)     gcc=hppa-linux-gnu cpu=parisc ;;
    i386)     gcc=i686-linux-gnu cpu=i686 ;;
    mips64el) gcc=mips64el-linux-gnuabi64 cpu=mips64 ;;
    powerpc)  gcc=powerpc-linux-gnu cpu=ppc ;;
    ppc64el)  gcc=powerpc64le-linux-gnu cpu=ppc64le ;;
    riscv64)  gcc=riscv64-linux-gnu cpu=riscv64 ;;
    s390x)    gcc=s390x-linux-gnu cpu=s390x ;;
    *) die "no architecture '$1', but x86_64, arm64, armhf, hppa, i386, mips64el, powerpc, ppc64el, riscv64 and s390x" ;;
    esac
}

if [ "${1:-}" = --needs ]; then
    host "$2"
    needs="cmake dpkg-dev make ninja-build pkg-config"
    if [ "$(dpkg --print-architecture)" = "$debian" ]; then
        echo "$needs gcc binutils libc6-dev"
    elif [ -n "$musl" ]; then
        echo "$needs gcc-$(echo "$gcc" | tr _ -)"
    else
        echo "$needs gcc-$gcc libc6-dev-$debian-cross linux-libc-dev-$debian-cross"
    fi
    exit
fi

# Debian's musl of $debian into OUT/musl, without a change to this machine's packages, lists and architectures, and what tells gcc
# to take it.
fetch_musl() {
    [ ! -f "$out/musl/specs" ] || return 0
    state=$out/musl/.apt
    own_apt "$state" "$debian"
    apt-get -qq update || echo "static: not every archive has packages of $debian" >&2
    (cd "$state" && apt-get -qq download musl-dev) || die "cannot fetch musl-dev of $debian"
    unset APT_CONFIG
    dpkg-deb --extract "$state"/musl-dev_*.deb "$out/musl"
    rm -rf "$state"
    sed "s,/usr/include/$musl,$out/musl/usr/include/$musl,g; s,/usr/lib/$musl,$out/musl/usr/lib/$musl,g" \
        "$out/musl/usr/lib/$musl/musl-gcc.specs" >"$out/musl/specs"
}

[ $# = 1 ] || die "usage: static.sh ARCH"
host "$1"
out=$PWD/build-static/$1
libraries=$out/libraries
sh packaging/libraries/fetch.sh build-libraries/sources
mkdir -p "$out"
flags=
notice=/usr/share/doc/libc6-dev/copyright
[ -f "$notice" ] || notice=/usr/share/doc/libc6-dev-$debian-cross/copyright
if [ -n "$musl" ]; then
    fetch_musl
    flags="-specs $out/musl/specs"
    notice=$out/musl/usr/share/doc/musl-dev/copyright
fi
sh packaging/notices.sh build-libraries/sources "$notice" >"$out/notices.txt"
# Without capstone's M68K, whose table is a megabyte, and whom Perfolio asks after an objdump alone.
make -s -j"${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" -f packaging/libraries/libraries.mk SOURCES=build-libraries/sources OUT="$libraries" \
    CC="${CMAKE_C_COMPILER_LAUNCHER:-} $gcc-gcc $flags" AR="$gcc-gcc-ar" FLAGS="-Os -ffunction-sections -fdata-sections" \
    CAPSTONE="ARM AArch64 Mips PowerPC Sparc SystemZ X86" >&2

# The pages of the manual ask the program for its options, where it can be run.
emulator=$(command -v "qemu-$cpu-static" || :)
[ "$(dpkg --print-architecture)" != "$debian" ] || emulator='env'
cat >"$out/toolchain.cmake" <<END
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR $cpu)
set(CMAKE_C_COMPILER $gcc-gcc)
set(CMAKE_C_FLAGS_INIT "$flags -isystem $libraries/include")
set(CMAKE_FIND_ROOT_PATH $libraries)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR "$emulator")
set(ENV{PKG_CONFIG_LIBDIR} $libraries/lib/pkgconfig)
END
# What is told here holds when cmake runs by itself, too.
export PKG_CONFIG_LIBDIR="$libraries/lib/pkgconfig" PKG_CONFIG_PATH=
cmake -G Ninja -S . -B "$out/build" -DCMAKE_TOOLCHAIN_FILE="$out/toolchain.cmake" -DCMAKE_BUILD_TYPE=Release \
    -DPERFOLIO_STATIC=ON -DPERFOLIO_TESTS=OFF -DPERFOLIO_DEBUGINFOD=OFF -DPERFOLIO_NOTICES="$out/notices.txt" >&2
cmake --build "$out/build" --target perfolio perfolio-collect >&2
for program in perfolio perfolio-collect; do
    "$gcc-strip" -o "$out/$program" "$out/build/$program"
    echo "build-static/$1/$program: $(stat -c %s "$out/$program") bytes"
done
