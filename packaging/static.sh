#!/bin/sh
# static.sh ARCH: perfolio and perfolio-collect for ARCH, each one file that needs no library, into build-static/ARCH, and
# notices.txt, the licences of what is in them. The C library is musl where Debian has it for an architecture that gcc can be had
# for, else glibc.
# static.sh windows: the same for Windows on x86_64, as .exe.
# static.sh --quick ARCH: perfolio and the unit tests (build-static/quick/ARCH/build/tests/units; none for Windows), compiled in less time
# and held to more ($UNITS: a pattern of the unit tests to build): hardly optimised, with assertions, and warnings are errors.
# static.sh --needs ARCH: the packages that this machine needs for it. static.sh --about ARCH: its C library, and what runs its
# programs on this machine, where that cannot by itself.
# shellcheck disable=SC2086  # flags are split on purpose
set -eu
cd "$(dirname "$0")/.."
. packaging/apt.sh

die() { echo "static: $*" >&2; exit 1; }

# ARCH's names for Debian, for gcc, for CMake and for qemu, and for musl where it is the C library.
host() {
    debian=$1 musl='' qemu=$1 system=Linux variant='' suffix=''
    case $1 in
    x86_64)   gcc=x86_64-linux-gnu cpu=x86_64 debian=amd64 musl=x86_64-linux-musl ;;
    arm64)    gcc=aarch64-linux-gnu cpu=aarch64 qemu=aarch64 musl=aarch64-linux-musl ;;
    armhf)    gcc=arm-linux-gnueabihf cpu=arm qemu=arm musl=arm-linux-musleabihf ;;
    hppa)     gcc=hppa-linux-gnu cpu=parisc ;;
    i386)     gcc=i686-linux-gnu cpu=i686 ;;
    mips64el) gcc=mips64el-linux-gnuabi64 cpu=mips64 ;;
    powerpc)  gcc=powerpc-linux-gnu cpu=ppc qemu=ppc ;;
    ppc64el)  gcc=powerpc64le-linux-gnu cpu=ppc64le qemu=ppc64le ;;
    riscv64)  gcc=riscv64-linux-gnu cpu=riscv64 ;;
    s390x)    gcc=s390x-linux-gnu cpu=s390x ;;
    windows)  gcc=x86_64-w64-mingw32 cpu=AMD64 system=Windows variant=-posix suffix=.exe ;;   # its threads are those of POSIX
    *) die "no architecture '$1', but x86_64, arm64, armhf, hppa, i386, mips64el, powerpc, ppc64el, riscv64 and s390x, or windows" ;;
    esac
    libc=glibc
    [ -z "$musl" ] || libc=musl
    # A kernel of x86_64 runs programs of i386, too.
    emulator=
    case $(uname -m):$qemu in
    "$qemu:$qemu" | x86_64:i386) ;;
    *) emulator=/usr/bin/qemu-$qemu-static ;;
    esac
}

case ${1:-} in
--about)
    host "$2"
    echo "$libc $emulator"
    exit
    ;;
--needs)
    host "$2"
    needs="cmake dpkg-dev make ninja-build pkg-config"
    if [ "$(dpkg --print-architecture)" = "$debian" ]; then
        echo "$needs gcc binutils libc6-dev"
    elif [ $system = Windows ]; then
        echo "$needs gcc-mingw-w64-x86-64-posix"
    elif [ -n "$musl" ]; then
        echo "$needs gcc-$(echo "$gcc" | tr _ -)"
    else
        echo "$needs gcc-$gcc libc6-dev-$debian-cross linux-libc-dev-$debian-cross"
    fi
    exit
    ;;
esac

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

# What unit tests are linked with, and no program is: one file.
make_cmocka() {
    sh packaging/libraries/fetch.sh build-libraries/tests cmocka
    source=build-libraries/tests/cmocka
    cp -p "$source/include/cmocka.h" "$libraries/include"
    ${CMAKE_C_COMPILER_LAUNCHER:-} $gcc-gcc $flags $optimise -w -DHAVE_INTTYPES_H -DHAVE_SIGNAL_H -DHAVE_STRINGS_H -DHAVE_SIGLONGJMP -DHAVE_STRSIGNAL \
        -DHAVE_STRUCT_TIMESPEC -DHAVE_CLOCK_REALTIME -DHAVE_GCC_THREAD_LOCAL_STORAGE -I"$source/include" -c "$source/src/cmocka.c" -o "$libraries/cmocka.o"
    rm -f "$libraries/lib/libcmocka.a"
    "$gcc-gcc-ar" rcsD "$libraries/lib/libcmocka.a" "$libraries/cmocka.o"
    printf 'Name: cmocka\nDescription: unit tests\nVersion: 1\nLibs: -L%s -lcmocka\nCflags: -I%s\n' "$libraries/lib" "$libraries/include" \
        >"$libraries/lib/pkgconfig/cmocka.pc"
}

