/*
 * One row per record type, and the few lines each needs to be read and shown. Layouts: linux/perf_event.h,
 * enum perf_event_type, for types below 64; tools/lib/perf/include/perf/event.h for those from 64 on. The
 * trailing sample_id is cut off before a body is read, so that a body cannot run into it.
 */
#include "formats/perf/records.h"

#include <inttypes.h>

#include "core/model/timeline/object.h"
#include "formats/perf/records_user.h"
#include "formats/perf/sample_show.h"

static struct span rest(struct cur *c)
{
    return cur_take(c, c->left);
}

static uint32_t usual_prot(const struct record *r)
{
    return r->mmap.is_data ? 1 : 5; /* PROT_READ, and PROT_EXEC unless it maps data */
}

static void get_mmap(struct cur *c, struct record *r)
{
    r->mmap.pid = (int32_t)cur_u32(c);
    r->mmap.tid = (int32_t)cur_u32(c);
    r->mmap.start = cur_u64(c);
    r->mmap.len = cur_u64(c);
    r->mmap.pgoff = cur_u64(c);
    r->mmap.filename = cur_cstr(c);
    r->mmap.is_data = r->misc & PERF_RECORD_MISC_MMAP_DATA;
    r->mmap.prot = usual_prot(r);
}

enum { PROT_AND_FLAGS = 8 };

/* The kernel and the perf of RHEL 7.0 (3.10.0-123) write MMAP2 as Linux 3.12 did: the name follows
 * ino_generation, without prot and flags between them. The record's size tells where a name has less than
 * eight bytes: there is no room for all three. Else the eight bytes are of the name and so none of them is 0,
 * where prot, of which three bits are in use, has bytes that are. Names are padded to eight bytes, so that
 * the size is held against the name then. */
static bool lacks_prot(struct cur at)
{
    struct span left = rest(&at);
    return left.n <= PROT_AND_FLAGS ? left.n && *left.p >= ' ' : !memchr(left.p, 0, PROT_AND_FLAGS);
}

static void get_name_padded(struct cur *c, struct record *r)
{
    r->mmap.filename = cur_cstr(c);
    c->bad = c->bad || c->left >= PROT_AND_FLAGS;
}

static void get_mmap2(struct cur *c, struct record *r)
{
    r->mmap.is_data = r->misc & PERF_RECORD_MISC_MMAP_DATA;
    r->mmap.pid = (int32_t)cur_u32(c);
    r->mmap.tid = (int32_t)cur_u32(c);
    r->mmap.start = cur_u64(c);
    r->mmap.len = cur_u64(c);
    r->mmap.pgoff = cur_u64(c);
    if (r->misc & PERF_RECORD_MISC_MMAP_BUILD_ID) { /* the 24 bytes are bytes, whatever the order */
        struct span id = cur_take(c, 24);
        r->mmap.build_id.n = id.n && id.p[0] <= 20 ? id.p[0] : 0;
        if (r->mmap.build_id.n)
            memcpy(r->mmap.build_id.bytes, id.p + 4, r->mmap.build_id.n);
    } else {
        r->mmap.maj = cur_u32(c);
        r->mmap.min = cur_u32(c);
        r->mmap.ino = cur_u64(c);
        r->mmap.ino_generation = cur_u64(c);
        if (lacks_prot(*c)) {
            r->mmap.prot = usual_prot(r);
            get_name_padded(c, r);
            return;
        }
    }
    r->mmap.prot = cur_u32(c);
    r->mmap.flags = cur_u32(c);
    r->mmap.filename = cur_cstr(c);
}

static void show_mmap(const struct record *r, struct text *out)
{
    text_printf(out, "%d/%d [0x%" PRIx64 "(0x%" PRIx64 ") @ 0x%" PRIx64, r->mmap.pid, r->mmap.tid,
                r->mmap.start, r->mmap.len, r->mmap.pgoff);
    if (r->mmap.build_id.n) {
        char id[BUILD_ID_HEX];
        text_printf(out, " <%s>", object_build_id_text(&r->mmap.build_id, id));
    } else if (r->type == PERF_RECORD_MMAP2) {
        text_printf(out, " %02x:%02x %" PRIu64 " %" PRIu64, r->mmap.maj, r->mmap.min, r->mmap.ino,
                    r->mmap.ino_generation);
    }
    text_printf(out, "]: %c%c%c%c ", r->mmap.prot & 1 ? 'r' : '-', r->mmap.prot & 2 ? 'w' : '-',
                r->mmap.prot & 4 ? 'x' : '-', r->mmap.flags & 1 ? 's' : 'p');
    text_add_clean(out, r->mmap.filename);
}

