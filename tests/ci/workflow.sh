#!/bin/sh
# A gate for continuous integration: record two builds of a benchmark in turn, pack the runs, compare them.
# usage: workflow.sh BEFORE AFTER [RUNS]   (commands with their arguments, as one word each; PERF, PERFOLIO, FOLIO and
# LIMITS name what is not where it usually is). The exit status is that of perfolio diff: 2 closes the gate.
set -eu
before=$1 after=$2 runs=${3:-5}
perf=${PERF:-perf} perfolio=${PERFOLIO:-perfolio} folio=${FOLIO:-runs.folio}
limits=${LIMITS:---fail-over +3%}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# One after the other and again: what comes in waves hits both sides.
i=1
while [ "$i" -le "$runs" ]; do
    # shellcheck disable=SC2086  # a command with its arguments
    "$perf" record -q -e cpu-clock:u -F 4000 -o "$folder/before.$i.data" $before >/dev/null
    # shellcheck disable=SC2086
    "$perf" record -q -e cpu-clock:u -F 4000 -o "$folder/after.$i.data" $after >/dev/null
    i=$((i + 1))
done
rm -f "$folio"
"$perfolio" pack "$folder"/before.*.data --label side=before -o "$folio" >/dev/null
"$perfolio" pack --append "$folder"/after.*.data --label side=after -o "$folio" >/dev/null
status=0
# shellcheck disable=SC2086  # options
"$perfolio" diff "$folio" --before side=before --after side=after $limits --markdown >"${folio%.folio}.md" || status=$?
# shellcheck disable=SC2086
"$perfolio" diff "$folio" --before side=before --after side=after $limits --junit >"${folio%.folio}.xml" || :
exit "$status"
