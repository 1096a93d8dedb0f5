#!/bin/sh
# format.sh [--fix] [FILE...]: whether every C file, or those of the FILEs that are C and there, is laid out as .clang-format
# says; with --fix, lay it out so.
set -eu
cd "$(dirname "$0")/.."
case ${1:-} in
--fix) how=-i && shift ;;
*) how="--dry-run -Werror" ;;
esac
# shellcheck disable=SC2086
if [ $# -gt 0 ]; then
    for file; do
        case $file in *.[ch]) [ ! -e "$file" ] || printf '%s\0' "$file" ;; esac
    done | xargs -0 -r clang-format $how
    exit
fi
find arch core formats archive lib cli include tests -name '*.[ch]' -print0 | xargs -0 clang-format $how
