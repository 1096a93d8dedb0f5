#!/bin/sh
# format.sh [--fix]: whether every C file is laid out as .clang-format says; with --fix, lay it out so.
set -eu
cd "$(dirname "$0")/.."
case ${1:-} in
--fix) how=-i ;;
*) how="--dry-run -Werror" ;;
esac
# shellcheck disable=SC2086
find arch core formats archive cli tests -name '*.[ch]' -print0 | xargs -0 clang-format $how
