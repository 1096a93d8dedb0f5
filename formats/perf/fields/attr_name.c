/*
 * attr_name: a name for an event without a recorded name, made up from its attr as in perf (util/evsel.c,
 * evsel__name): "cycles:u", "L1-dcache-load-misses", "raw 0x1a", "mem:0x400000:rw". Captures of the last ten
 * years record names (EVENT_DESC), so this is for old, damaged and foreign captures.
 */
#include "formats/perf/fields/attr.h"

#include <inttypes.h>

static const char *const hw_names[] = {
    /* enum perf_hw_id */
    "cycles",        "instructions", "cache-references",        "cache-misses",           "branches",
    "branch-misses", "bus-cycles",   "stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles",
};

static const char *const sw_names[] = {
    /* enum perf_sw_ids */
    "cpu-clock",        "task-clock",   "page-faults",  "context-switches",
    "cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
    "emulation-faults", "dummy",        "bpf-output",   "cgroup-switches",
};

enum { READ = 1, WRITE = 2, PREFETCH = 4 };

static const struct {
    const char *name;
    unsigned ops; /* the operations that this cache can count */
} caches[] = {
    /* enum perf_hw_cache_id */
    { "L1-dcache", READ | WRITE | PREFETCH },
    { "L1-icache", READ | PREFETCH },
    { "LLC", READ | WRITE | PREFETCH },
    { "dTLB", READ | WRITE | PREFETCH },
    { "iTLB", READ },
    { "branch", READ },
    { "node", READ | WRITE | PREFETCH },
};

static const struct {
    const char *one, *many;
} cache_ops[] = {
    /* enum perf_hw_cache_op_id */
    { "load", "loads" },
    { "store", "stores" },
    { "prefetch", "prefetches" },
};

enum { CACHE_RESULTS = 2 }; /* enum perf_hw_cache_op_result_id: accesses, misses */

static void add_cache(uint64_t config, struct text *out)
{
    unsigned cache = config & 0xff, op = config >> 8 & 0xff, result = config >> 16 & 0xff;
    if (cache >= COUNT(caches))
        text_add(out, "unknown-ext-hardware-cache-type");
    else if (op >= COUNT(cache_ops))
        text_add(out, "unknown-ext-hardware-cache-op");
    else if (result >= CACHE_RESULTS)
        text_add(out, "unknown-ext-hardware-cache-result");
    else if (!(caches[cache].ops >> op & 1))
        text_add(out, "invalid-cache");
    else if (result)
        text_printf(out, "%s-%s-misses", caches[cache].name, cache_ops[op].one);
    else
        text_printf(out, "%s-%s", caches[cache].name, cache_ops[op].many);
}

static void add_hw(uint64_t config, struct text *out)
{
    uint32_t event = (uint32_t)config;
    const char *name = "unknown-hardware";
    if (event < COUNT(hw_names))
        name = hw_names[event];
    /* On machines with several kinds of cores the upper half is the number of the PMU, whose name is not
       in the attr. */
    text_printf(out, config >> 32 ? "cpu/%s/" : "%s", name);
}

static void add_breakpoint(const struct attr *a, struct text *out)
{
    text_printf(out, "mem:0x%" PRIx64 ":", a->config1);
    for (int i = 0; i < 3; i++) /* HW_BREAKPOINT_R, W, X */
        if (a->bp_type >> i & 1)
            text_char(out, "rwx"[i], 1);
}

/* Appends modifiers such as ":ukhpHG", which say where the event counts, unless they are perf's default. */
static void add_modifiers(const struct attr *a, struct text *out)
{
    static const struct {
        enum attr_flag excluded;
        char letter;
    } where[] = {
        { ATTR_EXCLUDE_KERNEL, 'k' }, { ATTR_EXCLUDE_USER, 'u' },  { ATTR_EXCLUDE_HV, 'h' },
        { ATTR_EXCLUDE_HOST, 'H' },   { ATTR_EXCLUDE_GUEST, 'G' },
    };
    unsigned precise = a->flags >> ATTR_PRECISE_IP & 3;
    bool levels = attr_has(a, ATTR_EXCLUDE_KERNEL) || attr_has(a, ATTR_EXCLUDE_USER) ||
                  attr_has(a, ATTR_EXCLUDE_HV);
    bool machines = attr_has(a, ATTR_EXCLUDE_HOST) || attr_has(a, ATTR_EXCLUDE_GUEST) == (levels || precise);
    char letters[COUNT(where) + 3 + 1] = "";
    size_t n = 0;
    for (size_t i = 0; i < COUNT(where); i++) {
        if (i == 3) /* the precision comes between the privilege levels and the machines */
            while (precise--)
                letters[n++] = 'p';
        const bool is_said = i < 3 ? levels : machines;
        if (is_said && !attr_has(a, where[i].excluded))
            letters[n++] = where[i].letter;
    }
    if (n)
        text_printf(out, ":%.*s", (int)n, letters);
}

void attr_name(const struct attr *a, struct text *out)
{
    switch (a->type) {
    case PERF_TYPE_HARDWARE:
        add_hw(a->config, out);
        break;
    case PERF_TYPE_SOFTWARE:
        if (a->config < COUNT(sw_names))
            text_add(out, sw_names[a->config]);
        else
            text_add(out, "unknown-software");
        break;
    case PERF_TYPE_HW_CACHE:
        add_cache(a->config, out);
        break;
    case PERF_TYPE_RAW:
        text_printf(out, "raw 0x%" PRIx64, a->config);
        break;
    case PERF_TYPE_BREAKPOINT:
        add_breakpoint(a, out);
        break;
    case PERF_TYPE_TRACEPOINT:
        text_add(out, "unknown tracepoint");
        return;
    default:
        text_printf(out, "unknown attr type: %d", (int)a->type);
        return;
    }
    add_modifiers(a, out);
}

void attr_name_of_stream(const struct attr *a, const char *recorded, struct text *out)
{
    struct text made = { 0 };
    attr_name(a, &made);
    const size_t plain = strcspn(text_str(&made), ":");
    const bool same = plain == strcspn(recorded, ":") && !strncmp(text_str(&made), recorded, plain);
    text_add_clean(out, same ? text_str(&made) : recorded);
    text_free(&made);
}
