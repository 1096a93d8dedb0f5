/* dump: prints the data that the reader found, for people and for tests: the header, every record in file
   order, a line each, and the timeline made of the records. Samples are resolved as report resolves them. */
#include "lib/question/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/common/common_answer.h"
#include "lib/question/common/protection.h"
#include "lib/question/common/record_json.h"
#include "lib/question/provenance/mapping_hits.h"
#include "core/base/date.h"
#include "core/profile/places/address_cache.h"
#include "formats/perf/open.h"
#include "formats/perf/features/feature.h"
#include "formats/perf/records/records.h"
#include "formats/perf/fields/sample_show.h"

enum { STAGE_HEADER = 1, STAGE_RECORDS = 2, STAGE_TIMELINE = 4 };

struct dump {
    const struct session *s;
    struct address_cache addresses;
    struct text line;
    struct rows rows;
};

static void add_sample(struct dump *d, const struct sample *s)
{
    struct rows *r = &d->rows;
    struct text comm = { 0 }, name = { 0 };
    struct sample placed = *s;
    if (!d->s->capture->timed)
        placed.when.time = 0;
    const struct task_slot *task = address_cache_task_of(&d->addresses, &placed);
    const struct resolved_addr resolved = address_cache_find(
        &d->addresses, task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip, placed.when, 0);
    const struct object *o = resolved.place.object;
    key_comm_text(task->comm, s->tid, &comm);
    if (resolved.place.symbol)
        symtab_symbol_name(d->s->o.demangle, resolved.place.symbol, &name);
    const char level[] = { resolved.level, 0 };
    rows_fact(r, "type", value_text("SAMPLE"));
    rows_fact(r, "event", value_text(s->event->name));
    rows_fact(r, "pid", value_signed(s->pid));
    rows_fact(r, "tid", value_signed(s->tid));
    rows_fact(r, "comm", value_text(comm.s));
    rows_fact(r, "cpu", value_if(s->cpu != UINT32_MAX, value_count(s->cpu)));
    rows_fact(r, "period", value_count(s->period));
    rows_fact(r, "ip", value_hex(s->ip));
    rows_fact(r, "level", value_text(level));
    rows_fact(r, "object", value_text(o ? o->path : NULL));
    rows_fact(r, "address", value_hex(resolved.addr));
    rows_fact(r, "symbol", value_text_if(resolved.place.symbol, text_str(&name)));
    text_add(&d->line, "SAMPLE ");
    text_add_clean(&d->line, s->event->name);
    text_printf(&d->line, " %d/%d comm %s", s->pid, s->tid, comm.s);
    if (s->cpu != UINT32_MAX)
        text_printf(&d->line, " cpu %u", s->cpu);
    text_printf(&d->line, " period %" PRIu64 " ip 0x%" PRIx64 " [%c] ", s->period, s->ip, resolved.level);
    text_add_clean(&d->line, o ? o->path : "[unknown]");
    text_printf(&d->line, " at 0x%" PRIx64, resolved.addr);
    if (resolved.place.symbol)
        text_add(&d->line, " ");
    text_add_clean(&d->line, text_str(&name));
    const struct value_sink sink = record_sink(r);
    if (rows_prints_text(r))
        sample_show(s, &d->line);
    else
        sample_members(s, d->s->capture->env.arch, UINT64_MAX, &sink);
    text_free(&comm);
    text_free(&name);
}

static void dump_show(void *arg, const struct record *record, const struct sample *s)
{
    struct dump *d = arg;
    struct rows *r = &d->rows;
    const uint64_t time = s ? s->when.time : record->when.time;
    const uint64_t at = s ? s->at : record->at;
    d->line.n = 0;
    rows_object(r, NULL);
    rows_fact(r, "at", value_hex(at));
    rows_fact(r, "time", value_time(time));
    if (rows_prints_text(r))
        text_printf(&d->line, "0x%08" PRIx64 " %" PRIu64 ".%09" PRIu64 " ", at, time / NSEC_PER_SEC,
                    time % NSEC_PER_SEC);
    if (s) {
        add_sample(d, s);
    } else if (rows_prints_text(r)) {
        record_show(record, &d->line);
    } else {
        record_name(record, &d->line);
        rows_fact(r, "type", value_text(d->line.s));
        record_json(r, d->s->capture, record);
    }
    rows_close(r);
    text_char(&d->line, '\n', 1);
    rows_print_raw(r, &d->line);
}

/* ---- the header and the timeline ---- */

/* A line of a stage other than the records. */
static void dump_add_line(struct dump *d, const char *stage, const char *line)
{
    rows_object(&d->rows, NULL);
    rows_say(&d->rows, "stage", value_text(stage), "%s: ");
    rows_add_fact_with_text(&d->rows, "text", value_text(line), line, "%s\n");
    rows_close(&d->rows);
}

static void add_header(void *arg, const char *line)
{
    dump_add_line(arg, "header", line);
}

static void dump_end_line(struct dump *d)
{
    dump_add_line(d, "timeline", d->line.s);
    d->line.n = 0;
}

