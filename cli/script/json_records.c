/*
 * Records that are no samples as objects of JSON on one line (docs/json.md): a row for each number and text
 * that formats/perf/records.c decodes, by its name; lists, and what perf itself writes, are in
 * script_json_user.c. What has neither is not lost: its bytes are there.
 */
#include <stddef.h>

#include "cli/session/answer.h"
#include "cli/script/script.h"
#include "formats/perf/records.h"

/* What a member of struct record is, and so how JSON has it: see cli/output/json.h. */
enum kind { S32, U32, U16, U64, X64, X32, X16, NS, FLAG, TEXT, BYTES, BUILD_ID };

static const struct field {
    uint32_t type;
    const char *name;
    enum kind kind;
    size_t at;
} fields[] = {
// clang-format off
#define ROW(type, name, kind, member) { PERF_RECORD_##type, name, kind, offsetof(struct record, member) }
    ROW(MMAP, "pid", S32, mmap.pid), ROW(MMAP, "tid", S32, mmap.tid), ROW(MMAP, "start", X64, mmap.start),
    ROW(MMAP, "length", X64, mmap.len), ROW(MMAP, "offset", X64, mmap.pgoff), ROW(MMAP, "data", FLAG, mmap.is_data),
    ROW(MMAP, "path", TEXT, mmap.filename),
    ROW(MMAP2, "pid", S32, mmap.pid), ROW(MMAP2, "tid", S32, mmap.tid), ROW(MMAP2, "start", X64, mmap.start),
    ROW(MMAP2, "length", X64, mmap.len), ROW(MMAP2, "offset", X64, mmap.pgoff), ROW(MMAP2, "major", U32, mmap.maj),
    ROW(MMAP2, "minor", U32, mmap.min), ROW(MMAP2, "inode", U64, mmap.ino),
    ROW(MMAP2, "inode_generation", U64, mmap.ino_generation), ROW(MMAP2, "build_id", BUILD_ID, mmap.build_id),
    ROW(MMAP2, "prot", X32, mmap.prot), ROW(MMAP2, "flags", X32, mmap.flags), ROW(MMAP2, "data", FLAG, mmap.is_data),
    ROW(MMAP2, "path", TEXT, mmap.filename),
    ROW(LOST, "id", U64, lost.id), ROW(LOST, "lost", U64, lost.lost),
    ROW(LOST_SAMPLES, "lost", U64, lost.lost),
    ROW(COMM, "pid", S32, comm.pid), ROW(COMM, "tid", S32, comm.tid), ROW(COMM, "comm", TEXT, comm.comm),
    ROW(COMM, "exec", FLAG, comm.exec),
    ROW(FORK, "pid", S32, task.pid), ROW(FORK, "tid", S32, task.tid), ROW(FORK, "ppid", S32, task.ppid),
    ROW(FORK, "ptid", S32, task.ptid), ROW(FORK, "when", NS, task.time),
    ROW(EXIT, "pid", S32, task.pid), ROW(EXIT, "tid", S32, task.tid), ROW(EXIT, "ppid", S32, task.ppid),
    ROW(EXIT, "ptid", S32, task.ptid), ROW(EXIT, "when", NS, task.time),
    ROW(THROTTLE, "when", NS, throttle.time), ROW(THROTTLE, "id", U64, throttle.id),
    ROW(THROTTLE, "stream_id", U64, throttle.stream_id),
    ROW(UNTHROTTLE, "when", NS, throttle.time), ROW(UNTHROTTLE, "id", U64, throttle.id),
    ROW(UNTHROTTLE, "stream_id", U64, throttle.stream_id),
    ROW(READ, "pid", S32, read.pid), ROW(READ, "tid", S32, read.tid),
    ROW(AUX, "offset", X64, aux.offset), ROW(AUX, "size", U64, aux.size), ROW(AUX, "flags", X64, aux.flags),
    ROW(ITRACE_START, "pid", S32, itrace_start.pid), ROW(ITRACE_START, "tid", S32, itrace_start.tid),
    ROW(SWITCH, "out", FLAG, context_switch.out),
    ROW(SWITCH_CPU_WIDE, "out", FLAG, context_switch.out),
    ROW(SWITCH_CPU_WIDE, "other_pid", S32, context_switch.other_pid),
    ROW(SWITCH_CPU_WIDE, "other_tid", S32, context_switch.other_tid),
    ROW(NAMESPACES, "pid", S32, namespaces.pid), ROW(NAMESPACES, "tid", S32, namespaces.tid),
    ROW(KSYMBOL, "address", X64, ksymbol.addr), ROW(KSYMBOL, "length", U32, ksymbol.len),
    ROW(KSYMBOL, "kind", U16, ksymbol.kind), ROW(KSYMBOL, "flags", X16, ksymbol.flags),
    ROW(KSYMBOL, "name", TEXT, ksymbol.name),
    ROW(BPF_EVENT, "kind", U16, bpf_event.kind), ROW(BPF_EVENT, "flags", X16, bpf_event.flags),
    ROW(BPF_EVENT, "id", U32, bpf_event.id), ROW(BPF_EVENT, "tag", BYTES, bpf_event.tag),
    ROW(CGROUP, "id", U64, cgroup.id), ROW(CGROUP, "path", TEXT, cgroup.path),
    ROW(TEXT_POKE, "address", X64, text_poke.addr), ROW(TEXT_POKE, "old", BYTES, text_poke.old_bytes),
    ROW(TEXT_POKE, "new", BYTES, text_poke.new_bytes),
    ROW(AUX_OUTPUT_HW_ID, "hw_id", X64, aux_output.hw_id),
    ROW(CALLCHAIN_DEFERRED, "cookie", X64, deferred.cookie),
    ROW(HEADER_BUILD_ID, "pid", S32, build_id.pid), ROW(HEADER_BUILD_ID, "build_id", BUILD_ID, build_id.id),
    ROW(HEADER_BUILD_ID, "path", TEXT, build_id.path),
    ROW(AUXTRACE, "size", U64, auxtrace.size), ROW(AUXTRACE, "offset", X64, auxtrace.offset),
    ROW(AUXTRACE, "reference", X64, auxtrace.reference), ROW(AUXTRACE, "index", U32, auxtrace.idx),
    ROW(AUXTRACE, "tid", S32, auxtrace.tid), ROW(AUXTRACE, "cpu", S32, auxtrace.cpu),
    ROW(STAT, "id", U64, stat.id), ROW(STAT, "cpu", S32, stat.cpu), ROW(STAT, "thread", S32, stat.thread),
    ROW(STAT, "value", U64, stat.value), ROW(STAT, "enabled", U64, stat.enabled), ROW(STAT, "running", U64, stat.running),
    ROW(STAT_ROUND, "kind", U64, stat_round.kind), ROW(STAT_ROUND, "when", NS, stat_round.time),
#undef ROW
    // clang-format on
};

