/* What is wrong with a recording, and what to do the next time. There is a row for each problem that does
   not concern a single object, and for each fault that the counts show. */
#include <inttypes.h>
#include <stdlib.h>

#include "lib/question/doctor/diagnosis.h"
#include "lib/question/common/plan.h"
#include "core/base/sort_by.h"

struct recording_finding {
    const char *key, *sentence, *advice; /* advice NULL: none */
    uint64_t count;                      /* the number in the sentence; 0: it needs none */
    /* number of affected samples, as far as it is known; findings are sorted by it */
    uint64_t cost;
    const char *first; /* where the problem occurred first, or "" */
};

static const struct {
    enum problem_kind kind;
    bool costs_samples; /* its count is a number of samples */
    const char *advice;
} problems[] = {
    { PROBLEM_LOST_SAMPLES, true,
      "the buffers of perf or of the CPU were full: record with larger buffers (-m 16M) or a "
      "lower frequency (-F)" },
    { PROBLEM_LOST_PERHAPS, false, NULL },
    { PROBLEM_LOST_EVENTS, true, /* nearly all lost events are samples */
      "the buffers were full, so mappings and names may be missing, too: record with larger "
      "buffers (-m 16M), a lower frequency (-F) or fewer events" },
    { PROBLEM_DROPPED_SAMPLES, false, NULL },
    { PROBLEM_MISSING_STREAM, false, "copy the whole directory" },
    { PROBLEM_TRUNCATED, false,
      "copy the whole file again; if perf record was killed, stop it with Ctrl-C instead" },
    { PROBLEM_UNFINISHED, false,
      "let perf record end by itself or stop it with Ctrl-C: it writes the machine and the "
      "build-ids last" },
    { PROBLEM_BAD_RECORD, false, "compare the checksum of the file with that on the recording machine" },
    { PROBLEM_BAD_COMPRESSION, false, "compare the checksum of the file with that on the recording machine" },
    { PROBLEM_MID_STREAM, false,
      "perf record -z --switch-output compresses all parts as one: perfolio join reads them together; if it "
      "is no such part, compare the checksum of the file with that on the recording machine" },
    { PROBLEM_UNPACKED_LIMIT, false,
      "give --max-unpacked a larger size, if the file is not from a stranger" },
    { PROBLEM_UNKNOWN_RECORD, false, "a newer perf recorded it than this program knows" },
    { PROBLEM_UNKNOWN_EVENT, false, NULL },
    { PROBLEM_UNKNOWN_BITS, true, "a newer perf recorded it than this program knows" },
    { PROBLEM_BAD_FEATURE, false, NULL },
    { PROBLEM_UNKNOWN_FEATURE, false, "a newer perf recorded it than this program knows" },
    { PROBLEM_BIGGER_ATTR, false, "a newer perf recorded it than this program knows" },
    { PROBLEM_THROTTLED, false,
      "samples are missing during throttling: record with a lower frequency (-F), or raise "
      "kernel.perf_event_max_sample_rate and kernel.perf_cpu_time_max_percent" },
    { PROBLEM_DEFERRED, true, NULL },
    { PROBLEM_UNKNOWN_CONTEXT, true, "a newer kernel recorded it than this program knows" },
    { PROBLEM_NOT_UNWOUND, true, NULL },
    { PROBLEM_UNWOUND_SHORT, false, "record larger stack dumps: --call-graph dwarf,32768 (up to 65528)" },
    { PROBLEM_NAME_ONLY, false,
      "use files that carry a build-id; record build-ids (--buildid-mmap, or no -B and no -N)" },
    { PROBLEM_REMAPPED, false, NULL },
    { PROBLEM_BAD_OBJECT, false, NULL },
    { PROBLEM_LARGE_OBJECT, false, "a host of 64 bits has room for it" },
    { PROBLEM_DEEP_FORKS, false, NULL },
};

/* Why the unwinding of stack dumps stopped. Of these the most frequent is shown; at equal counts the
   first. */
