/* dump: what the reader understood, stage by stage, for people and for tests: the header, every record, a
   line each, in file order, and the timeline that came of them. Samples are resolved as report resolves
   them. */
#include "cli/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/session/answer.h"
#include "cli/session/captures.h"
#include "cli/output/record_json.h"
#include "cli/provenance/mapping_hits.h"
#include "core/base/date.h"
#include "core/profile/places/address_cache.h"
#include "formats/perf/every_record.h"
#include "formats/perf/features/header_show.h"
#include "formats/perf/records/records.h"
#include "formats/perf/fields/sample_show.h"

enum { STAGE_HEADER = 1, STAGE_RECORDS = 2, STAGE_TIMELINE = 4 };

struct dump {
    const struct session *s;
    struct address_cache addresses;
    struct text line, name;
    struct json json;
    FILE *out;
    bool as_json;
};

static struct resolved_addr resolved_of(struct dump *d, const struct sample *s, const struct task_slot **task)
{
    struct sample placed = *s;
    if (!d->s->capture->timed)
        placed.when.time = 0;
    *task = address_cache_task_of(&d->addresses, &placed);
    return address_cache_find(&d->addresses, *task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip,
                              placed.when, 0);
}

/* The symbol of a resolved address, "" when it has none; holds until the next call. */
static const char *name_of(struct dump *d, const struct resolved_addr *resolved)
{
    d->name.n = 0;
    if (resolved->place.symbol)
        symtab_symbol_name(d->s->demangle, resolved->place.symbol, &d->name);
    return d->name.n ? d->name.s : "";
}

static void show_sample(struct dump *d, const struct sample *s)
{
    const struct task_slot *task;
    struct resolved_addr resolved = resolved_of(d, s, &task);
    text_add(&d->line, "SAMPLE ");
    text_add_clean(&d->line, s->event->name);
    text_printf(&d->line, " %d/%d comm ", s->pid, s->tid);
    key_comm_text(task->comm, s->tid, &d->line);
    if (s->cpu != UINT32_MAX)
        text_printf(&d->line, " cpu %u", s->cpu);
    text_printf(&d->line, " period %" PRIu64 " ip 0x%" PRIx64 " [%c] ", s->period, s->ip, resolved.level);
    text_add_clean(&d->line, resolved.place.object ? resolved.place.object->path : "[unknown]");
    text_printf(&d->line, " at 0x%" PRIx64, resolved.addr);
    if (resolved.place.symbol) {
        text_char(&d->line, ' ', 1);
        text_add_clean(&d->line, name_of(d, &resolved));
    }
    sample_show(s, &d->line);
}

static void show(void *arg, const struct record *r, const struct sample *s)
{
    struct dump *d = arg;
    uint64_t time = s ? s->when.time : r->when.time, at = s ? s->at : r->at;
    d->line.n = 0;
    text_printf(&d->line, "0x%08" PRIx64 " %" PRIu64 ".%09" PRIu64 " ", at, time / NSEC_PER_SEC,
                time % NSEC_PER_SEC);
    if (s)
        show_sample(d, s);
    else
        record_show(r, &d->line);
    text_char(&d->line, '\n', 1);
    fwrite(d->line.s, 1, d->line.n, d->out);
}

static void show_sample_json(struct dump *d, const struct sample *s)
{
    const struct task_slot *task;
    struct resolved_addr resolved = resolved_of(d, s, &task);
    const char level[] = { resolved.level, 0 };
    struct json *j = &d->json;
    json_text(j, "type", "SAMPLE");
    json_text(j, "event", s->event->name);
    json_signed(j, "pid", s->pid);
    json_signed(j, "tid", s->tid);
    struct text comm = { 0 };
    key_comm_text(task->comm, s->tid, &comm);
    json_text(j, "comm", comm.s);
    text_free(&comm);
    if (s->cpu != UINT32_MAX)
        json_count(j, "cpu", s->cpu);
    else
        json_text(j, "cpu", NULL);
    json_count(j, "period", s->period);
    json_hex(j, "ip", s->ip);
    json_text(j, "level", level);
    json_text(j, "object", resolved.place.object ? resolved.place.object->path : NULL);
    json_hex(j, "address", resolved.addr);
    json_text(j, "symbol", resolved.place.symbol ? name_of(d, &resolved) : NULL);
    const struct rec_sink sink = record_sink(j);
    sample_members(s, d->s->capture->env.arch, UINT64_MAX, &sink);
}

