#!/bin/sh
# run.sh ARCH PACKAGE...: the tests on a host of another kind (`./dev cross ARCH`; README.md says more). Unpacks Debian's
# PACKAGEs of ARCH into build-ARCH/root, builds against them, runs the unit tests, the goldens and the made captures under
# qemu-user, and holds the folios that are made there against those that build/perfolio makes here.
# run.sh --needs ARCH: the packages that this machine needs for it.
# shellcheck disable=SC2086  # lists of packages are split on purpose
set -eu
cd "$(dirname "$0")/../.."
. packaging/apt.sh

die() { echo "cross: $*" >&2; exit 1; }

# ARCH's name for compilers, for libraries, for CMake and for qemu.
host() {
    case $1 in
    s390x)   gcc=s390x-linux-gnu         libs=s390x-linux-gnu         cpu=s390x    qemu=s390x ;;
    armhf)   gcc=arm-linux-gnueabihf     libs=arm-linux-gnueabihf     cpu=arm      qemu=arm ;;
    arm64)   gcc=aarch64-linux-gnu       libs=aarch64-linux-gnu       cpu=aarch64  qemu=aarch64 ;;
    i386)    gcc=i686-linux-gnu          libs=i386-linux-gnu          cpu=i386     qemu=i386 ;;
    ppc64el) gcc=powerpc64le-linux-gnu   libs=powerpc64le-linux-gnu   cpu=ppc64le  qemu=ppc64le ;;
    mipsel)  gcc=mipsel-linux-gnu        libs=mipsel-linux-gnu        cpu=mipsel   qemu=mipsel ;;
    *) die "no host '$1', but s390x, armhf, arm64, i386, ppc64el and mipsel" ;;
    esac
}

# unpack ARCH PACKAGE...: what the packages and those that they depend on hold, into $root. apt keeps its state in there too:
# this machine's own packages, lists and architectures stay as they are.
unpack() {
    arch=$1
    shift
    state=$root/.apt
    own_apt "$state" "$arch"
    apt-get -qq update || echo "cross: not every source has packages of $arch" >&2
    apt-get -qq -y --download-only install "$@" || die "cannot fetch the packages of $arch"
    unset APT_CONFIG
    for deb in "$state"/cache/archives/*.deb; do
        dpkg-deb --extract "$deb" "$root"
    done
    find "$root" -type l -lname '/*' | while read -r link; do   # they mean what is in there
        ln -sfn "$root$(readlink "$link")" "$link"
    done
}

# runner ARCH: what runs its programs: this machine itself where it can, else qemu.
runner() {
    here="$root/lib/ld-linux.so.2 --library-path $root/lib/$libs:$root/usr/lib/$libs"
    if [ "$1" = i386 ] && [ "$(uname -m)" = x86_64 ] && $here --version >/dev/null 2>&1; then
        echo "$here"
    else
        echo "qemu-$qemu-static -L $root"
    fi
}

toolchain() {
    cat <<END
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR $cpu)
set(CMAKE_C_COMPILER $gcc-gcc)
set(CMAKE_SYSROOT $root)
set(CMAKE_LIBRARY_ARCHITECTURE $libs)
set(CMAKE_FIND_ROOT_PATH $root)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR $run)
set(ENV{PKG_CONFIG_LIBDIR} $root/usr/lib/$libs/pkgconfig:$root/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} $root)
END
}

if [ "${1:-}" = --needs ]; then
    host "${2:-}"
    echo "qemu-user-static gcc-$(echo $gcc | tr _ -)"
    exit
fi
[ $# -gt 1 ] || die "usage: run.sh ARCH PACKAGE..."
host "$1"
build=build-$1
root=$PWD/$build/root
[ -f "$root/toolchain.cmake" ] || {
    rm -rf "$root"
    mkdir -p "$root"
    unpack "$@" >&2
    : >"$root/toolchain.cmake" # all of it is there
}
run=$(runner "$1")
# qemu-user gives a parent no failure of its child's exec (unit/disasm), and repeats for ever what read a page that its file
# has lost (unit/file).
case $run in
qemu*) without='/unit/(disasm|file)$' ;;
*) without='^$' ;;
esac
toolchain >"$root/toolchain.cmake"
cmake -S . -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$root/toolchain.cmake" -DPERFOLIO_TESTS=ON -DPERFOLIO_WERROR=ON -DPERFOLIO_CHECKS=OFF >&2
cmake --build "$build" >&2
failed=0
ctest --test-dir "$build" --output-on-failure --parallel "$(nproc)" --timeout 3600 -R '/(unit|golden|fixture)' -E "$without" || failed=1
python3 tests/cross/folios.py build/perfolio "$build/tests/perfolio" || failed=1
exit $failed
