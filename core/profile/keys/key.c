#include "core/profile/keys/key.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "core/base/date.h"
#include "core/profile/keys/key_parts.h"
#include "core/profile/keys/key_source.h"
#include "core/profile/keys/key_trace.h"

int key_by_text(const struct cell *a, const char *a_text, const struct cell *b, const char *b_text)
{
    (void)a;
    (void)b;
    return strcmp(a_text, b_text);
}

static int by_number(const struct cell *a, const char *a_text, const struct cell *b, const char *b_text)
{
    (void)a_text;
    (void)b_text;
    return order(a->v, b->v);
}

void key_comm_text(const char *comm, int32_t tid, struct text *out)
{
    if (comm)
        text_add_clean(out, comm);
    else if (!tid)
        text_add(out, "swapper");
    else
        text_printf(out, ":%d", tid);
}

/* A thread that was never named is one row per tid, as in perf. */
static struct cell get_comm(const struct view *v)
{
    return v->comm ? key_pointer_cell(v->comm, 0) : (struct cell){ .v = (uint32_t)v->sample->tid };
}

static void show_comm(const struct cell *c, const struct key_context *kc, struct text *out)
{
    (void)kc;
    key_comm_text(key_cell_pointer(c), (int32_t)c->v, out);
}

static size_t comm_width(const struct key_context *kc, int32_t tid)
{
    struct when from, until, last = WHEN_NEVER;
    struct text t = { 0 };
    key_comm_text(timeline_comm(kc->timeline, tid, last, &from, &until), tid, &t);
    size_t n = t.n;
    text_free(&t);
    return n;
}

/* One capture is counted at a time. */
static struct cell get_capture(const struct view *v)
{
    (void)v;
    return (struct cell){ .v = 0 };
}

static void show_capture(const struct cell *c, const struct key_context *kc, struct text *out)
{
    (void)c;
    text_add_clean(out, kc->capture);
}

static struct cell get_tid(const struct view *v)
{
    return (struct cell){ .v = (uint32_t)v->sample->tid };
}

static struct cell get_process(const struct view *v)
{
    return (struct cell){ .v = (uint32_t)v->sample->pid };
}

static void show_tid(const struct cell *c, const struct key_context *kc, struct text *out)
{
    struct when from, until, last = WHEN_NEVER;
    text_printf(out, "%7d:", (int32_t)c->v);
    key_comm_text(timeline_comm(kc->timeline, (int32_t)c->v, last, &from, &until), (int32_t)c->v, out);
}

struct cell key_get_dso(const struct view *v)
{
    const struct object *o = v->resolved->place.object;
    return o ? key_pointer_cell(o->name, 0) : (struct cell){ 0 };
}

void key_show_dso(const struct cell *c, const struct key_context *kc, struct text *out)
{
    (void)kc;
    const char *name = key_cell_pointer(c);
    text_add_clean(out, name ? name : "[unknown]");
}

/* What lies in no object comes last. */
static int compare_dso(const struct cell *a, const char *a_text, const struct cell *b, const char *b_text)
{
    bool x = key_cell_pointer(a), y = key_cell_pointer(b);
    return x && y ? strcmp(a_text, b_text) : y - x;
}

struct cell key_get_symbol(const struct view *v)
{
    const struct resolved_addr *s = v->resolved;
    const struct symbol *y = s->place.symbol;
    uint32_t level = (unsigned char)s->level;
    if (!y)
        return (struct cell){ .v = s->addr, .tag = level };
    uint32_t into = y->is_object ? (uint32_t)(s->place.at - y->start) & 0x7fffff : 0;
    return key_pointer_cell(y, level | into << 8);
}

void key_show_symbol(const struct cell *c, const struct key_context *kc, struct text *out)
{
    const struct symbol *y = key_cell_pointer(c);
    text_printf(out, "[%c] ", (char)(c->tag & 0xff));
    if (!y) {
        text_printf(out, "%s%0*" PRIx64, c->v ? "0x" : "", (int)kc->addr_digits, c->v); /* perf's "%#llx" */
        return;
    }
    struct text name = { 0 };
    symtab_symbol_name(kc->demangle, y, &name);
    text_add_clean(out, name.s);
    text_free(&name);
    if (y->is_object)
        text_printf(out, "+0x%x", c->tag >> 8 & 0x7fffff);
}

size_t key_bare_symbol(const struct cell *c, const struct key_context *kc)
{
    return key_cell_pointer(c) ? 0 : strlen("[k] 0x") + kc->addr_digits; /* also of 0, which has no 0x */
}

/* A shown symbol's name, without its level and, of data, how far into it the sample was: a symbol is one row
   (perf, _sort__sym_cmp), which shows that of its first sample. */
static struct span name_shown(const struct symbol *y, const char *text)
{
    const char *name = text + strlen("[k] "), *offset = y->is_object ? strrchr(name, '+') : NULL;
    return (struct span){ (const uint8_t *)name, offset ? (size_t)(offset - name) : strlen(name) };
}