static void get_stat(struct cur *c, struct record *r)
{
    r->stat.id = cur_u64(c);
    r->stat.cpu = (int32_t)cur_u32(c);
    r->stat.thread = (int32_t)cur_u32(c);
    r->stat.value = cur_u64(c);
    r->stat.enabled = cur_u64(c);
    r->stat.running = cur_u64(c);
}

static void get_stat_config(struct cur *c, struct record *r)
{
    r->stat_config.n = cur_u64(c);
    if (r->stat_config.n > c->left / 16)
        c->bad = true;
    r->stat_config.terms = cur_take(c, c->bad ? 0 : r->stat_config.n * 16);
}

static void get_stat_round(struct cur *c, struct record *r)
{
    r->stat_round.kind = cur_u64(c);
    r->stat_round.time = cur_u64(c);
}

static void get_thread_map(struct cur *c, struct record *r)
{
    r->thread_map.n = cur_u64(c);
    if (r->thread_map.n > c->left / 24)
        c->bad = true;
    r->thread_map.threads = cur_take(c, c->bad ? 0 : r->thread_map.n * 24);
}

/* As far as the record reaches. What follows the entries is of perf inject --guest-data. */
static void get_id_index(struct cur *c, struct record *r)
{
    uint64_t said = cur_u64(c), fit = c->left / 32;
    r->id_index.n = said < fit ? said : fit;
    r->id_index.ids = cur_take(c, r->id_index.n * 32);
    if (said <= c->left / 16)
        r->id_index.guests = cur_take(c, said * 16);
}

static void get_lost(struct cur *c, struct record *r)
{
    r->lost.id = cur_u64(c);
    r->lost.lost = cur_u64(c);
}

static void get_lost_samples(struct cur *c, struct record *r)
{
    r->lost.lost = cur_u64(c);
}

static void show_lost(const struct record *r, struct text *out)
{
    text_printf(out, "lost %" PRIu64 ", id %" PRIu64, r->lost.lost, r->lost.id);
}

static void get_comm(struct cur *c, struct record *r)
{
    r->comm.pid = (int32_t)cur_u32(c);
    r->comm.tid = (int32_t)cur_u32(c);
    r->comm.comm = cur_cstr(c);
    r->comm.exec = r->misc & PERF_RECORD_MISC_COMM_EXEC;
}

static void show_comm(const struct record *r, struct text *out)
{
    text_printf(out, "%d/%d%s: ", r->comm.pid, r->comm.tid, r->comm.exec ? " exec" : "");
    text_add_clean(out, r->comm.comm);
}

static void get_task(struct cur *c, struct record *r)
{
    r->task.pid = (int32_t)cur_u32(c);
    r->task.ppid = (int32_t)cur_u32(c);
    r->task.tid = (int32_t)cur_u32(c);
    r->task.ptid = (int32_t)cur_u32(c);
    r->task.time = cur_u64(c);
}

static void show_task(const struct record *r, struct text *out)
{
    text_printf(out, "(%d:%d):(%d:%d)", r->task.pid, r->task.tid, r->task.ppid, r->task.ptid);
}

static void get_throttle(struct cur *c, struct record *r)
{
    r->throttle.time = cur_u64(c);
    r->throttle.id = cur_u64(c);
    r->throttle.stream_id = cur_u64(c);
}

static void show_throttle(const struct record *r, struct text *out)
{
    text_printf(out, "id %" PRIu64 ", stream %" PRIu64, r->throttle.id, r->throttle.stream_id);
}

static void get_read(struct cur *c, struct record *r)
{
    r->read.pid = (int32_t)cur_u32(c);
    r->read.tid = (int32_t)cur_u32(c);
    r->read.values = rest(c);
}

static void show_read(const struct record *r, struct text *out)
{
    text_printf(out, "%d/%d, %zu bytes of counters", r->read.pid, r->read.tid, r->read.values.n);
}

