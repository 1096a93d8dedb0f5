/* records: prints the records that --show-*-events selects, as perf does (util/event.c,
   perf_event__fprintf()). */
#include <inttypes.h>
#include <stddef.h>

#include "lib/question/script/scribe.h"
#include "lib/question/common/protection.h"

static void show_comm(const struct record *r, struct text *t)
{
    text_printf(t, "%s: ", r->comm.exec ? " exec" : "");
    text_add_clean(t, r->comm.comm);
    text_printf(t, ":%d/%d\n", r->comm.pid, r->comm.tid);
}

static void show_task(const struct record *r, struct text *t)
{
    text_printf(t, "(%d:%d):(%d:%d)\n", r->task.pid, r->task.tid, r->task.ppid, r->task.ptid);
}

/* Adds a number like printf's %#x, which gives 0 no prefix. */
static void add_hex(struct text *t, uint64_t v)
{
    if (v)
        text_add(t, "0x");
    text_hexadecimal(t, v, 0);
}

static void add_range(const struct record *r, struct text *t)
{
    text_printf(t, " %d/%d: [", r->mmap.pid, r->mmap.tid);
    add_hex(t, r->mmap.start);
    text_char(t, '(', 1);
    add_hex(t, r->mmap.len);
    text_add(t, ") @ ");
    add_hex(t, r->mmap.pgoff);
}

static void show_mmap(const struct record *r, struct text *t)
{
    add_range(r, t);
    text_printf(t, "]: %c ", r->mmap.is_data ? 'r' : 'x');
    text_add_clean(t, r->mmap.filename);
    text_char(t, '\n', 1);
}

static void show_mmap2(const struct record *r, struct text *t)
{
    char id[BUILD_ID_HEX], letters[PROTECTION_LETTERS];
    add_range(r, t);
    if (r->misc & PERF_RECORD_MISC_MMAP_BUILD_ID)
        text_printf(t, " <%s>", object_build_id_text(&r->mmap.build_id, id));
    else
        text_printf(t, " %02x:%02x %" PRIu64 " %" PRIu64, r->mmap.maj, r->mmap.min, r->mmap.ino,
                    r->mmap.ino_generation);
    text_printf(t, "]: %s ", protection_letters(r->mmap.prot, r->mmap.flags, letters));
    text_add_clean(t, r->mmap.filename);
    text_char(t, '\n', 1);
}

static void show_switch(const struct record *r, struct text *t)
{
    bool out = r->misc & PERF_RECORD_MISC_SWITCH_OUT;
    const bool is_preempted = r->misc & PERF_RECORD_MISC_SWITCH_PREEMPT;
    if (out)
        text_add(t, is_preempted ? " OUT preempt" : " OUT        ");
    else
        text_add(t, " IN         ");
    if (r->type == PERF_RECORD_SWITCH_CPU_WIDE)
        text_printf(t, "  %s pid/tid: %5d/%-5d", out ? "next" : "prev", r->context_switch.other_pid,
                    r->context_switch.other_tid);
    text_char(t, '\n', 1);
}

static void show_namespaces(const struct record *r, struct text *t)
{
    const struct namespaces all = { (size_t)r->namespaces.n, r->order, r->namespaces.links };
    text_printf(t, " %d/%d - nr_namespaces: %" PRIu64 "\n\t\t[", r->namespaces.pid, r->namespaces.tid,
                r->namespaces.n);
    for (size_t i = 0; i < all.n; i++) {
        struct namespace_link link = namespaces_link(&all, i);
        if (i && i % 4 == 0)
            text_add(t, "\n\t\t ");
        text_printf(t, "%zu/%s: %" PRIu64 "/", i, namespace_name(i), link.dev);
        add_hex(t, link.ino);
        text_add(t, i + 1 < all.n ? ", " : "]\n");
    }
}

static void show_cgroup(const struct record *r, struct text *t)
{
    text_printf(t, " cgroup: %" PRIu64 " ", r->cgroup.id);
    text_add_clean(t, r->cgroup.path);
    text_char(t, '\n', 1);
}

static void show_lost(const struct record *r, struct text *t)
{
    text_printf(t, " lost %" PRIu64 "\n", r->lost.lost);
}

static void show_round(const struct record *r UNUSED, struct text *t)
{
    text_char(t, '\n', 1);
}

static void show_ksymbol(const struct record *r, struct text *t)
{
    text_printf(t, " addr %" PRIx64 " len %u type %u flags 0x%x name ", r->ksymbol.addr, r->ksymbol.len,
                r->ksymbol.kind, r->ksymbol.flags);
    text_add_clean(t, r->ksymbol.name);
    text_char(t, '\n', 1);
}

static void show_bpf(const struct record *r, struct text *t)
{
    text_printf(t, " type %u, flags %u, id %u\n", r->bpf_event.kind, r->bpf_event.flags, r->bpf_event.id);
}

/* Adds the bytes of a text poke, sixteen a line. */
static void add_poked(struct text *t, const char *which, struct span bytes)
{
    enum { PER_LINE = 16 };
    for (size_t i = 0; i < bytes.n; i++) {
        if (i % PER_LINE == 0)
            text_printf(t, "            %s bytes:", which);
        text_printf(t, " %02x", bytes.p[i]);
        text_char(t, '\n', i % PER_LINE == PER_LINE - 1 || i + 1 == bytes.n);
    }
}