static int compare_spans(struct span a, struct span b)
{
    int r = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);
    return r ? r : order(a.n, b.n);
}

/* Names come before addresses, and a kernel's addresses before a user's, for perf subtracts them as signed.
 */
static int compare_symbol(const struct cell *a, const char *a_text, const struct cell *b, const char *b_text)
{
    const struct symbol *x = key_cell_pointer(a), *y = key_cell_pointer(b);
    if (!x || !y)
        return x ? -1 : y ? 1 : order(a->v ^ INT64_MIN, b->v ^ INT64_MIN);
    int r = compare_spans(name_shown(x, a_text), name_shown(y, b_text));
    r = r ? r : order(x->start, y->start);
    return r ? r : order(x->end, y->end);
}

static struct cell get_parent(const struct view *v)
{
    return key_pointer_cell(v->parent, 0);
}

static void show_parent(const struct cell *c, const struct key_context *kc, struct text *out)
{
    const struct symbol *y = key_cell_pointer(c);
    struct text name = { 0 };
    if (y)
        symtab_symbol_name(kc->demangle, y, &name);
    text_add_clean(out, name.s ? name.s : "[other]");
    text_free(&name);
}

/* Names come before what has none. */
static int compare_parent(const struct cell *a, const char *a_text, const struct cell *b, const char *b_text)
{
    bool x = key_cell_pointer(a), y = key_cell_pointer(b);
    return x && y ? strcmp(a_text, b_text) : y - x;
}

static struct cell get_cpu(const struct view *v)
{
    return (struct cell){ .v = v->sample->cpu };
}

static struct cell get_socket(const struct view *v)
{
    return (struct cell){ .v = (uint32_t)view_socket(v) };
}

static void show_number(const struct cell *c, const struct key_context *kc, struct text *out)
{
    (void)kc;
    text_printf(out, "%.3d", (int32_t)c->v); /* perf: %.*d with the width of "CPU", and of half a "Socket" */
}

static struct cell get_time(const struct view *v)
{
    uint64_t t = v->sample->when.time;
    return (struct cell){ .v = v->time_quantum ? t / v->time_quantum * v->time_quantum : t };
}

static void show_time(const struct cell *c, const struct key_context *kc, struct text *out)
{
    if (kc->nanoseconds)
        text_printf(out, "%" PRIu64 ".%09" PRIu64, c->v / NSEC_PER_SEC, c->v % NSEC_PER_SEC);
    else
        text_printf(out, "%" PRIu64 ".%06" PRIu64, c->v / NSEC_PER_SEC, c->v % NSEC_PER_SEC / 1000);
}

static struct cell get_cgroup(const struct view *v)
{
    return (struct cell){ .v = v->sample->cgroup };
}

static void show_cgroup(const struct cell *c, const struct key_context *kc, struct text *out)
{
    const char *path = timeline_cgroup(kc->timeline, c->v);
    text_add_clean(out, !c->v ? "N/A" : path ? path : "unknown");
}

static struct cell get_cgroup_id(const struct view *v)
{
    return key_pointer_cell(timeline_namespaces(v->timeline, v->sample->tid, v->sample->when), 0);
}

/* The namespace of control groups; zero where nothing is known. */
static struct namespace_link cgroup_link(const struct cell *c)
{
    const struct namespaces *n = key_cell_pointer(c);
    return n ? timeline_namespace_link(n, NAMESPACE_CGROUP) : (struct namespace_link){ 0 };
}

static void show_cgroup_id(const struct cell *c, const struct key_context *kc, struct text *out)
{
    (void)kc;
    struct namespace_link link = cgroup_link(c);
    text_printf(out, "%" PRIu64 "/0x%" PRIx64, link.dev, link.ino);
}

/* The largest comes first (perf, sort__cgroup_id_cmp, exchanges left and right twice). */
static int compare_cgroup_id(const struct cell *a, const char *a_text, const struct cell *b,
                             const char *b_text)
{
    struct namespace_link x = cgroup_link(a), y = cgroup_link(b);
    (void)a_text;
    (void)b_text;
    int r = order(y.dev, x.dev);
    return r ? r : order(y.ino, x.ino);
}

static struct cell get_mode(const struct view *v)
{
    return (struct cell){ .v = v->sample->misc & PERF_RECORD_MISC_CPUMODE_MASK };
}

static struct cell get_running(const struct view *v)
{
    return (struct cell){ .v = view_running(v) };
}

static void show_running(const struct cell *c, const struct key_context *kc, struct text *out)
{
    (void)kc;
    text_decimal(out, c->v, 0);
}

static struct cell get_no_ipc(const struct view *v)
{
    return (struct cell){ .v = v->jump != NULL };
}

/* perf has another such column where rows are branches, which says that the symbol has no instructions. */
static void show_no_ipc(const struct cell *c, const struct key_context *kc, struct text *out)
{
    (void)kc;
    text_add(out, c->v ? "-" : "-      -");
}

static int all_equal(const struct cell *a, const char *a_text, const struct cell *b, const char *b_text)
{
    (void)a;
    (void)a_text;
    (void)b;
    (void)b_text;
    return 0;
}

