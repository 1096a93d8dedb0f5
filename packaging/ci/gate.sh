#!/bin/sh
# A gate for continuous integration: record two builds of a benchmark in turn, pack the runs, compare them.
# usage: gate.sh BEFORE AFTER [RUNS]   (commands with their arguments, as one word each; PERF, PERFOLIO, FOLIO, EVENT and
# LIMITS name what is not where it usually is). Beside the folio it leaves a comment (.md) and test cases (.xml). The exit
# status is that of perfolio diff: 2 closes the gate, 1 is an error: a benchmark failed, nothing could be recorded, or compared.
# With PARANOID=1 it may set perf_event_paranoid (as root or by sudo) while it records, where the kernel forbids that.
set -eu
before=$1 after=$2 runs=${3:-5}
perf=${PERF:-perf} perfolio=${PERFOLIO:-perfolio} folio=${FOLIO:-runs.folio} event=${EVENT:-cpu-clock:u}
limits=${LIMITS:---fail-over +3%}
folder=$(mktemp -d)
paranoid=/proc/sys/kernel/perf_event_paranoid was=
set_paranoid() { { echo "$1" >"$paranoid" || echo "$1" | sudo -n tee "$paranoid"; } >/dev/null 2>&1 || :; }
# shellcheck disable=SC2317
finish() {
    rm -rf "$folder"
    [ -z "$was" ] || set_paranoid "$was"
}
trap finish EXIT
trap 'exit 1' INT TERM
rm -f "$folio" "${folio%.folio}.md" "${folio%.folio}.xml"

fail() { echo "gate: $*" >&2; exit 1; }
command -v "$perf" >/dev/null || fail "$perf is not here: install the package with perf (linux-perf, linux-tools, perf)"
command -v "$perfolio" >/dev/null || fail "$perfolio is not here: install a release"

# A kernel may keep perf from whoever is not root (Documentation/admin-guide/sysctl/kernel.rst; above 2 is Debian's).
# Without /sys perf 6.12 ends well, and leaves a file without an event.
records() {
    "$perf" record -q -e "$event" -o "$folder/probe" true >/dev/null 2>"$folder/why" && "$perfolio" evlist -i "$folder/probe" >/dev/null 2>"$folder/why"
}
if ! records; then
    if [ "${PARANOID:-}" = 1 ] && [ -r "$paranoid" ]; then
        was=$(cat "$paranoid")
        set_paranoid 1
    fi
    records || {
        cat "$folder/why" >&2
        fail "$perf cannot record $event here; perf_event_paranoid is $(cat $paranoid 2>/dev/null || echo unknown): set it to 1," \
            "let this script do so (PARANOID=1), or run the job where perf_event_open is allowed and /sys is mounted"
    }
fi

# One after the other and again: what comes in waves hits both sides.
i=1
while [ "$i" -le "$runs" ]; do
    # shellcheck disable=SC2086  # a command with its arguments
    "$perf" record -q -e "$event" -F 4000 -o "$folder/before.$i.data" $before >/dev/null || fail "$before failed: status $?"
    # shellcheck disable=SC2086
    "$perf" record -q -e "$event" -F 4000 -o "$folder/after.$i.data" $after >/dev/null || fail "$after failed: status $?"
    i=$((i + 1))
done
"$perfolio" pack "$folder"/before.*.data --label side=before -o "$folio" >/dev/null || fail "cannot pack the runs"
"$perfolio" pack --append "$folder"/after.*.data --label side=after -o "$folio" >/dev/null || fail "cannot pack the runs"
status=0
# shellcheck disable=SC2086  # options
"$perfolio" diff "$folio" --before side=before --after side=after $limits --markdown >"${folio%.folio}.md" || status=$?
# shellcheck disable=SC2086
"$perfolio" diff "$folio" --before side=before --after side=after $limits --junit >"${folio%.folio}.xml" || [ $? = 2 ] || rm -f "${folio%.folio}.xml"
exit "$status"
