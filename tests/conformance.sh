#!/bin/sh
# conformance.sh PROGRAM counts | views PERCENT: hold the program against what perf printed on the recording machines,
# and against the index of other people's captures. Both collections live beside the repository (../shared, or
# $PERFOLIO_SHARED), not in it: without them this says so and is skipped (exit status 77).
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")/.."
shared=${PERFOLIO_SHARED:-../shared}
if [ ! -x "$shared/conformance/run" ]; then
    echo "SKIPPED: $shared/conformance is not there; set PERFOLIO_SHARED to the folder that holds it"
    exit 77
fi
case $2 in
counts) exec "$shared/conformance/counts" --bin "$program" ;;
views)
    # captures with stack dumps are left to the unwinder's own test
    only='/(?!dwarf)[^/]*\.(n-)?(comm|comm-dso|comm-dso-sym|buildid|buildid-hits|evlist|header|header-short|stats|latency|timehist)$'
    exec "$shared/conformance/run" --bin "$program" --only "$only" --at-least "$3" ;;
*) echo "conformance.sh: counts or views, not $2" >&2; exit 2 ;;
esac