/* Adds a time or, if there are no times, the position of the record in the file. Adds nothing for the
   beginning and the end. */
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
    const char *between = ": ";
    for (size_t name = 0;; name++) {
        const char *comm = timeline_id_use_comm(d->s->timeline, i, name, &from);
        if (name && !comm)
            break;
        text_add(&d->line, between);
        between = ", ";
        key_comm_text(comm, use.tid, &d->line);
        add_when("from", from, &d->line);
    }
    dump_end_line(d);
    const struct namespaces *n;
    for (size_t move = 0; (n = timeline_id_use_namespaces(d->s->timeline, i, move, &from)); move++) {
        text_printf(&d->line, "namespaces of %d/%d:", use.pid, use.tid);
        for (size_t k = 0; k < n->n; k++) {
            struct namespace_link link = namespaces_link(n, k);
            text_printf(&d->line, " %s %" PRIu64 "/0x%" PRIx64, namespace_name(k), link.dev, link.ino);
        }
        add_when("from", from, &d->line);
        dump_end_line(d);
    }
}

static void show_map(struct dump *d, const struct map *m)
{
    char id[BUILD_ID_HEX];
    struct text *out = &d->line;
    char letters[PROTECTION_LETTERS];
    text_printf(out, "map [0x%" PRIx64 "-0x%" PRIx64 ") @ 0x%" PRIx64 " %s ", m->start, map_end(m),
                m->how->pgoff, protection_letters(m->how->prot, m->how->flags, letters));
    text_add_clean(out, m->how->object->path);
    if (m->how->object->build_id.n)
        text_printf(out, " %s", object_build_id_text(&m->how->object->build_id, id));
    add_when("from", m->from, out);
    add_when("until", m->how->until, out);
    dump_end_line(d);
}

/* Adds the maps of a space; d->line names the owner of the space. */
static void show_space(struct dump *d, const struct space *s)
{
    const struct map *m;
    size_t n = 0;
    while (space_nth_map(s, n))
        n++;
    text_printf(&d->line, ": %zu own maps", n);
    dump_end_line(d);
    for (size_t i = 0; (m = space_nth_map(s, i)) != NULL; i++)
        show_map(d, m);
}

/* Shows a line per thread with its names over time, then a line per address space with its maps. */
static void show_timeline(struct dump *d)
{
    const struct timeline *t = d->s->timeline;
    size_t n, nprocesses = timeline_count_spaces(t);
    struct space_view *spaces = mapping_hits_spaces(t, &n);
    d->line.n = 0;
    for (size_t i = 0; i < timeline_count_id_uses(t); i++)
        show_thread(d, i);
    for (size_t i = 0; i < n; i++) { /* the kernels come first */
        const struct space_view *v = &spaces[(i + nprocesses) % n];
        const bool is_kernel = i < n - nprocesses;
        if (is_kernel)
            text_add(&d->line, "space of the kernel");
        else
            text_printf(&d->line, "space of %d", v->pid);
        if (v->machine != -1)
            text_printf(&d->line, " %s guest %d", is_kernel ? "of" : "in", v->machine);
        add_when("from", v->from, &d->line);
        show_space(d, v->space);
    }
    free(spaces);
}

static bool show_stages(struct dump *d, unsigned which, struct problems *problems, struct err *e)
{
    if (which & STAGE_HEADER)
        features_header_show(d->s->capture, add_header, d);
    if (which & STAGE_RECORDS && !perfdata_every_record(d->s->capture, dump_show, d, problems, e))
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
    if (i >= 0)
        *(unsigned *)target |= 1U << i;
    return i >= 0;
}

#define OPTS struct dump_opts
static const struct option_row rows[] = { OPT("stage", 0, CALL, stages, "NAME",
                                              "show only this part: header, records, timeline (repeatable)",
                                              .words = "header records timeline", .take = take_stage),
                                          OPT_END };

static bool dump_work(struct session *s, const void *opts, struct outlet *out, struct outlet *err,
                      struct err *e)
{
    const struct dump_opts *o = opts;
    struct problems problems = { 0 };
    struct dump d = { .s = s };
    unsigned stages = o->stages;
    if (!stages)
        stages = o->common.json ? STAGE_RECORDS : STAGE_HEADER | STAGE_RECORDS;
    address_cache_init(&d.addresses, s->timeline, s->resolver);
    answer_begin_lines(&d.rows, &o->common, "dump", out);
    bool ok = show_stages(&d, stages, &problems, e);
    if (ok || !o->common.json)
        answer_rows_end(&d.rows, s, &problems, 0, err);
    else
        rows_abandon(&d.rows);
    address_cache_free(&d.addresses);
    text_free(&d.line);
    return ok;
}

const struct command dump_command = COMMAND("dump", "every record in readable form", NULL, rows,
                                            .size = sizeof(struct dump_opts), .work = dump_work,
                                            .depth = SESSION_RESOLVE, .traits = COMMAND_EACH | COMMAND_LINES);
