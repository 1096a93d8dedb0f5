#include "core/profile/keys/keys.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "core/base/date.h"
#include "core/base/hash.h"
#include "core/profile/keys/key_parts.h"
#include "core/profile/keys/key_source.h"
#include "core/profile/keys/key_trace.h"

static int keys_by_number(const struct shown_cell *a, const struct shown_cell *b)
{
    return order(a->cell->v, b->cell->v);
}

/* The recorded name of a thread, or perf's placeholder, written to `scratch`. */
static const char *comm_name(const char *comm, int32_t tid, struct text *scratch)
{
    if (comm || !tid) {
        if (comm)
            return comm;
        return "swapper";
    }
    text_printf(scratch, ":%d", tid);
    return scratch->s;
}

void key_comm_text(const char *comm, int32_t tid, struct text *out)
{
    struct text scratch = { 0 };
    text_add_clean(out, comm_name(comm, tid, &scratch));
    text_free(&scratch);
}

/* The last name of a thread; NULL: not recorded. */
static const char *last_comm(const struct key_context *kc, int32_t tid)
{
    struct when from, until, last = WHEN_NEVER;
    return timeline_comm(kc->timeline, tid, last, false, &from, &until);
}

/* The cell of a thread's name. Threads without a name get one row per tid, as in perf. */
static struct cell get_comm(const struct view *v)
{
    if (v->comm)
        return key_pointer_cell(v->comm, 0);
    return (struct cell){ .v = (uint32_t)v->sample->tid };
}

static struct value value_comm(const struct key_cell *c)
{
    return value_text(comm_name(key_cell_pointer(c->cell), (int32_t)c->cell->v, c->text));
}

static struct value value_comm_nodigit(const struct key_cell *c)
{
    static const char digits[] = "0123456789";
    struct text scratch = { 0 };
    const char *s = comm_name(key_cell_pointer(c->cell), (int32_t)c->cell->v, &scratch);
    while (*s) {
        const size_t other = strcspn(s, digits), number = strspn(s + other, digits);
        text_add_n(c->text, s, other);
        if (number)
            text_add(c->text, "<N>");
        s += other + number;
    }
    text_free(&scratch);
    return value_text(text_str(c->text));
}

bool key_comm_is_number(const struct cell *c)
{
    return !key_cell_pointer(c) && c->v;
}

static size_t comm_width(const struct key_context *kc, int32_t tid)
{
    struct text t = { 0 };
    key_comm_text(last_comm(kc, tid), tid, &t);
    size_t n = t.n;
    text_free(&t);
    return n;
}

/* The cell is a constant, since only one capture is counted at a time. */
static struct cell get_capture(const struct view *v UNUSED)
{
    return (struct cell){ .v = 0 };
}

static struct value value_capture(const struct key_cell *c)
{
    return value_text(c->kc->capture);
}

static struct value value_label(const struct key_cell *c)
{
    for (const char *s = c->kc->labels; s && *s; s++) {
        const char shown = *s == '\n' ? ' ' : *s;
        text_char(c->text, shown, 1);
    }
    return value_text_unless_empty(text_str(c->text));
}

static struct cell get_tid(const struct view *v)
{
    return (struct cell){ .v = (uint32_t)v->sample->tid };
}

static struct cell get_process(const struct view *v)
{
    return (struct cell){ .v = (uint32_t)v->sample->pid };
}

static struct value value_tid(const struct key_cell *c)
{
    int32_t tid = (int32_t)c->cell->v;
    const char *comm = last_comm(c->kc, tid);
    if (!comm && !tid)
        comm = comm_name(NULL, tid, c->text);
    return value_task(tid, comm);
}

static void show_tid(const struct key_cell *c)
{
    int32_t tid = (int32_t)c->cell->v;
    text_printf(c->text, "%7d:", tid);
    key_comm_text(last_comm(c->kc, tid), tid, c->text);
}

static struct cell get_parent(const struct view *v)
{
    return key_pointer_cell(v->parent, 0);
}