static void get_aux(struct cur *c, struct record *r)
{
    r->aux.offset = cur_u64(c);
    r->aux.size = cur_u64(c);
    r->aux.flags = cur_u64(c);
}

static void show_aux(const struct record *r, struct text *out)
{
    text_printf(out, "offset 0x%" PRIx64 ", size 0x%" PRIx64 ", flags 0x%" PRIx64 "%s%s%s%s", r->aux.offset,
                r->aux.size, r->aux.flags, r->aux.flags & 1 ? " truncated" : "",
                r->aux.flags & 2 ? " overwrite" : "", r->aux.flags & 4 ? " partial" : "",
                r->aux.flags & 8 ? " collision" : "");
}

static void get_itrace_start(struct cur *c, struct record *r)
{
    r->itrace_start.pid = (int32_t)cur_u32(c);
    r->itrace_start.tid = (int32_t)cur_u32(c);
}

static void show_itrace_start(const struct record *r, struct text *out)
{
    text_printf(out, "%d/%d", r->itrace_start.pid, r->itrace_start.tid);
}

static void get_switch(struct cur *c, struct record *r)
{
    if (r->type == PERF_RECORD_SWITCH_CPU_WIDE) {
        r->context_switch.other_pid = (int32_t)cur_u32(c);
        r->context_switch.other_tid = (int32_t)cur_u32(c);
    }
    r->context_switch.out = r->misc & PERF_RECORD_MISC_SWITCH_OUT;
}

static void show_switch(const struct record *r, struct text *out)
{
    text_add(out, r->context_switch.out ? "OUT" : "IN");
    if (r->type == PERF_RECORD_SWITCH_CPU_WIDE)
        text_printf(out, " %s pid/tid: %d/%d", r->context_switch.out ? "next" : "prev",
                    r->context_switch.other_pid, r->context_switch.other_tid);
}

static void get_namespaces(struct cur *c, struct record *r)
{
    r->namespaces.pid = (int32_t)cur_u32(c);
    r->namespaces.tid = (int32_t)cur_u32(c);
    r->namespaces.n = cur_u64(c);
    if (r->namespaces.n > c->left / 16) {
        r->namespaces.n = 0;
        c->bad = true;
    }
    r->namespaces.links = cur_take(c, r->namespaces.n * 16);
}

static void show_namespaces(const struct record *r, struct text *out)
{
    text_printf(out, "%d/%d", r->namespaces.pid, r->namespaces.tid);
    struct cur c = cur_of(r->namespaces.links, r->order);
    for (uint64_t i = 0; i < r->namespaces.n; i++) {
        uint64_t dev = cur_u64(&c), ino = cur_u64(&c);
        text_printf(out, " %s %" PRIu64 "/0x%" PRIx64, namespace_name(i), dev, ino);
    }
}

static void get_ksymbol(struct cur *c, struct record *r)
{
    r->ksymbol.addr = cur_u64(c);
    r->ksymbol.len = cur_u32(c);
    r->ksymbol.kind = cur_u16(c);
    r->ksymbol.flags = cur_u16(c);
    r->ksymbol.name = cur_cstr(c);
}

static void show_ksymbol(const struct record *r, struct text *out)
{
    text_printf(out, "addr 0x%" PRIx64 " len %u type %u flags 0x%x name ", r->ksymbol.addr, r->ksymbol.len,
                r->ksymbol.kind, r->ksymbol.flags);
    text_add_clean(out, r->ksymbol.name);
}

static void get_bpf_event(struct cur *c, struct record *r)
{
    r->bpf_event.kind = cur_u16(c);
    r->bpf_event.flags = cur_u16(c);
    r->bpf_event.id = cur_u32(c);
    r->bpf_event.tag = cur_take(c, 8);
}

static void show_bpf_event(const struct record *r, struct text *out)
{
    text_printf(out, "type %u flags 0x%x id %u tag ", r->bpf_event.kind, r->bpf_event.flags, r->bpf_event.id);
    text_hex(out, r->bpf_event.tag.p, r->bpf_event.tag.n);
}

static void get_cgroup(struct cur *c, struct record *r)
{
    r->cgroup.id = cur_u64(c);
    r->cgroup.path = cur_cstr(c);
}