static void add_bytes(struct json *j, const char *name, struct span bytes)
{
    struct text hex = { 0 };
    text_hex(&hex, bytes.p, bytes.n);
    json_text(j, name, bytes.n ? hex.s : "");
    text_free(&hex);
}

static void add_field(struct json *j, const struct field *f, const struct record *r)
{
    const void *at = (const char *)r + f->at;
    const char *name = f->name;
    char id[BUILD_ID_HEX];
    switch (f->kind) {
    case S32:
        json_signed(j, name, *(const int32_t *)at);
        break;
    case U32:
        json_count(j, name, *(const uint32_t *)at);
        break;
    case U16:
        json_count(j, name, *(const uint16_t *)at);
        break;
    case U64:
        json_count(j, name, *(const uint64_t *)at);
        break;
    case X64:
        json_hex(j, name, *(const uint64_t *)at);
        break;
    case X32:
        json_hex(j, name, *(const uint32_t *)at);
        break;
    case X16:
        json_hex(j, name, *(const uint16_t *)at);
        break;
    case NS:
        json_seconds(j, name, *(const uint64_t *)at);
        break;
    case FLAG:
        json_bool(j, name, *(const bool *)at);
        break;
    case TEXT:
        json_text(j, name, *(const char *const *)at);
        break;
    case BYTES:
        add_bytes(j, name, *(const struct span *)at);
        break;
    case BUILD_ID:
        json_text(j, name,
                  ((const struct build_id *)at)->n ? object_build_id_text((const struct build_id *)at, id)
                                                   : NULL);
        break;
    }
}

bool script_record_members(struct json *j, const struct capture *c, const struct record *r)
{
    bool any = false;
    for (size_t i = 0; i < COUNT(fields); i++)
        if (fields[i].type == r->type) {
            add_field(j, &fields[i], r);
            any = true;
        }
    return script_user_members(j, c, r) || any;
}

/* The sample_id that a record ends with. */
static void add_sample_id(struct json *j, const struct sample_id *id)
{
    json_object(j, "sample_id");
    if (id->has & PERF_SAMPLE_TID) {
        json_signed(j, "pid", id->pid);
        json_signed(j, "tid", id->tid);
    }
    if (id->has & PERF_SAMPLE_TIME)
        json_seconds(j, "time", id->time);
    if (id->has & (PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER))
        json_count(j, "id", id->id);
    if (id->has & PERF_SAMPLE_STREAM_ID)
        json_count(j, "stream_id", id->stream_id);
    if (id->has & PERF_SAMPLE_CPU)
        json_count(j, "cpu", id->cpu);
    json_end(j);
}

void script_record_json(struct scribe *w, const struct record *r)
{
    struct json *j = &w->json;
    w->out.n = 0;
    record_show(r, &w->out);
    char *details = w->out.s;
    while (*details && *details != ' ') /* "MMAP2 178/178 ..." */
        details++;
    if (*details)
        *details++ = 0;
    json_object_line(j, NULL);
    json_hex(j, "at", r->at);
    json_seconds(j, "time", r->when.time);
    json_text(j, "type", w->out.s);
    json_text(j, "text", details);
    json_hex(j, "misc", r->misc);
    if (!script_record_members(j, w->s->capture, r) && r->bytes.n > 8)
        add_bytes(j, "bytes", (struct span){ r->bytes.p + 8, r->bytes.n - 8 });
    if (r->id.has)
        add_sample_id(j, &r->id);
    json_end(j);
    w->out.n = 0;
}
