#!/bin/sh
# Puts the program of a release into a folder: usage: install.sh RELEASE FOLDER
# RELEASE is an address (https://...) or a folder with the release's files; what is taken has the sum that SHA256SUMS says.
set -eu
release=$1 folder=$2
fail() { echo "install: $*" >&2; exit 1; }
fetch() {
    case $release in
    *://*) curl -fsSL -o "$2" "$release/$1" || wget -qO "$2" "$release/$1" ;;
    *) cp "$release/$1" "$2" ;;
    esac
}
case $(uname -s)-$(uname -m) in
Linux-x86_64) arch=x86_64 ;;
Linux-aarch64) arch=arm64 ;;
Linux-armv[78]*) arch=armhf ;;
*) fail "no release has a program for $(uname -s) on $(uname -m)" ;;
esac
mkdir -p "$folder"
sums=$(mktemp)
trap 'rm -f "$sums"' EXIT
fetch SHA256SUMS "$sums" || fail "$release has no SHA256SUMS"
name=$(sed -n "s/^[0-9a-f]* [ *]\\(perfolio-[0-9.]*-linux-$arch\\)\$/\\1/p" "$sums")
[ -n "$name" ] || fail "$release has no program for $arch"
fetch "$name" "$folder/$name" || fail "$release has no $name"
(cd "$folder" && grep " [ *]$name\$" "$sums" | sha256sum -c --quiet) || { rm -f "$folder/$name"; fail "$name is not what SHA256SUMS says"; }
mv "$folder/$name" "$folder/perfolio"
chmod 755 "$folder/perfolio"