static void show_cgroup(const struct record *r, struct text *out)
{
    text_printf(out, "%" PRIu64 " ", r->cgroup.id);
    text_add_clean(out, r->cgroup.path);
}

static void get_text_poke(struct cur *c, struct record *r)
{
    r->text_poke.addr = cur_u64(c);
    uint16_t old_len = cur_u16(c), new_len = cur_u16(c);
    r->text_poke.old_bytes = cur_take(c, old_len);
    r->text_poke.new_bytes = cur_take(c, new_len);
}

static void show_text_poke(const struct record *r, struct text *out)
{
    text_printf(out, "0x%" PRIx64 " old ", r->text_poke.addr);
    text_hex(out, r->text_poke.old_bytes.p, r->text_poke.old_bytes.n);
    text_add(out, " new ");
    text_hex(out, r->text_poke.new_bytes.p, r->text_poke.new_bytes.n);
}

static void get_aux_output(struct cur *c, struct record *r)
{
    r->aux_output.hw_id = cur_u64(c);
}

static void show_aux_output(const struct record *r, struct text *out)
{
    text_printf(out, "hw_id 0x%" PRIx64, r->aux_output.hw_id);
}

static void get_deferred(struct cur *c, struct record *r)
{
    r->deferred.cookie = cur_u64(c);
    r->deferred.n = cur_u64(c);
    if (r->deferred.n > c->left / 8) {
        r->deferred.n = 0;
        c->bad = true;
    }
    r->deferred.ips = cur_take(c, r->deferred.n * 8);
}

static void show_deferred(const struct record *r, struct text *out)
{
    text_printf(out, "cookie 0x%" PRIx64 ", chain %" PRIu64 "%s", r->deferred.cookie, r->deferred.n,
                r->deferred.n ? ":" : "");
    sample_chain_show(r->deferred.ips, r->order, out);
}

static void get_build_id(struct cur *c, struct record *r)
{
    r->build_id.pid = (int32_t)cur_u32(c);
    struct span id = cur_take(c, 24); /* 20 bytes, the size, padding */
    r->build_id.misc = r->misc;
    if (id.n) {
        r->build_id.id.n = 20;
        if (r->misc & PERF_RECORD_MISC_BUILD_ID_SIZE && id.p[20] <= 20)
            r->build_id.id.n = id.p[20];
        memcpy(r->build_id.id.bytes, id.p, r->build_id.id.n);
    }
    r->build_id.path = cur_cstr(c);
}

static void show_build_id(const struct record *r, struct text *out)
{
    char id[BUILD_ID_HEX];
    text_printf(out, "%s %d ", object_build_id_text(&r->build_id.id, id), r->build_id.pid);
    text_add_clean(out, r->build_id.path);
}

static void get_auxtrace(struct cur *c, struct record *r)
{
    r->auxtrace.size = cur_u64(c);
    r->auxtrace.offset = cur_u64(c);
    r->auxtrace.reference = cur_u64(c);
    r->auxtrace.idx = cur_u32(c);
    r->auxtrace.tid = cur_u32(c);
    r->auxtrace.cpu = cur_u32(c);
}

static void show_auxtrace(const struct record *r, struct text *out)
{
    text_printf(out, "size 0x%" PRIx64 " offset 0x%" PRIx64 " ref 0x%" PRIx64 " idx %u tid %d cpu %d",
                r->auxtrace.size, r->auxtrace.offset, r->auxtrace.reference, r->auxtrace.idx,
                (int32_t)r->auxtrace.tid, (int32_t)r->auxtrace.cpu);
}