static const struct {
    enum problem_kind kind;
    const char *advice;
} stops[] = {
    { PROBLEM_UNWOUND_NO_OBJECT,
      "unwinding of stack dumps stopped in objects that were not found: name their place with "
      "--objects" },
    { PROBLEM_UNWOUND_NO_TABLE,
      "unwinding of stack dumps stopped in objects without unwind tables: their debug files may have some" },
    { PROBLEM_UNWOUND_NO_RULE, "unwinding of stack dumps stopped in code that unwind tables do not cover" },
    { PROBLEM_UNWOUND_BAD_RULE,
      "unwinding of stack dumps stopped at frames for which the unwind tables are wrong" },
    { PROBLEM_UNWOUND_SHORT, "unwinding stopped at the end of the stack dumps" },
    { PROBLEM_UNWOUND_NO_MAP, "unwinding of stack dumps stopped at addresses outside of every mapping" },
};

enum { OWN = 7 };

struct findings {
    struct recording_finding v[COUNT(problems) + OWN];
    size_t n;
};

static const char as_root[] =
    "record as root, or after sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=-1";

static void recording_add(struct findings *f, bool found, struct recording_finding finding)
{
    if (found)
        f->v[f->n++] = finding;
}

static int recording_by_cost(const void *a, const void *b, const void *arg UNUSED)
{
    const struct recording_finding *x = a, *y = b;
    return (x->cost < y->cost) - (x->cost > y->cost);
}

/* Advice for call chains that end outside of all mappings; NULL: there is none. */
static const char *chains_advice(const struct diagnosis *w, const struct problems *all,
                                 const char *unless_dumped)
{
    uint64_t most = 0;
    const char *advice = NULL;
    if (!plan_has_sample_field(w->s->capture, PERF_SAMPLE_STACK_USER))
        return unless_dumped;
    for (size_t i = 0; i < COUNT(stops); i++) {
        const uint64_t n = all->of[stops[i].kind].n;
        if (n <= most)
            continue;
        advice = stops[i].advice;
        most = n;
    }
    return advice;
}

/* Number of samples in objects whose recorded build-id proves nothing. */
static uint64_t doubted(const struct diagnosis *w, enum id_doubt why)
{
    uint64_t samples = 0;
    for (size_t i = 0; i < w->n; i++) {
        if (w->objects[i].object->doubt == why)
            samples += w->objects[i].samples;
    }
    return samples;
}

static void add_problems(struct findings *f, const struct problems *all)
{
    for (size_t i = 0; i < COUNT(problems); i++) {
        enum problem_kind k = problems[i].kind;
        uint64_t n = all->of[k].n, cost = problems[i].costs_samples ? n : 0;
        recording_add(f, n,
                      (struct recording_finding){ problem_key(k), problem_sentence(k, n), problems[i].advice,
                                                  n, cost, all->of[k].first });
    }
}

static void add_kernel(struct findings *f, const struct diagnosis *w)
{
    const struct map *kernel = timeline_kernel_map(w->s->timeline, -1);
    const uint64_t hidden = w->of_outside[OUTSIDE_KERNEL];
    const bool is_unplaced = kernel && kernel->how->ref_symbol && !kernel->how->pgoff;
    recording_add(f, hidden && !kernel,
                  (struct recording_finding){
                      "kernel-hidden",
                      "samples lie in a kernel whose addresses the recorder could not see (kptr_restrict)",
                      as_root, hidden, hidden, "" });
    recording_add(f, w->in_kernel && is_unplaced,
                  (struct recording_finding){
                      "kernel-unplaced",
                      "samples lie in a kernel whose reference symbol was recorded as 0 (kptr_restrict): its "
                      "address is unknown",
                      as_root, w->in_kernel, 0, "" });
}

