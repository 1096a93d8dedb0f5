/* dump: every record, a line each, in file order: what the reader understood, for people and for tests.
   Samples are resolved as report resolves them, so that each stage can be seen. */
#include "cli/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/answer.h"
#include "core/profile/spots.h"
#include "formats/elf/elf.h"
#include "formats/perf/every_record.h"

struct dump {
    const struct session *s;
    struct spots spots;
    struct text line;
    struct json json;
    FILE *out;
};

static struct spot spot_of(struct dump *d, const struct sample *s, const struct task_slot **task)
{
    struct when when = d->s->capture->timed ? s->when : (struct when){ 0, s->when.seq };
    *task = spots_task(&d->spots, -1, s->pid, s->tid, when);
    return spots_find(&d->spots, *task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip, when, 0);
}

static void show_sample(struct dump *d, const struct sample *s)
{
    const struct task_slot *task;
    struct spot spot = spot_of(d, s, &task);
    text_printf(&d->line, "SAMPLE %s %d/%d comm ", s->event->name, s->pid, s->tid);
    comm_text(task->comm, s->tid, &d->line);
    if (s->cpu != UINT32_MAX)
        text_printf(&d->line, " cpu %u", s->cpu);
    text_printf(&d->line, " period %" PRIu64 " ip 0x%" PRIx64 " [%c] ", s->period, s->ip, spot.level);
    text_add_clean(&d->line, spot.place.object ? spot.place.object->path : "[unknown]");
    text_printf(&d->line, " at 0x%" PRIx64, spot.addr);
    if (spot.place.symbol) {
        text_char(&d->line, ' ', 1);
        symbol_name(elf_demangle, spot.place.symbol, &d->line);
    }
    if (s->has & PERF_SAMPLE_CALLCHAIN)
        text_printf(&d->line, " chain %" PRIu64, s->nchain);
    if (s->has & PERF_SAMPLE_RAW)
        text_printf(&d->line, " raw %zu", s->raw.n);
    if (s->has & PERF_SAMPLE_BRANCH_STACK)
        text_printf(&d->line, " branches %" PRIu64, s->nbranches);
    if (s->has & PERF_SAMPLE_STACK_USER)
        text_printf(&d->line, " stack %" PRIu64, s->user_stack_size);
}

static void show(void *arg, const struct record *r, const struct sample *s)
{
    struct dump *d = arg;
    uint64_t time = s ? s->when.time : r->when.time, at = s ? s->at : r->at;
    d->line.n = 0;
    text_printf(&d->line, "0x%08" PRIx64 " %" PRIu64 ".%09" PRIu64 " ", at, time / 1000000000,
                time % 1000000000);
    if (s)
        show_sample(d, s);
    else
        record_line(r, &d->line);
    text_char(&d->line, '\n', 1);
    fwrite(d->line.s, 1, d->line.n, d->out);
}

static void show_sample_json(struct dump *d, const struct sample *s)
{
    const struct task_slot *task;
    struct spot spot = spot_of(d, s, &task);
    const char level[] = { spot.level, 0 };
    struct json *j = &d->json;
    json_text(j, "type", "SAMPLE");
    json_text(j, "event", s->event->name);
    json_signed(j, "pid", s->pid);
    json_signed(j, "tid", s->tid);
    struct text comm = { 0 };
    comm_text(task->comm, s->tid, &comm);
    json_text(j, "comm", comm.s);
    text_free(&comm);
    if (s->cpu != UINT32_MAX)
        json_count(j, "cpu", s->cpu);
    else
        json_text(j, "cpu", NULL);
    json_count(j, "period", s->period);
    json_hex(j, "ip", s->ip);
    json_text(j, "level", level);
    json_text(j, "object", spot.place.object ? spot.place.object->path : NULL);
    json_hex(j, "address", spot.addr);
    d->line.n = 0;
    if (spot.place.symbol)
        symbol_name(elf_demangle, spot.place.symbol, &d->line);
    json_text(j, "symbol", spot.place.symbol ? d->line.s : NULL);
    json_count(j, "chain", s->nchain);
    json_count(j, "raw_bytes", s->raw.n);
    json_count(j, "branches", s->nbranches);
    json_count(j, "stack_bytes", s->user_stack_size);
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
        record_line(r, &d->line);
        char *details = strchr(d->line.s, ' '); /* "MMAP2 178/178 ..." */
        if (details)
            *details++ = 0;
        json_text(&d->json, "type", d->line.s);
        json_text(&d->json, "text", details);
    }
    json_end(&d->json);
}

int cmd_dump(int argc, const char **argv, FILE *out, FILE *err)
{
    struct common_opts o;
    const struct poptOption own[] = { POPT_TABLEEND };
    struct session s;
    int status = options_read(argc, argv, own, "dump", NULL, NULL, &o, out, err);
    if (status < 0 && session_open(&s, &o, SESSION_RESOLVE, err)) {
        struct dump d = { .s = &s, .out = out, .json.out = out };
        struct err e = { 0 };
        struct problems counted_while_opening = { 0 };
        spots_init(&d.spots, s.timeline, s.resolver);
        status = every_record(s.capture, o.json ? show_json : show, &d, &counted_while_opening, &e) ? 0 : 1;
        if (status)
            fprintf(err, "perfolio: %s: %s\n", o.input, e.msg);
        if (o.json && !status) {
            json_object_line(&d.json, NULL);
            answer_problems(&d.json, &s, NULL);
            json_end(&d.json);
        } else if (!o.json) {
            problems_show(&s, NULL, 0, err);
        }
        spots_free(&d.spots);
        text_free(&d.line);
        session_close(&s);
    } else if (status < 0) {
        status = 1;
    }
    options_free(&o);
    return status;
}