// clang-format off
static const struct rec_desc rec_descs[] = {
    { PERF_RECORD_MMAP,                  "MMAP",               get_mmap,         show_mmap,                  REC_TRAILER },
    { PERF_RECORD_LOST,                  "LOST",               get_lost,         show_lost,                  REC_TRAILER },
    { PERF_RECORD_COMM,                  "COMM",               get_comm,         show_comm,                  REC_TRAILER },
    { PERF_RECORD_EXIT,                  "EXIT",               get_task,         show_task,                  REC_TRAILER },
    { PERF_RECORD_THROTTLE,              "THROTTLE",           get_throttle,     show_throttle,              REC_TRAILER },
    { PERF_RECORD_UNTHROTTLE,            "UNTHROTTLE",         get_throttle,     show_throttle,              REC_TRAILER },
    { PERF_RECORD_FORK,                  "FORK",               get_task,         show_task,                  REC_TRAILER },
    { PERF_RECORD_READ,                  "READ",               get_read,         show_read,                  REC_TRAILER },
    { PERF_RECORD_SAMPLE,                "SAMPLE",             NULL,             NULL,                       0           },
    { PERF_RECORD_MMAP2,                 "MMAP2",              get_mmap2,        show_mmap,                  REC_TRAILER },
    { PERF_RECORD_AUX,                   "AUX",                get_aux,          show_aux,                   REC_TRAILER },
    { PERF_RECORD_ITRACE_START,          "ITRACE_START",       get_itrace_start, show_itrace_start,          REC_TRAILER },
    { PERF_RECORD_LOST_SAMPLES,          "LOST_SAMPLES",       get_lost_samples, show_lost,                  REC_TRAILER },
    { PERF_RECORD_SWITCH,                "SWITCH",             get_switch,       show_switch,                REC_TRAILER },
    { PERF_RECORD_SWITCH_CPU_WIDE,       "SWITCH_CPU_WIDE",    get_switch,       show_switch,                REC_TRAILER },
    { PERF_RECORD_NAMESPACES,            "NAMESPACES",         get_namespaces,   show_namespaces,            REC_TRAILER },
    { PERF_RECORD_KSYMBOL,               "KSYMBOL",            get_ksymbol,      show_ksymbol,               REC_TRAILER },
    { PERF_RECORD_BPF_EVENT,             "BPF_EVENT",          get_bpf_event,    show_bpf_event,             REC_TRAILER },
    { PERF_RECORD_CGROUP,                "CGROUP",             get_cgroup,       show_cgroup,                REC_TRAILER },
    { PERF_RECORD_TEXT_POKE,             "TEXT_POKE",          get_text_poke,    show_text_poke,             REC_TRAILER },
    { PERF_RECORD_AUX_OUTPUT_HW_ID,      "AUX_OUTPUT_HW_ID",   get_aux_output,   show_aux_output,            REC_TRAILER },
    { PERF_RECORD_CALLCHAIN_DEFERRED,    "CALLCHAIN_DEFERRED", get_deferred,     show_deferred,              REC_TRAILER },
    { PERF_RECORD_HEADER_ATTR,           "ATTR",               NULL,             record_user_attr,           0           },
    { PERF_RECORD_HEADER_EVENT_TYPE,     "EVENT_TYPE",         NULL,             record_user_event_type,     0           },
    { PERF_RECORD_HEADER_TRACING_DATA,   "TRACING_DATA",       NULL,             record_user_tracing_data,   0           },
    { PERF_RECORD_HEADER_BUILD_ID,       "BUILD_ID",           get_build_id,     show_build_id,              0           },
    { PERF_RECORD_FINISHED_ROUND,        "FINISHED_ROUND",     NULL,             NULL,                       0           },
    { PERF_RECORD_ID_INDEX,              "ID_INDEX",           get_id_index,     record_user_id_index,       0           },
    { PERF_RECORD_AUXTRACE_INFO,         "AUXTRACE_INFO",      NULL,             record_user_auxtrace_info,  0           },
    { PERF_RECORD_AUXTRACE,              "AUXTRACE",           get_auxtrace,     show_auxtrace,              0           },
    { PERF_RECORD_AUXTRACE_ERROR,        "AUXTRACE_ERROR",     NULL,             record_user_auxtrace_error, 0           },
    { PERF_RECORD_THREAD_MAP,            "THREAD_MAP",         get_thread_map,   record_user_thread_map,     0           },
    { PERF_RECORD_CPU_MAP,               "CPU_MAP",            NULL,             record_user_cpu_map,        0           },
    { PERF_RECORD_STAT_CONFIG,           "STAT_CONFIG",        get_stat_config,  record_user_stat_config,    0           },
    { PERF_RECORD_STAT,                  "STAT",               get_stat,         record_user_stat,           0           },
    { PERF_RECORD_STAT_ROUND,            "STAT_ROUND",         get_stat_round,   record_user_stat_round,     0           },
    { PERF_RECORD_EVENT_UPDATE,          "EVENT_UPDATE",       NULL,             record_user_event_update,   0           },
    { PERF_RECORD_TIME_CONV,             "TIME_CONV",          NULL,             record_user_time_conv,      0           },
    { PERF_RECORD_HEADER_FEATURE,        "FEATURE",            NULL,             record_user_feature,        0           },
    { PERF_RECORD_COMPRESSED,            "COMPRESSED",         NULL,             NULL,                       0           },
    { PERF_RECORD_FINISHED_INIT,         "FINISHED_INIT",      NULL,             NULL,                       0           },
    { PERF_RECORD_COMPRESSED2,           "COMPRESSED2",        NULL,             NULL,                       0           },
    { PERF_RECORD_BPF_METADATA,          "BPF_METADATA",       NULL,             record_user_bpf_metadata,   0           },
    { PERF_RECORD_SCHEDSTAT_CPU,         "SCHEDSTAT_CPU",      NULL,             record_user_bytes,          0           },
    { PERF_RECORD_SCHEDSTAT_DOMAIN,      "SCHEDSTAT_DOMAIN",   NULL,             record_user_bytes,          0           },
    /* Pipes of perf 3.3 and before carried each header feature as a type of its own (pipe.c); the types are ours. */
    { PERF_RECORD_LEGACY_FEATURE + 3,    "L_HOSTNAME",         NULL,             record_user_bytes,          0           },
    { PERF_RECORD_LEGACY_FEATURE + 4,    "L_OSRELEASE",        NULL,             record_user_bytes,          0           },
    { PERF_RECORD_LEGACY_FEATURE + 5,    "L_VERSION",          NULL,             record_user_bytes,          0           },
    { PERF_RECORD_LEGACY_FEATURE + 6,    "L_ARCH",             NULL,             record_user_bytes,          0           },
    { PERF_RECORD_LEGACY_FEATURE + 7,    "L_NRCPUS",           NULL,             record_user_bytes,          0           },
    { PERF_RECORD_LEGACY_FEATURE + 8,    "L_CPUDESC",          NULL,             record_user_bytes,          0           },
    { PERF_RECORD_LEGACY_FEATURE + 9,    "L_CPUID",            NULL,             record_user_bytes,          0           },
    { PERF_RECORD_LEGACY_FEATURE + 10,   "L_TOTAL_MEM",        NULL,             record_user_bytes,          0           },
    { PERF_RECORD_LEGACY_FEATURE + 11,   "L_CMDLINE",          NULL,             record_user_bytes,          0           },
    { PERF_RECORD_LEGACY_FEATURE + 12,   "L_EVENT_DESC",       NULL,             record_user_bytes,          0           },
    { PERF_RECORD_LEGACY_FEATURE + 13,   "L_CPU_TOPOLOGY",     NULL,             record_user_bytes,          0           },
    { PERF_RECORD_LEGACY_FEATURE + 14,   "L_NUMA_TOPOLOGY",    NULL,             record_user_bytes,          0           },
    /* simpleperf's own records (Android, simpleperf/record.h) */
    { 32769,                             "SIMPLEPERF_KERNEL_SYMBOL",    NULL,             record_user_bytes,        0           },
    { 32770,                             "SIMPLEPERF_DSO",              NULL,             record_user_bytes,        0           },
    { 32771,                             "SIMPLEPERF_SYMBOL",           NULL,             record_user_bytes,        0           },
    { 32772,                             "SIMPLEPERF_SPLIT",            NULL,             record_user_bytes,        0           },
    { 32773,                             "SIMPLEPERF_SPLIT_END",        NULL,             record_user_bytes,        0           },
    { 32774,                             "SIMPLEPERF_EVENT_ID",         NULL,             record_user_bytes,        0           },
    { 32775,                             "SIMPLEPERF_CALLCHAIN",        NULL,             record_user_bytes,        0           },
    { 32776,                             "SIMPLEPERF_UNWINDING_RESULT", NULL,             record_user_bytes,        0           },
    { 32777,                             "SIMPLEPERF_TRACING_DATA",     NULL,             record_user_bytes,        0           },
};

