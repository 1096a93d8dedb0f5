#!/bin/sh
# conformance.sh PROGRAM counts | views PERCENT | all PERCENT: hold the program against what perf printed on the recording
# machines, and against the index of other people's captures. Both collections live beside the repository (../shared, or
# $PERFOLIO_SHARED), not in it: without them this says so and is skipped (exit status 77). What of the truth is proven
# wrong stands beside it, with the evidence, and what was found since in tests/conformance.
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")/.."
shared=${PERFOLIO_SHARED:-../shared}
if [ ! -x "$shared/conformance/run" ]; then
    echo "SKIPPED: $shared/conformance is not there; set PERFOLIO_SHARED to the folder that holds it"
    exit 77
fi

errata=$(mktemp -d)
trap 'rm -rf "$errata"' EXIT
for truth in "$shared"/captures/*/truth; do
    arch=$(basename "$(dirname "$truth")")
    for f in "$truth/errata.tsv" "tests/conformance/$arch.tsv"; do
        [ ! -e "$f" ] || cat "$f" >>"$errata/$arch.tsv"
    done
    cp "$truth"/*.sites "$errata" 2>/dev/null || : # what the errata of some machines refer to
done

only=.
case $2 in
counts) "$shared/conformance/counts" --bin "$program"; exit ;;
all) ;;
views)  # captures with stack dumps are left to the unwinder's own test; what is wrong of rows follows from script
    only='/(?!dwarf)[^/]*\.(n-)?(script|comm|comm-dso|comm-dso-sym|buildid|buildid-hits|evlist|header|header-short|stats|latency|timehist|stat-report)$' ;;
*) echo "conformance.sh: counts, views or all, not $2" >&2; exit 2 ;;
esac
"$shared/conformance/run" --bin "$program" --only "$only" --at-least "$3" --errata "$errata"