const struct key key_mode = {
    .name = "", .header = "", .varies = true, .get = get_mode, .show = show_number, .compare = all_equal
};

const struct key key_running = {
    .name = "", .header = "", .varies = true, .get = get_running, .show = show_running, .compare = all_equal
};

const struct key key_process = {
    .name = "", .header = "", .needs_tid = true, .get = get_process, .show = show_number, .compare = by_number
};

const struct key key_thread = {
    .name = "", .header = "", .needs_tid = true, .get = get_tid, .show = show_number, .compare = by_number
};

// clang-format off
static const struct key keys[] = {
    /* name        header                   least  ns  right  sample              place  tid    varies  get             show              width       bare             compare            join */
    { "pid",       "    Pid:Command",       0,     0,  false, PERF_SAMPLE_TID,    false, true,  false,  get_tid,        show_tid,         NULL,       NULL,            by_number,         JOIN_NUMBER },
    { "tid",       "    Tid:Command",       0,     0,  false, PERF_SAMPLE_TID,    false, true,  false,  get_tid,        show_tid,         NULL,       NULL,            by_number,         JOIN_NUMBER },
    { "comm",      "Command",               0,     0,  false, PERF_SAMPLE_TID,    false, false, false,  get_comm,       show_comm,        comm_width, NULL,            key_by_text,       JOIN_TEXT },
    { "dso",       "Shared Object",         0,     0,  false, PERF_SAMPLE_IP,     true,  false, false,  key_get_dso,    key_show_dso,     NULL,       NULL,            compare_dso,       JOIN_OBJECT },
    { "symbol",    "Symbol",                0,     0,  false, PERF_SAMPLE_IP,     true,  false, false,  key_get_symbol, key_show_symbol,  NULL,       key_bare_symbol, compare_symbol,    JOIN_SYMBOL },
    { "parent",    "Parent symbol",         0,     0,  false, PERF_SAMPLE_IP,     false, false, true,   get_parent,     show_parent,      NULL,       NULL,            compare_parent,    JOIN_NONE },
    { "cpu",       "CPU",                   0,     0,  true,  PERF_SAMPLE_CPU,    false, false, true,   get_cpu,        show_number,      NULL,       NULL,            by_number,         JOIN_NUMBER },
    { "socket",    "Socket",                0,     0,  true,  PERF_SAMPLE_CPU,    false, false, true,   get_socket,     show_number,      NULL,       NULL,            by_number,         JOIN_NUMBER },
    { "srcline",   "Source:Line",           0,     0,  false, PERF_SAMPLE_IP,     true,  false, false,  key_get_source, key_show_srcline, NULL,       NULL,            key_by_text,       JOIN_TEXT },
    { "srcfile",   "Source File",           0,     0,  false, PERF_SAMPLE_IP,     true,  false, false,  key_get_source, key_show_srcfile, NULL,       NULL,            key_by_text,       JOIN_TEXT },
    { "trace",     "Trace output",          0,     0,  false, PERF_SAMPLE_RAW,    false, false, true,   key_get_trace,  key_show_trace,   NULL,       NULL,            key_by_text,       JOIN_NONE },
    { "time",      "Time",                  12,    16, false, PERF_SAMPLE_TIME,   false, false, true,   get_time,       show_time,        NULL,       NULL,            by_number,         JOIN_NUMBER },
    { "cgroup",    "Cgroup",                0,     0,  false, PERF_SAMPLE_CGROUP, false, false, true,   get_cgroup,     show_cgroup,      NULL,       NULL,            by_number,         JOIN_TEXT },
    { "cgroup_id", "cgroup id (dev/inode)", 0,     0,  false, PERF_SAMPLE_TID,    false, true,  true,   get_cgroup_id,  show_cgroup_id,   NULL,       NULL,            compare_cgroup_id, JOIN_TEXT },
    { "parallelism", "Parallelism",         0,     0,  true,  PERF_SAMPLE_TIME,   false, false, true,   get_running,    show_running,     NULL,       NULL,            by_number,         JOIN_NONE },
    { "capture",   "Capture",               0,     0,  false, 0,                  false, false, false,  get_capture,    show_capture,     NULL,       NULL,            key_by_text,       JOIN_APART },
    { "ipc_null",  "IPC   [IPC Coverage]",  0,     0,  false, 0,                  false, false, false,  get_no_ipc,     show_no_ipc,      NULL,       NULL,            all_equal,         JOIN_APART },
};
// clang-format on
enum { KEYS = COUNT(keys) };

const struct key *key_at(size_t i)
{
    return i < KEYS ? &keys[i] : key_branch_at(i - KEYS);
}

const struct key *key_named(const char *word, size_t n)
{
    const struct key *k;
    for (size_t i = 0; n && (k = key_at(i)); i++) {
        size_t same = 0;
        while (same < n && k->name[same] && tolower((unsigned char)word[same]) == k->name[same])
            same++;
        if (same == n)
            return k;
    }
    return NULL;
}