static void show_json(void *arg, const struct record *r, const struct sample *s)
{
    struct dump *d = arg;
    json_object_line(&d->json, NULL);
    json_hex(&d->json, "at", s ? s->at : r->at);
    json_seconds(&d->json, "time", s ? s->when.time : r->when.time);
    if (s) {
        show_sample_json(d, s);
    } else {
        d->line.n = 0;
        record_name(r, &d->line);
        json_text(&d->json, "type", d->line.s);
        record_json(&d->json, d->s->capture, r);
    }
    json_end(&d->json);
}

/* ---- the header and the timeline ---- */

/* What is in d->line is a line of a stage other than the records. */
static void end_line_of(struct dump *d, const char *stage)
{
    if (d->as_json) {
        json_object_line(&d->json, NULL);
        json_text(&d->json, "stage", stage);
        json_text(&d->json, "text", d->line.s);
        json_end(&d->json);
    } else {
        fprintf(d->out, "%s: %s\n", stage, d->line.s);
    }
    d->line.n = 0;
}

static void show_header(struct dump *d)
{
    struct text text = { 0 };
    header_show(d->s->capture, &text);
    d->line.n = 0;
    for (const char *line = text.s, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        text_add_n(&d->line, line, (size_t)(end - line));
        end_line_of(d, "header");
    }
    text_free(&text);
}

static void end_line(struct dump *d)
{
    end_line_of(d, "timeline");
}

/* Where records have no time, the bytes of records in front of them. The beginning and the end have none. */
static void add_when(const char *what, struct when w, struct text *out)
{
    if (w.time == UINT64_MAX)
        return;
    if (w.time)
        text_printf(out, " %s %" PRIu64 ".%09" PRIu64, what, w.time / NSEC_PER_SEC, w.time % NSEC_PER_SEC);
    else if (w.seq)
        text_printf(out, " %s +0x%" PRIx64, what, w.seq);
}

static void show_thread(struct dump *d, size_t i)
{
    struct id_use_view use = timeline_id_use(d->s->timeline, i);
    struct when from = use.from;
    text_printf(&d->line, "thread %d/%d", use.pid, use.tid);
    if (use.ppid >= 0)
        text_printf(&d->line, " of %d", use.ppid);
    for (size_t name = 0;; name++) {
        const char *comm = timeline_id_use_comm(d->s->timeline, i, name, &from);
        if (name && !comm)
            break;
        text_add(&d->line, name ? ", " : ": ");
        key_comm_text(comm, use.tid, &d->line);
        add_when("from", from, &d->line);
    }
    end_line(d);
    const struct namespaces *n;
    for (size_t move = 0; (n = timeline_id_use_namespaces(d->s->timeline, i, move, &from)); move++) {
        text_printf(&d->line, "namespaces of %d/%d:", use.pid, use.tid);
        for (size_t k = 0; k < n->n; k++) {
            struct namespace_link link = namespaces_link(n, k);
            text_printf(&d->line, " %s %" PRIu64 "/0x%" PRIx64, namespace_name(k), link.dev, link.ino);
        }
        add_when("from", from, &d->line);
        end_line(d);
    }
}

static void show_map(struct dump *d, const struct map *m)
{
    char id[BUILD_ID_HEX];
    struct text *out = &d->line;
    text_printf(out, "map [0x%" PRIx64 "-0x%" PRIx64 ") @ 0x%" PRIx64 " %c%c%c%c ", m->start, m->end,
                m->pgoff, m->prot & 1 ? 'r' : '-', m->prot & 2 ? 'w' : '-', m->prot & 4 ? 'x' : '-',
                m->flags & 1 ? 's' : 'p');
    text_add_clean(out, m->object->path);
    if (m->object->build_id.n)
        text_printf(out, " %s", object_build_id_text(&m->object->build_id, id));
    add_when("from", m->from, out);
    add_when("until", m->until, out);
    end_line(d);
}

