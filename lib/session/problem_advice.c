#include "lib/session/problem_advice.h"

static const char *const record_less =
    "record fewer samples (perf record -F 99), or with larger buffers (-m 2M)";
static const char *const find_objects =
    "doctor lists what is missing and the package or command that brings it";
static const char *const copy_again =
    "copy the file again; a recording that was interrupted cannot be completed";

const char *problem_advice(enum problem_kind kind)
{
    static const char *const advice[PROBLEM_COUNT] = {
        [PROBLEM_LOST_EVENTS] = record_less,
        [PROBLEM_LOST_SAMPLES] = record_less,
        [PROBLEM_LOST_PERHAPS] = record_less,
        [PROBLEM_THROTTLED] = record_less,
        [PROBLEM_MISSING_STREAM] = "copy the whole folder of the capture",
        [PROBLEM_DEFERRED] = "let the recording end by itself, or with Ctrl-C",
        [PROBLEM_TRUNCATED] = copy_again,
        [PROBLEM_UNFINISHED] = copy_again,
        [PROBLEM_BAD_RECORD] = copy_again,
        [PROBLEM_BAD_COMPRESSION] = copy_again,
        [PROBLEM_MID_STREAM] =
            "join it with the parts before it (perfolio join PART1 PART2 -o FILE); if there are none, copy the file again",
        [PROBLEM_UNPACKED_LIMIT] = "give --max-unpacked a larger size, if the file is not from a stranger",
        [PROBLEM_BAD_FEATURE] = copy_again,
        [PROBLEM_SAME_RECORDING] = "name each recording once",
        [PROBLEM_BAD_INDEX] = "pack the folio again",
        [PROBLEM_NO_OBJECT] = find_objects,
        [PROBLEM_CALLER_NO_OBJECT] = find_objects,
        [PROBLEM_NO_SYMBOL] = find_objects,
        [PROBLEM_UNWOUND_NO_OBJECT] = find_objects,
        [PROBLEM_UNWOUND_NO_TABLE] =
            "give the debug files of the object (--objects), or guess with --unwind fp",
        [PROBLEM_UNWOUND_NO_RULE] = "guess with --unwind fp, or build with -fasynchronous-unwind-tables",
        [PROBLEM_UNWOUND_SHORT] = "record larger dumps: perf record --call-graph dwarf,65528",
        [PROBLEM_NOT_UNWOUND] = "record with --call-graph dwarf, which stores the registers, too",
        [PROBLEM_OPEN_WAIT] = "record for longer than the waits that matter",
        [PROBLEM_KERNEL_UNSAMPLED] = "record without :u, which takes root or kernel.perf_event_paranoid=1",
        [PROBLEM_IDLE_TRANSFORM] = "take the name as a report prints it; x undoes a filter",
        [PROBLEM_PATH_CUT] = "leave out --max-paths, or give more",
        [PROBLEM_BUILD_ID_DIFFERS] = find_objects,
        [PROBLEM_OTHER_OBJECT] = find_objects,
        [PROBLEM_OTHER_KERNEL] = "give the vmlinux of the recorded kernel (--vmlinux)",
        [PROBLEM_MODULE_ELSEWHERE] = "pack on the machine of the recording, before it is booted again",
        [PROBLEM_NAME_ONLY] = "record with build-ids: perf record --buildid-all, or pack on that machine",
        [PROBLEM_OTHER_SOURCE] = "check out the version that was built",
        [PROBLEM_KEY_NOT_RECORDED] = "leave out the key; report --sort help says what each needs",
        [PROBLEM_BAD_OBJECT] = find_objects,
    };
    return advice[kind];
}