/* Adds findings about recorded build-ids that prove nothing. */
static void add_doubted(struct findings *f, const struct diagnosis *w)
{
    const uint64_t shared = doubted(w, ID_OF_ALL_MODULES), several = doubted(w, ID_OF_ONE_FILE),
                   later = doubted(w, ID_OF_LATER_FILE);
    recording_add(f, shared,
                  (struct recording_finding){
                      "modules-one-build-id",
                      "samples lie in kernel modules that were all recorded with the build-id of one of them",
                      "perf of Linux 6.17 to 7.0-rc has this defect: record with another version", shared, 0,
                      "" });
    recording_add(f, several,
                  (struct recording_finding){
                      "path-of-several-files",
                      "samples lie in files that had the same path at different times or in different "
                      "containers; the recorded build-id belongs to one of them, and nothing tells which",
                      "record with --buildid-mmap", several, several, "" });
    recording_add(f, later,
                  (struct recording_finding){
                      "path-of-later-file",
                      "samples lie in files that were replaced during the recording: the recorded build-id "
                      "belongs to the new file",
                      "record with --buildid-mmap", later, later, "" });
}

/* Finds what is wrong. `all` owns the texts of problems. */
static struct findings recording_find(const struct diagnosis *w, struct problems *all)
{
    struct findings f = { .n = 0 };
    const char *ids = "record with --buildid-mmap, or without -B and -N";
    if (w->s->capture->is_pipe)
        ids = "a pipe stream has no table of build-ids: record with --buildid-mmap, or pass it through "
              "perf inject -b";
    session_problems_within(w->s, &w->scope, &w->profile.problems, all);
    add_problems(&f, all);
    add_kernel(&f, w);
    add_doubted(&f, w);
    recording_add(&f, w->without_id,
                  (struct recording_finding){
                      "no-build-ids", "samples lie in files that were recorded without a build-id", ids,
                      w->without_id, w->nameless < w->without_id ? w->nameless : w->without_id, "" });
    recording_add(&f, w->has_chains && w->samples && !w->called,
                  (struct recording_finding){
                      "empty-chains", "samples were recorded with call chains, but these are empty",
                      chains_advice(w, all, "code without frame pointers: record with --call-graph dwarf"),
                      w->samples, 0, "" });
    recording_add(&f, w->astray,
                  (struct recording_finding){
                      "astray-chains",
                      "of the samples' period has call chains that lead outside of every mapping",
                      chains_advice(w, all,
                                    "code without frame pointers: record with --call-graph dwarf, or build "
                                    "with -fno-omit-frame-pointer"),
                      0, 0, "" });
    sort_by(f.v, f.n, sizeof(*f.v), recording_by_cost, NULL);
    return f;
}

static double astray_percent(const struct diagnosis *w)
{
    if (w->period)
        return 100.0 * (double)w->astray / (double)w->period;
    return 0;
}

size_t doctor_recording_faults(const struct diagnosis *w)
{
    struct problems all;
    return recording_find(w, &all).n;
}

static const struct rows_column columns[] = {
    ROWS_UNSEEN("key", TEXT),      ROWS_UNSEEN("count", COUNT), ROWS_UNSEEN("percent", PERCENT),
    ROWS_UNSEEN("sentence", TEXT), ROWS_UNSEEN("first", TEXT),  ROWS_UNSEEN("advice", TEXT),
};
static const struct rows_table recording = {
    .name = "recording", .columns = columns, .n = COUNT(columns), .besides = true
};

void doctor_recording(const struct diagnosis *w, struct rows *r)
{
    struct problems all;
    const struct findings found = recording_find(w, &all);
    if (found.n)
        rows_print(r, "\nthe recording\n");
    else
        rows_print(r, "\nthe recording has no faults\n");
    rows_table(r, &recording);
    for (size_t i = 0; i < found.n; i++) {
        const struct recording_finding *f = &found.v[i];
        struct value count = value_unknown(), percent = value_unknown(), first = value_unknown();
        if (f->count)
            count = value_count(f->count);
        else
            percent = value_percent(astray_percent(w));
        if (*f->first)
            first = value_text(f->first);
        ROWS_ROW(r, value_text(f->key), count, percent, value_text(f->sentence), first,
                 value_text(f->advice));
        if (f->count)
            rows_print(r, "  %" PRIu64 " %s", f->count, f->sentence);
        else
            rows_print(r, "  at least %.2f%% %s", astray_percent(w), f->sentence);
        if (*f->first)
            rows_print(r, " (first: %s)", f->first);
        rows_print(r, "\n");
        if (f->advice)
            rows_print(r, "    %s\n", f->advice);
    }
    rows_table_end(r);
}