/* What is in the text, already, is whose space it is. */
static void show_space(struct dump *d, const struct space *s)
{
    const struct map *m;
    size_t n = 0;
    while (space_map(s, n))
        n++;
    text_printf(&d->line, ": %zu maps of its own", n);
    end_line(d);
    for (size_t i = 0; (m = space_map(s, i)) != NULL; i++)
        show_map(d, m);
}

/* A line per thread with its names over time; then a line per address space, each followed by its maps. */
static void show_timeline(struct dump *d)
{
    const struct timeline *t = d->s->timeline;
    size_t nmachines;
    int32_t *machines = mapping_hits_machines(t, &nmachines);
    d->line.n = 0;
    for (size_t i = 0; i < timeline_id_uses(t); i++)
        show_thread(d, i);
    for (size_t i = 0; i < nmachines; i++) {
        text_add(&d->line, "space of the kernel");
        if (machines[i] != -1)
            text_printf(&d->line, " of guest %d", machines[i]);
        show_space(d, timeline_kernel(t, machines[i]));
    }
    for (size_t i = 0; i < timeline_spaces(t); i++) {
        struct space_view v = timeline_space_view(t, i);
        text_printf(&d->line, "space of %d", v.pid);
        if (v.machine != -1)
            text_printf(&d->line, " in guest %d", v.machine);
        add_when("from", v.from, &d->line);
        show_space(d, v.space);
    }
    free(machines);
}

static bool show_stages(struct dump *d, unsigned which, struct problems *problems, struct err *e)
{
    if (which & STAGE_HEADER)
        show_header(d);
    if (which & STAGE_RECORDS && !every_record(d->s->capture, d->as_json ? show_json : show, d, problems, e))
        return false;
    if (which & STAGE_TIMELINE)
        show_timeline(d);
    return true;
}

struct dump_opts {
    struct common_opts common;
    unsigned stages; /* STAGE_* */
};

static bool take_stage(void *target, const struct option_row *row, const char *value, struct err *e)
{
    int i = option_word_named(row, value, strlen(value), e);
    *(unsigned *)target |= i < 0 ? 0 : 1U << i;
    return i >= 0;
}

#define OPTS struct dump_opts
static const struct option_row rows[] = { OPT("stage", 0, CALL, stages, "NAME",
                                              "only this stage: header, records, timeline (repeatable)",
                                              .words = "header records timeline", .take = take_stage),
                                          OPT_END };

static int run(void *opts, FILE *out, FILE *err)
{
    const struct dump_opts *o = opts;
    struct session s;
    struct problems problems = { 0 };
    struct err e = { 0 };
    if (!session_open(&s, &o->common, SESSION_RESOLVE, err))
        return 1;
    struct dump d = { .s = &s, .out = out, .json.out = out, .as_json = o->common.json };
    unsigned usual = o->common.json ? STAGE_RECORDS : STAGE_HEADER | STAGE_RECORDS;
    address_cache_init(&d.addresses, s.timeline, s.resolver);
    bool ok = show_stages(&d, o->stages ? o->stages : usual, &problems, &e);
    if (!ok)
        fprintf(err, "perfolio: %s: %s\n", o->common.input, e.msg);
    if (o->common.json && ok) {
        json_object_line(&d.json, NULL);
        answer_problems(&d.json, &s, &problems);
        json_end(&d.json);
    } else if (!o->common.json) {
        session_problems_show(&s, &problems, 0, err);
    }
    address_cache_free(&d.addresses);
    text_free(&d.line);
    text_free(&d.name);
    session_close(&s);
    return !ok;
}

const struct command dump_command = COMMAND("dump", "every record, readable", NULL, rows,
                                            .size = sizeof(struct dump_opts), .run = run,
                                            .traits = COMMAND_EACH | COMMAND_LINES);