/* Runs of consecutive types in rec_descs, so that a type leads to its row without a search. */
static const struct {
    uint32_t first, n;
} runs[] = {
    { PERF_RECORD_MMAP, PERF_RECORD_KERNEL_END - PERF_RECORD_MMAP },
    { PERF_RECORD_HEADER_ATTR, PERF_RECORD_USER_END - PERF_RECORD_HEADER_ATTR },
    { PERF_RECORD_LEGACY_FEATURE + 3, 12 },
    { 32769, 9 },
};
// clang-format on

size_t record_kind_of(uint32_t type)
{
    size_t base = 0;
    for (size_t i = 0; i < COUNT(runs); base += runs[i++].n)
        if (type - runs[i].first < runs[i].n)
            return base + (type - runs[i].first);
    return REC_UNKNOWN;
}

const struct rec_desc *record_desc_at(size_t kind)
{
    return kind < COUNT(rec_descs) ? &rec_descs[kind] : NULL;
}

const struct rec_desc *record_desc_of(uint32_t type)
{
    return record_desc_at(record_kind_of(type));
}

/* The sample_id at the end of a record: those fields of sample_type that every record can carry, in ABI
   order. Returns its size; 0 when the events ask for none or the record is too short for one. */
static size_t trailer_read(const struct perfdata *p, struct span bytes, enum byte_order order,
                           struct sample_id *id)
{
    *id = (struct sample_id){ .pid = -1, .tid = -1, .cpu = UINT32_MAX };
    const struct events *es = &p->capture.events;
    if (!es->n || !attr_has(&es->v[0].attr, ATTR_SAMPLE_ID_ALL))
        return 0;
    uint64_t fields = es->v[0].attr.sample_type;
    if (fields & PERF_SAMPLE_IDENTIFIER && bytes.n >= 16) {
        const struct event *found = events_find(es, load_u64(bytes.p + bytes.n - 8, order));
        fields = found ? found->attr.sample_type : fields;
    }
    fields &= PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |
              PERF_SAMPLE_IDENTIFIER;
    size_t n = 0;
    for (uint64_t left = fields; left; left &= left - 1)
        n += 8;
    if (n + 8 > bytes.n)
        return 0;
    struct cur c = cur_of((struct span){ bytes.p + bytes.n - n, n }, order);
    id->has = (uint32_t)fields;
    if (fields & PERF_SAMPLE_TID) {
        id->pid = (int32_t)cur_u32(&c);
        id->tid = (int32_t)cur_u32(&c);
    }
    if (fields & PERF_SAMPLE_TIME)
        id->time = cur_u64(&c);
    if (fields & PERF_SAMPLE_ID)
        id->id = cur_u64(&c);
    if (fields & PERF_SAMPLE_STREAM_ID)
        id->stream_id = cur_u64(&c);
    if (fields & PERF_SAMPLE_CPU) {
        id->cpu = cur_u32(&c);
        cur_u32(&c);
    }
    if (fields & PERF_SAMPLE_IDENTIFIER)
        id->id = cur_u64(&c);
    return n;
}