static struct value value_parent(const struct key_cell *c)
{
    const struct symbol *y = key_cell_pointer(c->cell);
    if (!y)
        return value_text(NULL);
    symtab_symbol_name(c->kc->demangle, y, c->text);
    return value_text(c->text->s);
}

static struct cell get_cpu(const struct view *v)
{
    return (struct cell){ .v = (uint32_t)view_cpu(v) };
}

static struct cell get_socket(const struct view *v)
{
    return (struct cell){ .v = (uint32_t)view_socket(v) };
}

static void keys_show_number(const struct key_cell *c)
{
    /* perf prints "%.*d" with the width of "CPU", and with half the width of "Socket" */
    text_printf(c->text, "%.3d", (int32_t)c->cell->v);
}

static struct cell get_time(const struct view *v)
{
    struct cell c = { .v = v->sample->when.time };
    if (v->time_quantum)
        c.v -= c.v % v->time_quantum;
    return c;
}

static void keys_show_time(const struct key_cell *c)
{
    if (c->kc->nanoseconds)
        text_printf(c->text, "%" PRIu64 ".%09" PRIu64, c->cell->v / NSEC_PER_SEC, c->cell->v % NSEC_PER_SEC);
    else
        text_printf(c->text, "%" PRIu64 ".%06" PRIu64, c->cell->v / NSEC_PER_SEC,
                    c->cell->v % NSEC_PER_SEC / 1000);
}

static struct cell get_cgroup(const struct view *v)
{
    return (struct cell){ .v = v->sample->cgroup };
}

static struct value value_cgroup(const struct key_cell *c)
{
    const char *path = c->cell->v ? timeline_cgroup(c->kc->timeline, c->cell->v) : NULL;
    return value_text(path);
}

static void show_cgroup(const struct key_cell *c)
{
    const char *path = value_cgroup(c).text;
    if (!path)
        path = c->cell->v ? "unknown" : "N/A";
    text_add_clean(c->text, path);
}

static struct cell get_cgroup_id(const struct view *v)
{
    return key_pointer_cell(timeline_namespaces(v->timeline, v->sample->tid, v->sample->when), 0);
}

/* The cgroup namespace of a cell; zero if unknown. */
static struct namespace_link cgroup_link(const struct cell *c)
{
    const struct namespaces *n = key_cell_pointer(c);
    if (!n)
        return (struct namespace_link){ 0 };
    return namespaces_link(n, NAMESPACE_CGROUP);
}

static struct value value_cgroup_id(const struct key_cell *c)
{
    struct namespace_link link = cgroup_link(c->cell);
    text_printf(c->text, "%" PRIu64 "/0x%" PRIx64, link.dev, link.ino);
    return value_text(key_cell_pointer(c->cell) ? c->text->s : NULL);
}

/* The largest comes first (perf, sort__cgroup_id_cmp, exchanges left and right twice). */
static int compare_cgroup_id(const struct shown_cell *a, const struct shown_cell *b)
{
    struct namespace_link x = cgroup_link(a->cell), y = cgroup_link(b->cell);
    int r = order(y.dev, x.dev);
    if (r)
        return r;
    return order(y.ino, x.ino);
}

static struct cell get_mode(const struct view *v)
{
    return (struct cell){ .v = v->sample->misc & PERF_RECORD_MISC_CPUMODE_MASK };
}

static struct cell get_running(const struct view *v)
{
    return (struct cell){ .v = view_running(v) };
}

static struct cell get_state(const struct view *v)
{
    return (struct cell){ .v = v->wait ? (unsigned char)v->wait->state : 0 };
}

static struct value value_state(const struct key_cell *c)
{
    if (!c->cell->v)
        return value_unknown();
    if (c->cell->v == STATE_ON_CPU)
        text_add(c->text, "on CPU");
    else
        text_char(c->text, (char)c->cell->v, 1);
    return value_text(text_str(c->text));
}