quick=
if [ "${1:-}" = --quick ]; then
    quick=quick/
    shift
fi
[ $# = 1 ] || die "usage: static.sh [--quick] ARCH"
host "$1"
out=$PWD/build-static/$quick$1
libraries=$out/libraries
sh packaging/libraries/fetch.sh build-libraries/sources
mkdir -p "$out"
flags=
notice=/usr/share/doc/libc6-dev/copyright
[ -f "$notice" ] || notice=/usr/share/doc/libc6-dev-$debian-cross/copyright
[ $system = Linux ] || notice=/usr/share/doc/mingw-w64-x86-64-dev/copyright
if [ -n "$musl" ]; then
    fetch_musl
    flags="-specs $out/musl/specs"
    notice=$out/musl/usr/share/doc/musl-dev/copyright
fi
sh packaging/notices.sh build-libraries/sources "$notice" >"$out/notices.txt"
optimise=-Os type=Release tests=OFF checked=OFF targets="perfolio perfolio-collect"
if [ -n "$quick" ]; then
    optimise=-O0 type=RelWithDebInfo checked=ON targets=perfolio
    [ $system = Windows ] || tests=ON targets="perfolio units"   # they ask POSIX
fi
# Without capstone's M68K, whose table is a megabyte, and whom Perfolio asks after an objdump alone.
make -s -j"${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" -f packaging/libraries/libraries.mk SOURCES=build-libraries/sources OUT="$libraries" \
    CC="${CMAKE_C_COMPILER_LAUNCHER:-} $gcc-gcc$variant $flags" AR="$gcc-gcc-ar$variant" FLAGS="$optimise -ffunction-sections -fdata-sections" \
    CAPSTONE="ARM AArch64 Mips PowerPC Sparc SystemZ X86" >&2
[ $tests = OFF ] || make_cmocka

# The pages of the manual ask the program for its options, where it can be run.
if [ -z "$emulator" ]; then
    asked="env"
else
    asked=$(command -v "$emulator" || :)
fi
cat >"$out/toolchain.cmake" <<END
set(CMAKE_SYSTEM_NAME $system)
set(CMAKE_SYSTEM_PROCESSOR $cpu)
set(CMAKE_C_COMPILER $gcc-gcc$variant)
set(CMAKE_C_COMPILER_AR $(command -v "$gcc-gcc-ar$variant"))
set(CMAKE_C_COMPILER_RANLIB $(command -v "$gcc-gcc-ranlib$variant"))
set(CMAKE_C_FLAGS_INIT "$flags -isystem $libraries/include")
set(CMAKE_C_FLAGS_RELWITHDEBINFO $optimise)
set(CMAKE_FIND_ROOT_PATH $libraries)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR "$asked")
set(ENV{PKG_CONFIG_LIBDIR} $libraries/lib/pkgconfig)
END
# What is told here holds when cmake runs by itself, too.
export PKG_CONFIG_LIBDIR="$libraries/lib/pkgconfig" PKG_CONFIG_PATH=
cmake -G Ninja -S . -B "$out/build" -DCMAKE_TOOLCHAIN_FILE="$out/toolchain.cmake" -DCMAKE_BUILD_TYPE=$type \
    -DPERFOLIO_STATIC=ON -DPERFOLIO_TESTS=$tests -DPERFOLIO_UNITS="${UNITS:-}" -DPERFOLIO_WERROR=$checked -DPERFOLIO_DEBUGINFOD=OFF -DPERFOLIO_NOTICES="$out/notices.txt" >&2
cmake --build "$out/build" --target $targets >&2
[ -z "$quick" ] || targets=perfolio
for program in $targets; do
    "$gcc-strip" -o "$out/$program$suffix" "$out/build/$program$suffix"
    echo "build-static/$quick$1/$program$suffix: $(stat -c %s "$out/$program$suffix") bytes"
done
