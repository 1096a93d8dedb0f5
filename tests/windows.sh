#!/bin/sh
# windows.sh [PROGRAM]: hold build-static/windows/perfolio.exe (`./dev static windows`), under wine, against PROGRAM (default
# build/perfolio) with captures and folios of the fixtures and, where they are, of $PERFOLIO_SHARED: status, both outputs, and the
# bytes of folios and exports must be equal. Then the goldens of the commands that read and write captures run there;
# golden/windows.txt names what cannot be the same.
# windows.sh --few [PROGRAM]: builds build-static/quick/windows first, and has two captures and the goldens that take seconds.
# shellcheck disable=SC2086  # words are split on purpose
set -eu
cd "$(dirname "$0")/.."
root=$PWD few=
if [ "${1:-}" = --few ]; then
    few=yes
    shift
fi
program=$(realpath "${1:-build/perfolio}")
shared=${PERFOLIO_SHARED:-../shared}
wine=$(command -v wine64 || command -v /usr/lib/wine/wine64 || command -v wine) || { echo "SKIPPED: there is no wine here"; exit 77; }
windows=$PWD/build-static/windows collect=perfolio-collect
goldens="alien annotate bad-input chain-link data-symbols diff dump evlist export folio-damaged gate header info inside json-report kept-code made-code objects
    objects-ids pack report-* script script-more tracepoint-bad"
if [ -n "$few" ]; then
    command -v x86_64-w64-mingw32-gcc-posix >/dev/null || { echo "SKIPPED: there is no mingw-w64 here"; exit 77; }
    sh packaging/libraries/fetch.sh build-libraries/sources >&2 || { echo "SKIPPED: the sources of the libraries cannot be had here"; exit 77; }
    sh packaging/static.sh --quick windows
    windows=$PWD/build-static/quick/windows collect=perfolio shared=/nonexistent
    goldens="data-symbols folio-damaged header kept-code report-lists"
fi