/* Tag 1: a thread without a recorded name. */
static struct cell get_waker(const struct view *v)
{
    if (!v->wait || !v->wait->is_woken)
        return (struct cell){ 0 };
    if (v->wait->waker)
        return key_pointer_cell(v->wait->waker, 0);
    return (struct cell){ .v = (uint32_t)v->wait->waker_tid, .tag = 1 };
}

static struct value value_waker(const struct key_cell *c)
{
    if (!key_cell_pointer(c->cell) && !c->cell->tag)
        return value_unknown();
    return value_comm(c);
}

/* The cell is a constant. */
static struct cell get_nothing(const struct view *v UNUSED)
{
    return (struct cell){ .v = 0 };
}

static void show_nothing(const struct key_cell *c UNUSED)
{
}

static struct cell get_no_ipc(const struct view *v)
{
    return (struct cell){ .v = v->jump != NULL };
}

/* The text of the column that perf shows instead of IPC where a symbol has no instruction count. */
static void show_no_ipc(const struct key_cell *c)
{
    text_add(c->text, c->cell->v ? "-" : "-      -");
}

const struct key key_mode = { .header = "", .varies = KEY_VARIES, .get = get_mode };
const struct key key_running = { .header = "", .varies = KEY_VARIES, .get = get_running };
const struct key key_process = {
    .header = "", .needs_tid = true, .get = get_process, .compare = keys_by_number
};
const struct key key_thread = { .header = "", .needs_tid = true, .get = get_tid, .compare = keys_by_number };

