#!/bin/sh
# static.sh ARCH [PROGRAM]: hold build-static/ARCH (`./dev static ARCH`) against PROGRAM (default build/perfolio). The static one runs in a
# root that has nothing but itself, captures and their objects (under qemu-user where it is another machine's): no library, no /tmp,
# /proc, /dev, locale or passwd. PROGRAM runs on this machine, in the same folder. Status, both outputs and the bytes of folios
# must be equal. Then perfolio-collect packs a capture on a root that has its objects where they were when it was recorded, and PROGRAM
# reads the folio. Entering a root takes root, or a user namespace.
# shellcheck disable=SC2086  # words are split on purpose
set -eu
cd "$(dirname "$0")/.."
static=$PWD/build-static/$1
program=$(realpath "${2:-build/perfolio}")
shared=$(realpath "${PERFOLIO_SHARED:-../shared}")
[ -d "$shared/captures" ] || { echo "SKIPPED: no captures in $shared; set PERFOLIO_SHARED to the folder that holds them"; exit 77; }

# Wherever there are samples, stacks, tracepoints, counts, several files, frames, an archive around it all.
captures="amd64/dwarf.data amd64/fp.data amd64/fp.data.tar.bz2 amd64/dir.data amd64/trace.data amd64/zstd.data arm64/dwarf.data arm64/sysg.data
    armhf/dwarf.data armhf/sched.data hppa/jit.data hppa/pipetp.data hppa/zstd.data i386/dwarf.data i386/multi.data riscv64/fp.data
    s390x/dwarf.data s390x/stat.data"

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
emulator=
about=$(sh packaging/static.sh --about "$1")
qemu=${about#* }
if [ -n "$qemu" ]; then   # ten times as slow: as many as meet every kind once
    captures="amd64/dwarf.data amd64/fp.data amd64/fp.data.tar.bz2 amd64/zstd.data arm64/sysg.data armhf/dwarf.data hppa/zstd.data i386/multi.data s390x/dwarf.data"
    cp "$qemu" "$root/qemu"
    emulator=/qemu
fi
cp "$static/perfolio" "$static/perfolio-collect" "$root"
enter=chroot
[ "$(id -u)" = 0 ] || enter="unshare -r chroot"

# Objects stand in ARCH/.debug.
for capture in $captures; do
    arch=${capture%/*}
    if [ ! -d "$root/$arch" ]; then
        mkdir "$root/$arch"
        tar -C "$root/$arch" -xf "$shared/captures/$arch/buildid-cache.tar.xz"
    fi
    cp -r "$shared/captures/$capture" "$root/$arch"
done
cd "$root"

# A static program loads no LLVM for what capstone does not know; PROGRAM is to find none.
mkdir none
for version in 14 15 16 17 18 19 20 21; do
    : >"none/libLLVM.so.$version.1"
    : >"none/libLLVM-$version.so.1"
    : >"none/libLLVM-$version.so"
done

runs=0 differ=0
# same WHAT A B
same() {
    runs=$((runs + 1))
    cmp -s "$2" "$3" && return 0
    differ=$((differ + 1))
    echo "differs: $1" >&2
    diff -a "$2" "$3" | head -n 6 >&2 || :
}

# both PROGRAM ARG...: a command there and here, with standard input from `input`.
both() {
    collect=$1
    shift
    status=0
    $enter "$root" $emulator "/$collect" "$@" <"$input" >there.out 2>there.err || status=$?
    echo "status $status" >>there.err
    [ ! -f x.folio ] || mv x.folio there.folio
    status=0
    env -i PATH=/nonexistent LD_LIBRARY_PATH="$root/none" "$program" "$@" <"$input" >here.out 2>here.err || status=$?
    echo "status $status" >>here.err
    same "$*" here.out there.out
    same "standard error of $*" here.err there.err
}

input=/dev/null
for capture in $captures; do
    arch=${capture%/*}
    with="--isolated --objects $arch/.debug"
    both perfolio report --stdio $with -i $capture
    both perfolio report --json $with -i $capture
    both perfolio script $with -i $capture
    # Nothing but LLVM or objdump knows code of RISC-V, and each program tells what of these to install.
    [ "$arch" = riscv64 ] || both perfolio annotate --stdio $with -i $capture
    both perfolio export folded $with -i $capture
    both perfolio diff --isolated $capture amd64/fp.data
    both perfolio-collect info --isolated -i $capture
    rm -f x.folio there.folio
    both perfolio-collect pack $with -o x.folio $capture
    if [ -f x.folio ]; then
        same "folio of $capture" x.folio there.folio
        mv x.folio here.folio
        both perfolio-collect verify there.folio
        both perfolio report --stdio --isolated -i there.folio
    fi
done
input=amd64/zstd.data   # a pipe is kept in memory
both perfolio report --stdio --isolated -i -

# A machine of its own: its objects at their paths, and nothing else.
case $1 in
x86_64) arch=amd64 capture=fp.data ;;
hppa)   arch=hppa capture=user.data ;;
arm64 | i386 | riscv64 | s390x) arch=$1 capture=fp.data ;;
*)      arch=armhf capture=fp.data ;;
esac
mkdir home
cp perfolio-collect home
[ -z "$emulator" ] || cp qemu home
cp "$shared/captures/$arch/$capture" home/perf.data
find "$arch/.debug" -name elf | while read -r elf; do
    path=home/${elf#"$arch/.debug/"}
    path=${path%/*/elf}
    mkdir -p "${path%/*}"
    [ -e "$path" ] || cp "$elf" "$path"
done
$enter "$root/home" $emulator /perfolio-collect pack -o home.folio perf.data >home.out 2>&1 || cat home.out
"$program" report --stdio --isolated -i home/home.folio >there.out 2>there.err || :
"$program" report --stdio --isolated --symfs home -i home/perf.data >here.out 2>here.err || :
same "report of what was packed at home" here.out there.out
same "problems of what was packed at home" here.err there.err
grep -q '\[\.\] \(hot_loop\|leaf_hot\)' there.out || { echo "no name in the report of what was packed at home" >&2; differ=$((differ + 1)); }

echo "static $1: $runs comparisons, $differ differ"
[ $differ = 0 ]
