#!/bin/sh
# Makes the Debian packages of a tree: usage: deb.sh TREE FOLDER [DPKG-BUILDPACKAGE OPTION...]
# TREE is left as it is; the packages are in FOLDER, which is made.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$1 folder=$2
shift 2
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
version=$(sed -n 's/^project(perfolio VERSION \([0-9.]*\).*/\1/p' "$tree/CMakeLists.txt")
[ "$(dpkg-parsechangelog -l "$here/debian/changelog" -S Version)" = "$version-1" ] ||
    { echo "deb.sh: packaging/debian/changelog is not of version $version" >&2; exit 1; }
work=$folder/perfolio-$version
rm -rf "$work"
mkdir "$work"
(cd "$tree" && git archive HEAD) >"$folder/tree.tar"
tar -x -C "$work" -f "$folder/tree.tar"
rm "$folder/tree.tar"
tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-0}" -cf "$folder/orig.tar" "perfolio-$version"
gzip -9n <"$folder/orig.tar" >"$folder/perfolio_$version.orig.tar.gz"
rm "$folder/orig.tar"
cp -r "$here/debian" "$work/debian"
cd "$work"
dpkg-buildpackage -us -uc "$@"
rm -rf "$work"