// clang-format off
static const struct key keys[] = {
    { .name = "pid", .header = "    Pid:Command", .type = VALUE_TASK,
      .help = "the thread, by perf's older name of the key", .sample = PERF_SAMPLE_TID,
      .needs_tid = true, .get = get_tid, .value = value_tid, .show = show_tid, .compare = keys_by_number,
      .join = JOIN_NUMBER },
    { .name = "tid", .header = "    Tid:Command", .type = VALUE_TASK,
      .help = "the thread, with the name that it had in the end", .sample = PERF_SAMPLE_TID,
      .needs_tid = true, .get = get_tid, .value = value_tid, .show = show_tid, .compare = keys_by_number,
      .join = JOIN_NUMBER },
    { .name = "tgid", .header = "   Tgid:Command", .type = VALUE_TASK,
      .help = "the process, with the name that it had in the end", .sample = PERF_SAMPLE_TID,
      .needs_tid = true, .get = get_process, .value = value_tid, .show = show_tid, .compare = keys_by_number,
      .join = JOIN_NUMBER },
    { .name = "comm", .header = "Command", .type = VALUE_TEXT, .help = "the name of the thread",
      .sample = PERF_SAMPLE_TID, .get = get_comm, .value = value_comm, .width = comm_width,
      .compare = key_by_text, .join = JOIN_TEXT },
    { .name = "comm_nodigit", .header = "CommandNoDigit", .type = VALUE_TEXT,
      .help = "the name of the thread, with <N> for each number in it", .sample = PERF_SAMPLE_TID, .get = get_comm,
      .value = value_comm_nodigit, .compare = key_by_text, .join = JOIN_TEXT },
    { .name = "dso", .header = "Shared Object", .type = VALUE_TEXT,
      .help = "the object: a program, a library, the kernel or one of its modules", .none = "[unknown]",
      .sample = PERF_SAMPLE_IP, .needs_place = true, .by_symbol = true, .get = key_get_dso, .compare = key_compare_named,
      .join = JOIN_OBJECT },
    { .name = "symbol", .header = "Symbol", .type = VALUE_SYMBOL,
      .help = "the function, or the address where none has a name", .none = "[unknown]", .sample = PERF_SAMPLE_IP,
      .needs_place = true, .by_symbol = true, .first_tag = true, .get = key_get_symbol, .value = key_value_symbol,
      .bare = key_bare_symbol_width, .compare = key_compare_symbol, .join = JOIN_SYMBOL },
    { .name = "parent", .header = "Parent symbol", .type = VALUE_TEXT,
      .help = "the first function of the call chain that --parent matches", .none = "[other]",
      .sample = PERF_SAMPLE_IP, .varies = KEY_VARIES_BY_PARENT, .get = get_parent, .value = value_parent,
      .compare = key_compare_named, .join = JOIN_NONE },
    { .name = "cpu", .header = "CPU", .type = VALUE_COUNT, .help = "the number of the CPU",
      .to_the_right = true, .sample = PERF_SAMPLE_CPU, .varies = KEY_VARIES_BY_CPU, .get = get_cpu, .show = keys_show_number,
      .compare = keys_by_number, .join = JOIN_NUMBER },
    { .name = "socket", .header = "Socket", .type = VALUE_COUNT,
      .help = "the processor socket that the CPU is in", .to_the_right = true, .sample = PERF_SAMPLE_CPU,
      .varies = KEY_VARIES_BY_CPU, .get = get_socket, .show = keys_show_number, .compare = keys_by_number, .join = JOIN_NUMBER },
    { .name = "srcline", .header = "Source:Line", .type = VALUE_SOURCE, .help = "the line of the source",
      .sample = PERF_SAMPLE_IP, .needs_place = true, .get = key_get_source, .value = key_value_srcline,
      .show = key_show_srcline, .compare = key_by_text, .join = JOIN_TEXT },
    { .name = "srcfile", .header = "Source File", .type = VALUE_TEXT, .help = "the file of the source",
      .sample = PERF_SAMPLE_IP, .needs_place = true, .get = key_get_source, .value = key_value_srcfile,
      .compare = key_by_text, .join = JOIN_TEXT },
    { .name = "trace", .header = "Trace output", .type = VALUE_TEXT,
      .help = "the text of a tracepoint's sample", .none = "N/A", .sample = PERF_SAMPLE_RAW,
      .varies = KEY_VARIES, .get = key_get_trace, .value = key_value_trace, .compare = key_by_text, .join = JOIN_NONE },
    { .name = "symbol_size", .header = "Symbol size", .type = VALUE_COUNT, .help = "the size of the function in bytes",
      .none = "unknown", .to_the_right = true, .sample = PERF_SAMPLE_IP, .needs_place = true,
      .by_symbol = true, .get = key_get_symbol_size, .value = key_value_size, .compare = keys_by_number,
      .join = JOIN_NUMBER },
    { .name = "dso_size", .header = "DSO size", .type = VALUE_COUNT,
      .help = "the size of the mapping in bytes", .none = "unknown", .to_the_right = true,
      .sample = PERF_SAMPLE_IP, .needs_place = true, .varies = KEY_VARIES, .get = key_get_map_size,
      .value = key_value_size, .compare = keys_by_number, .join = JOIN_NUMBER },
    { .name = "time", .header = "Time", .type = VALUE_TIME,
      .help = "the time of the sample, in steps of --time-quantum", .least_width = 12, .least_width_ns = 16,
      .sample = PERF_SAMPLE_TIME, .varies = KEY_VARIES_BY_TIME, .get = get_time, .show = keys_show_time, .compare = keys_by_number,
      .join = JOIN_NUMBER },
    { .name = "cgroup", .header = "Cgroup", .type = VALUE_TEXT, .help = "the path of the control group",
      .none = "N/A", .sample = PERF_SAMPLE_CGROUP, .varies = KEY_VARIES, .get = get_cgroup, .value = value_cgroup, .show = show_cgroup,
      .compare = keys_by_number, .join = JOIN_TEXT },
    { .name = "cgroup_id", .header = "cgroup id (dev/inode)", .type = VALUE_TEXT,
      .help = "the namespace of control groups, by device and inode", .none = "0/0x0",
      .sample = PERF_SAMPLE_TID, .needs_tid = true, .varies = KEY_VARIES, .get = get_cgroup_id,
      .value = value_cgroup_id, .compare = compare_cgroup_id, .join = JOIN_TEXT },
    { .name = "parallelism", .header = "Parallelism", .type = VALUE_COUNT,
      .help = "how many threads ran at that time", .to_the_right = true, .sample = PERF_SAMPLE_TIME,
      .varies = KEY_VARIES, .get = get_running, .compare = keys_by_number, .join = JOIN_NONE },
    { .name = "state", .header = "State", .type = VALUE_TEXT,
      .help = "with --off-cpu, --wall-clock: the state of the thread when it left the CPU: S, D, R..., or on CPU",
      .none = "-", .varies = KEY_VARIES_BY_WAIT, .get = get_state, .value = value_state, .compare = key_by_text,
      .join = JOIN_NONE },
    { .name = "waker", .header = "Waker", .type = VALUE_TEXT,
      .help = "with --off-cpu, --wall-clock: the name of the thread that ended the wait", .none = "-",
      .varies = KEY_VARIES_BY_WAIT, .get = get_waker, .value = value_waker, .compare = key_by_text,
      .join = JOIN_NONE },
    { .name = "capture", .header = "Capture", .type = VALUE_TEXT,
      .help = "the capture of a folio; makes one table of all captures", .get = get_capture, .value = value_capture,
      .compare = key_by_text, .join = JOIN_APART },
    { .name = "label", .header = "Label", .type = VALUE_TEXT,
      .help = "the labels of the capture in its folio; makes one table of all captures", .none = "none",
      .get = get_capture, .value = value_label, .compare = key_by_text, .join = JOIN_APART },
    { .name = "simd", .header = "Simd   ",
      .help = "an empty column: it needs AUX area traces, which are not decoded", .get = get_nothing,
      .show = show_nothing, .join = JOIN_APART },
    { .name = "ipc_null", .header = "IPC   [IPC Coverage]",
      .help = "an empty column, as in perf", .get = get_no_ipc, .show = show_no_ipc,
      .join = JOIN_APART },
};
// clang-format on
enum { KEYS = COUNT(keys) };

