#!/bin/sh
# notices.sh SOURCES [LIBC]: the licence of Perfolio, and those of what a static program is linked with: of the libraries that fetch.sh
# put into SOURCES, and of the C library, whose file of that is LIBC.
set -eu
notice() {
    printf '==== %s\n\n' "$1"
    cat "$2"
    echo
}
notice Perfolio "$(dirname "$0")/../LICENSE"
for file in "$1"/*/debian/copyright; do
    name=${file#"$1"/}
    notice "${name%%/*}" "$file"
done
[ $# -lt 2 ] || notice "the C library" "$2"