folder=$(mktemp -d)
# wine shows Windows the names of files by the locale. Nothing of the desk's .wine is touched.
export WINEPREFIX="$folder/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe=" LC_ALL=C.UTF-8 TZ=UTC
server=$(command -v wineserver || echo /usr/lib/wine/wineserver64)
finish() {
    exec 9>&-
    "$server" --kill 2>/dev/null || :
    rm -rf "$folder"
}
trap finish EXIT
mkdir "$WINEPREFIX"
"$server" --persistent   # or one that is about to end answers the next program
cp "$windows"/*.exe "$folder"
# A program makes the folder of wine, and waits as long as this runs: so do wine's services, which print where who starts them does.
mkfifo "$folder/never"
"$wine" "$folder/perfolio.exe" info -i - <"$folder/never" >/dev/null 2>&1 &
exec 9>"$folder/never"
"$wine" "$folder/perfolio.exe" --version >/dev/null 2>&1

runs=0 differ=0 repeated=0
same() {
    runs=$((runs + 1))
    cmp -s "$2" "$3" && return 0
    differ=$((differ + 1))
    printf 'differs: %s\n' "$1" >&2
    diff -a "$2" "$3" | head -n 6 >&2 || :
}

# both PROGRAM ARG...: a command under wine and here, with standard input from `input`.
both() {
    name=$1
    shift
    rm -f made here.made there.made
    status=0
    env -i PATH=/nonexistent LD_LIBRARY_PATH="$folder/none" "$program" "$@" <"$input" >here.out 2>here.err || status=$?
    echo "status $status" >>here.err
    [ ! -f made ] || mv made here.made
    # The server of wine 8 loses the output of a program now and then, on a busy machine: such a run is repeated, and told.
    for try in 1 2 3; do
        rm -f made
        status=0
        "$wine" "$folder/$name.exe" "$@" <"$input" >there.out 2>there.err || status=$?
        echo "status $status" >>there.err
        if cmp -s here.out there.out && cmp -s here.err there.err; then
            break
        fi
        repeated=$((repeated + (try < 3)))
    done
    [ ! -f made ] || mv made there.made
    same "$*" here.out there.out
    same "standard error of $*" here.err there.err
    if [ -f here.made ]; then
        same "what $* made" here.made there.made
    fi
}

# A static program loads no LLVM for what capstone does not know; PROGRAM is to find none.
mkdir "$folder/none" "$folder/tree"
for version in 14 15 16 17 18 19 20 21; do
    for library in libLLVM.so.$version.1 libLLVM-$version.so.1 libLLVM-$version.so; do
        : >"$folder/none/$library"
    done
done

# CAPTURE OBJECTS, relative to the folder with both.
cp -r fixtures "$folder/tree"
captures="fixtures/amd64/fp.data fixtures/hppa/user.data"
[ -n "$few" ] || captures="fixtures/amd64/fp.data fixtures/amd64/dwarf.folio fixtures/amd64/dir.data fixtures/amd64/zstd.data fixtures/amd64/sched.data
    fixtures/armhf/dwarf.folio fixtures/hppa/user.data fixtures/hppa/pipetp.data fixtures/s390x/fp.data fixtures/synthetic/kmem.data"
if [ -d "$shared/captures" ]; then
    for arch in amd64 arm64 armhf s390x; do
        mkdir -p "$folder/tree/$arch"
        tar -C "$folder/tree/$arch" -xf "$shared/captures/$arch/buildid-cache.tar.xz"
        cp "$shared/captures/$arch/dwarf.data" "$folder/tree/$arch"
        captures="$captures $arch/dwarf.data"
    done
fi
cd "$folder/tree"
input=/dev/null
for capture in $captures; do
    [ -e "$capture" ] || continue
    at=${capture%/*}
    objects=$at/debug
    [ -d "$objects" ] || objects=$at/.debug
    with="--isolated --objects $objects"
    both perfolio report --stdio $with -i $capture
    both perfolio report --json $with -i $capture
    both perfolio script $with -i $capture
    both perfolio annotate --stdio $with -i $capture
    both perfolio diff --isolated $capture fixtures/amd64/fp.data
    for format in folded pprof speedscope; do
        both perfolio export $format $with -i $capture -o made
    done
    both $collect info --isolated -i $capture
    both $collect pack $with -o made $capture
    if [ -f there.made ]; then
        mv there.made there.folio
        both $collect verify there.folio
        both perfolio report --stdio --isolated -i there.folio
    fi
done
input=fixtures/amd64/zstd.data
both perfolio report --stdio --isolated -i -

# Names as Windows has them: drives, backslashes, and more than one script.
cp fixtures/amd64/fp.data "Größe 測.data"
input=/dev/null
both perfolio report --stdio --isolated -i "Größe 測.data"
"$program" report --stdio --isolated -i fixtures/amd64/fp.data >here.out 2>here.err
for path in 'fixtures\amd64\fp.data' "Z:$(printf %s "$PWD" | tr / '\\')\\fixtures\\amd64\\fp.data" "Z:$PWD/fixtures/amd64/fp.data"; do
    "$wine" "$folder/perfolio.exe" report --stdio --isolated -i "$path" >there.out 2>there.err || :
    same "report of $path" here.out there.out
    "$wine" "$folder/$collect.exe" pack --isolated -o 'C:\made.folio' "$path" >there.out 2>there.err || :
    "$program" pack --isolated -o here.folio fixtures/amd64/fp.data >here.made 2>&1 || :
    same "folio on another drive, of $path" here.folio "$WINEPREFIX/drive_c/made.folio"
done

echo "windows: $runs comparisons, $differ differ; $repeated runs were repeated"

# Goldens call a program of this name, in a surrounding of few variables.
cat >"$folder/perfolio" <<END
#!/bin/sh
export WINEPREFIX='$WINEPREFIX' WINEDEBUG='$WINEDEBUG' WINEDLLOVERRIDES='$WINEDLLOVERRIDES' LC_ALL=C.UTF-8
exec '$wine' '$folder/perfolio.exe' "\$@"
END
chmod +x "$folder/perfolio"
cd "$root"
files=
for name in $goldens; do
    files="$files tests/golden/$name.t"
done
bad=0
golden() { python3 tests/golden/run --bin "$folder/perfolio" --jobs "$(nproc)" --except tests/golden/windows.txt $files; }
golden || golden || bad=$?      # the second time because of wine's server, too
[ $differ = 0 ] && [ $bad = 0 ]