bool record_read(const struct perfdata *p, struct span bytes, uint64_t file_at, uint64_t seq,
                 struct record *r)
{
    enum byte_order order = p->capture.order;
    *r = (struct record){ .at = file_at, .bytes = bytes, .order = order, .when = { 0, seq } };
    if (bytes.n < 8)
        return false;
    r->type = load_u32(bytes.p, order);
    r->misc = load_u16(bytes.p + 4, order);
    const struct rec_desc *d = record_desc_of(r->type);
    if (!d || !d->read)
        return true;
    size_t trailer = d->flags & REC_TRAILER ? trailer_read(p, bytes, order, &r->id) : 0;
    struct cur c = cur_of((struct span){ bytes.p + 8, bytes.n - 8 - trailer }, order);
    d->read(&c, r);
    if (trailer && r->id.has & PERF_SAMPLE_TIME && r->id.time != UINT64_MAX)
        r->when.time = r->id.time;
    return !c.bad;
}

void record_show(const struct record *r, struct text *out)
{
    const struct rec_desc *d = record_desc_of(r->type);
    if (d)
        text_add(out, d->name);
    else
        text_printf(out, "UNKNOWN_%u", r->type);
    if (d &&
        !d->show) /* FINISHED_ROUND is nothing but its name; what is in COMPRESSED is shown as it comes */
        return;
    text_char(out, ' ', 1);
    (d ? d->show : record_user_bytes)(r, out);
}