struct value key_value(const struct key *k, const struct cell *c, const struct key_context *kc,
                       struct text *scratch)
{
    if (k->value)
        return k->value(&(struct key_cell){ c, kc, scratch });
    if (k->type == VALUE_COUNT) {
        if ((int32_t)c->v < 0)
            return value_unknown();
        return value_count(c->v);
    }
    if (k->type == VALUE_TIME)
        return value_time(c->v);
    return value_text(key_cell_pointer(c));
}

void key_text(const struct key *k, const struct cell *c, const struct key_context *kc, struct text *out)
{
    if (k->show) {
        k->show(&(struct key_cell){ c, kc, out });
        return;
    }
    struct text scratch = { 0 };
    const struct value v = key_value(k, c, kc, &scratch);
    if (v.type == VALUE_SYMBOL)
        key_symbol_text(&v, kc, out);
    else if (v.type == VALUE_TEXT)
        text_add_clean(out, v.text);
    else if (v.type == VALUE_COUNT)
        text_decimal(out, v.count, 0);
    else
        text_add(out, k->none);
    text_free(&scratch);
}

uint64_t keys_cell_hash(const struct key *k, const struct cell *c)
{
    const void *p = key_cell_pointer(c);
    const struct symbol *y = p;
    if (!p)
        return hash_u64(c->v + 1);
    if (k->get == key_get_symbol)
        return hash_bytes(y->name, strlen(y->name)) + y->start;
    if (k->get == get_comm || k->get == key_get_dso)
        return hash_bytes(p, strlen(p));
    return 0;
}

const struct key *key_at(size_t i)
{
    if (i < KEYS)
        return &keys[i];
    const struct key *k = key_weight_at(i - KEYS);
    if (k)
        return k;
    return key_branch_at(i - KEYS - key_weight_count());
}

const struct key *key_find(const char *word, size_t n)
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