static void show_text_poke(struct scribe *w, const struct record *r)
{
    struct text *t = &w->out;
    struct task_slot *task = address_cache_task(&w->addresses, -1, -1, 0, r->when);
    struct resolved_addr resolved =
        address_cache_find(&w->addresses, task, PERF_RECORD_MISC_KERNEL, r->text_poke.addr, r->when, 0);
    text_printf(t, " %" PRIx64 " ", r->text_poke.addr);
    if (resolved.place.symbol) {
        text_add_clean(t, resolved.place.symbol->name);
        text_printf(t, "+0x%" PRIx64, resolved.place.at - resolved.place.symbol->start);
    }
    text_printf(t, " old len %zu new len %zu\n", r->text_poke.old_bytes.n, r->text_poke.new_bytes.n);
    add_poked(t, "Old", r->text_poke.old_bytes);
    add_poked(t, "New", r->text_poke.new_bytes);
}

/* A row per type of record: its name, the option that shows it, the thread that perf prints, and the text
   after the name. */
static const struct script_records_shown {
    uint32_t type;
    const char *name;
    size_t option; /* offset of a bool in struct script_opts */
    /* offset in struct record of the ids of the thread that perf prints; 0: the record's own ids */
    size_t pid, tid;
    void (*show)(const struct record *r, struct text *t); /* NULL: the text has names of addresses */
} shown[] = {
#define OPTION(name)  offsetof(struct script_opts, show_##name)
#define ABOUT(member) offsetof(struct record, member.pid), offsetof(struct record, member.tid)
    { PERF_RECORD_COMM, "COMM", OPTION(task), ABOUT(comm), show_comm },
    { PERF_RECORD_FORK, "FORK", OPTION(task), ABOUT(task), show_task },
    { PERF_RECORD_EXIT, "EXIT", OPTION(task), ABOUT(task), show_task },
    { PERF_RECORD_MMAP, "MMAP", OPTION(mmap), ABOUT(mmap), show_mmap },
    { PERF_RECORD_MMAP2, "MMAP2", OPTION(mmap), ABOUT(mmap), show_mmap2 },
    { PERF_RECORD_SWITCH, "SWITCH", OPTION(switch), 0, 0, show_switch },
    { PERF_RECORD_SWITCH_CPU_WIDE, "SWITCH_CPU_WIDE", OPTION(switch), 0, 0, show_switch },
    { PERF_RECORD_NAMESPACES, "NAMESPACES", OPTION(namespace), ABOUT(namespaces), show_namespaces },
    { PERF_RECORD_CGROUP, "CGROUP", OPTION(cgroup), 0, 0, show_cgroup },
    { PERF_RECORD_LOST, "LOST", OPTION(lost), 0, 0, show_lost },
    { PERF_RECORD_KSYMBOL, "KSYMBOL", OPTION(bpf), 0, 0, show_ksymbol },
    { PERF_RECORD_BPF_EVENT, "BPF_EVENT", OPTION(bpf), 0, 0, show_bpf },
    { PERF_RECORD_TEXT_POKE, "TEXT_POKE", OPTION(text_poke), 0, 0, NULL },
    { PERF_RECORD_FINISHED_ROUND, "FINISHED_ROUND", OPTION(round), 0, 0, show_round },
#undef OPTION
#undef ABOUT
};

static const struct script_records_shown *shown_of(uint32_t type)
{
    for (size_t i = 0; i < COUNT(shown); i++)
        if (shown[i].type == type)
            return &shown[i];
    return NULL;
}

bool script_shows_type(const struct script_opts *o, uint32_t type)
{
    const struct script_records_shown *row = shown_of(type);
    return row && *(const bool *)((const char *)o + row->option);
}

void script_record(struct scribe *w, const struct record *r)
{
    const struct script_records_shown *row = shown_of(r->type);
    const struct capture *c = w->s->capture;
    const struct event *ev = events_find(&c->events, r->id.id);
    struct sample s = {
        .misc = r->misc, .when = r->when, .pid = r->id.pid, .tid = r->id.tid, .cpu = r->id.cpu
    };
    int32_t pid = row->pid ? *(const int32_t *)((const char *)r + row->pid) : s.pid;
    int32_t tid = row->tid ? *(const int32_t *)((const char *)r + row->tid) : s.tid;
    if (ev && r->type != PERF_RECORD_FINISHED_ROUND) {
        if (!attr_has(&ev->attr, ATTR_SAMPLE_ID_ALL)) {
            bool has_time = r->type == PERF_RECORD_FORK || r->type == PERF_RECORD_EXIT;
            s.cpu = 0;
            s.when.time = has_time ? r->task.time : 0;
            s.pid = pid;
            s.tid = tid;
        }
        const struct script_event *se = &w->events[ev - c->events.v];
        struct task_slot *task = address_cache_task(&w->addresses, -1, pid, tid, r->when);
        struct script_line l = {
            .s = &s, .type = r->type, .time = s.when.time, .fields = se->fields, .event = se, .task = task
        };
        script_print_fields(w, &l, 0, LAST_START + 1);
    }
    text_printf(&w->out, "PERF_RECORD_%s", row->name);
    if (row->show)
        row->show(r, &w->out);
    else
        show_text_poke(w, r);
}
