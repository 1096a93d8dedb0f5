#!/bin/sh
# fetch.sh FOLDER [NAME...]: the sources of the libraries that Perfolio is linked with, as Debian has them for the release of this
# machine, unpacked into FOLDER/NAME with Debian's patches, and corrected by NAME.sed where this folder has one; what was
# fetched stays in FOLDER/archives. apt asks the archives that this machine asks, checks the signature of the release and by
# it every file, and keeps its state in FOLDER (apt.sh). FOLDER is left as it is when it has them all.
set -eu
# shellcheck source=packaging/apt.sh
. "$(dirname "$0")/../apt.sh"

die() { echo "fetch: $*" >&2; exit 1; }

[ $# -gt 0 ] || die "usage: fetch.sh FOLDER [NAME...]"
folder=$1
shift
NAMES=${*:-bzip2 capstone elfutils libarchive libiberty libzstd lz4 tre xxhash xz-utils zlib}
house=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"
exec 9>"$folder/lock"   # one at a time; who waits finds them all
flock 9
stamp="$NAMES, corrected by $(cat "$house"/*.sed | cksum)"
[ "$(cat "$folder/fetched" 2>/dev/null)" != "$stamp" ] || exit 0
command -v dpkg-source >/dev/null || die "there is no dpkg-source here (Debian's package dpkg-dev)"
mkdir -p "$folder/archives"
cd "$folder"
here=$PWD
apt=$here/.apt
rm -rf "$apt"
mkdir -p "$apt/sources"

# The same archives, keys and suites as this machine's, of their sources alone.
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$list" ] || sed -n 's/^[[:space:]]*deb[[:space:]]/deb-src /p' "$list" >"$apt/sources/${list##*/}"
done
for list in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$apt/sources/${list##*/}"
done
[ ! -f "$apt/sources/sources.list" ] || mv "$apt/sources/sources.list" "$apt/sources/main.list"

own_apt "$apt"
cat >>"$apt/conf" <<END
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$apt/sources";
END
apt-get -qq update || echo "fetch: not every archive has sources" >&2

# An archive may name a version that it has not got (yet): then the one before.
for name in $NAMES; do
    dsc=
    for version in $(apt-cache showsrc --only-source "$name" | sed -n 's/^Version: //p' | sort -ruV); do
        if (cd archives && apt-get -qq --download-only --only-source source "$name=$version") 2>"$apt/log"; then
            dsc=archives/${name}_${version#*:}.dsc
            break
        fi
        echo "fetch: $name $version cannot be had" >&2
    done
    [ -n "$dsc" ] || die "cannot fetch the source of $name"
    rm -rf "$name"
    dpkg-source --no-copy -x "$dsc" "$name" >"$apt/log" 2>&1 || die "$(cat "$apt/log")"
    [ ! -f "$house/$name.sed" ] || find "$name" -name '*.c' -exec sed -i -f "$house/$name.sed" {} +
done
rm -rf "$apt"
echo "$stamp" >fetched
