#!/bin/sh
# folios.sh PROGRAM OUT: small folios of every level, of one capture and of several, to be damaged.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p "$2"
for level in min symbols code full; do
    "$1" pack fixtures/hppa/user.data --objects fixtures/hppa/debug --level $level -o "$2/hppa-$level.folio"
    "$1" pack fixtures/amd64/dir.data fixtures/amd64/fp.data --objects fixtures/amd64/debug --level $level \
        -o "$2/amd64-$level.folio"
done 2>/dev/null
