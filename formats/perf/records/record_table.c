/*
 * The fields of each record type, in the order in which they are shown. Layouts: linux/perf_event.h, enum
 * perf_event_type, for types below 64; tools/lib/perf/include/perf/event.h, struct perf_record_*, and
 * tools/perf/util/auxtrace.h for types from 64 on.
 */
#include "formats/perf/records/record_table.h"

#include "core/model/cpus.h"
#include "formats/perf/features/feature.h"
#include "formats/perf/file/file_simpleperf.h"

#define COUNT_OF(v) (uint8_t)(COUNT(v))

// clang-format off
/* A layout of rows, after its text; a layout without rows. */
#define LAYOUT(text_, ...) \
    { .rows = (const struct rec_field[]){ __VA_ARGS__ }, .n = COUNT_OF(((const struct rec_field[]){ __VA_ARGS__ })), .text = text_ }
#define TEXT_ONLY(text_)                    &(const struct rec_layout){ .text = text_ }
/* KEPT: a number at `at` that is stored in a member of the same width. SHOWN: a number that is only shown. */
#define KEPT(name, kind, at, member) \
    { name, REC_##kind, sizeof(((struct record *)0)->member), at, offsetof(struct record, member), .mask = 0 }
#define SHOWN(name, kind, width, at)        { name, REC_##kind, width, at, .to = 0 }
/* NAME: text up to a NUL. MISC: bits of misc. OWN: a value that the row's mend() sets. */
#define NAME(name, at, member)              { name, REC_TEXT, 0, at, offsetof(struct record, member), .mask = 0 }
#define MISC(name, bits, member)            { name, REC_FLAG, 0, REC_NOWHERE, offsetof(struct record, member), .mask = bits }
#define OWN(name, kind, member)             KEPT(name, kind, REC_NOWHERE, member)
/* The name of the number at `at`. */
#define WORD(name, width, at, word_)        { name, REC_WORD, width, at, .word = word_ }
/* Entries; row `count` has their number. More members of struct rec_field may follow. */
#define LIST(name, at, member, count_, of_, ...) \
    { name, REC_LIST, 0, at, offsetof(struct record, member), .count = count_, .of = of_, __VA_ARGS__ }
#define LIST_SHOWN(name, at, count_, of_, ...)  { name, REC_LIST, 0, at, .count = count_, .of = of_, __VA_ARGS__ }
/* Fields whose layout depends on the number in row `by`; 0: the layout is always the same. */
#define PART(name, at, by, ...)             { name, REC_PART, 0, at, .count = by, .parts = (const struct rec_part[]){ __VA_ARGS__ } }

/* ---- names of numbers ---- */

#define WORDS(function, ...) \
    static const char *function(uint64_t i) \
    { \
        static const char *const names[] = { __VA_ARGS__ }; \
        return i < COUNT_OF(names) ? names[i] : NULL; \
    }

WORDS(update_word, "unit", "scale", "name", "cpus")
WORDS(term_word, "aggr_mode", "interval", "scale", "aggr_level")
WORDS(round_word, "interval", "final")
WORDS(auxtrace_word, NULL, "intel_pt", "intel_bts", "cs_etm", "arm_spe", "s390_cpumsf", "hisi_ptt", "vpa_dtl")
WORDS(auxtrace_error_word, NULL, "instruction trace")

static const char *feature_word(uint64_t bit)
{
    if (bit < PERF_FEATURES)
        return feature_name((unsigned)bit);
    return NULL;
}

/* ---- entries of lists ---- */

static const struct rec_field address[] = { SHOWN(NULL, ADDRESS, 8, 0) }, number[] = { SHOWN(NULL, COUNT, 8, 0) },
                          word[] = { SHOWN(NULL, HEX, 8, 0) }, word_of_4[] = { SHOWN(NULL, HEX, 4, 0) },
                          cpu[] = { SHOWN(NULL, SIGNED, 2, 0) };
static const struct rec_layout addresses = { address, 1, 8, NULL }, numbers = { number, 1, 8, NULL },
                           words = { word, 1, 8, NULL }, words_of_4 = { word_of_4, 1, 4, NULL }, cpus = { cpu, 1, 2, NULL };

static const struct rec_field link_rows[] = {
    WORD("kind", 0, REC_NOWHERE, namespace_name), SHOWN("device", COUNT, 8, 0), SHOWN("inode", COUNT, 8, 8),
};
static const struct rec_field term_rows[] = {
    SHOWN("tag", COUNT, 8, 0), WORD("name", 8, 0, term_word), SHOWN("value", COUNT, 8, 8),
};
static const struct rec_field thread_rows[] = { SHOWN("pid", SIGNED, 8, 0), SHOWN("comm", TEXT_END, 16, 8) };
static const struct rec_field id_rows[] = {
    SHOWN("id", COUNT, 8, 0), SHOWN("index", COUNT, 8, 8), SHOWN("cpu", SIGNED, 8, 16), SHOWN("tid", SIGNED, 8, 24),
};
static const struct rec_field guest_rows[] = { SHOWN("machine_pid", COUNT, 8, 0), SHOWN("vcpu", COUNT, 8, 8) };
static const struct rec_field variable_rows[] = { SHOWN("key", TEXT_END, 64, 0), SHOWN("value", TEXT_END, 256, 64) };

static const struct rec_layout
    links = { link_rows, COUNT_OF(link_rows), 16, " {kind} {device}/{inode:x}" },
    terms = { term_rows, COUNT_OF(term_rows), 16, "{name} {value}" },
    threads = { thread_rows, COUNT_OF(thread_rows), 24, " {pid}{comm? }{comm}" },
    ids = { id_rows, COUNT_OF(id_rows), 32, " {id} idx {index} cpu {cpu} tid {tid}" },
    guests = { guest_rows, COUNT_OF(guest_rows), 16, NULL },
    variables = { variable_rows, COUNT_OF(variable_rows), 64 + 256, " {key}={value}" };

/* ---- the kernel's records ---- */

static const struct rec_layout mmap = LAYOUT(
    "{pid}/{tid} [{start}({length}) @ {offset}]: {#prot&1?r|-}{#prot&2?w|-}{#prot&4?x|-}p {path}",
    KEPT("pid", SIGNED, 0, mmap.pid), KEPT("tid", SIGNED, 4, mmap.tid), KEPT("start", HEX, 8, mmap.start),
    KEPT("length", HEX, 16, mmap.len), KEPT("offset", HEX, 24, mmap.pgoff),
    MISC("data", PERF_RECORD_MISC_MMAP_DATA, mmap.is_data), NAME("path", 32, mmap.filename), OWN("#prot", HEX, mmap.prot));

static const struct rec_layout mmap2 = LAYOUT(
    "{pid}/{tid} [{start}({length}) @ {offset}{#of}]: {prot&1?r|-}{prot&2?w|-}{prot&4?x|-}{flags&1?s|p} {path}",
    KEPT("pid", SIGNED, 0, mmap.pid), KEPT("tid", SIGNED, 4, mmap.tid), KEPT("start", HEX, 8, mmap.start),
    KEPT("length", HEX, 16, mmap.len), KEPT("offset", HEX, 24, mmap.pgoff), KEPT("major", COUNT, 32, mmap.maj),
    KEPT("minor", COUNT, 36, mmap.min), KEPT("inode", COUNT, 40, mmap.ino),
    KEPT("inode_generation", COUNT, 48, mmap.ino_generation), OWN("build_id", BUILD_ID, mmap.build_id),
    KEPT("prot", HEX, 56, mmap.prot), KEPT("flags", HEX, 60, mmap.flags),
    MISC("data", PERF_RECORD_MISC_MMAP_DATA, mmap.is_data), NAME("path", 64, mmap.filename),
    OWN("#id", COUNT, mmap.build_id.n),
    PART("#of", REC_NOWHERE, 15, { 0, TEXT_ONLY(" {major:2x}:{minor:2x} {inode} {inode_generation}") },
         { REC_ELSE, TEXT_ONLY(" <{build_id}>") }));

static const struct rec_layout lost = LAYOUT("lost {lost}, id {id}", KEPT("id", COUNT, 0, lost.id), KEPT("lost", COUNT, 8, lost.lost));
static const struct rec_layout lost_samples = LAYOUT("lost {lost}, id 0", KEPT("lost", COUNT, 0, lost.lost));
static const struct rec_layout comm = LAYOUT("{pid}/{tid}{exec? exec}: {comm}",
    KEPT("pid", SIGNED, 0, comm.pid), KEPT("tid", SIGNED, 4, comm.tid), NAME("comm", 8, comm.comm),
    MISC("exec", PERF_RECORD_MISC_COMM_EXEC, comm.exec));
static const struct rec_layout task = LAYOUT("({pid}:{tid}):({ppid}:{ptid})",
    KEPT("pid", SIGNED, 0, task.pid), KEPT("tid", SIGNED, 8, task.tid), KEPT("ppid", SIGNED, 4, task.ppid),
    KEPT("ptid", SIGNED, 12, task.ptid), KEPT("when", TIME, 16, task.time));
static const struct rec_layout throttle = LAYOUT("id {id}, stream {stream_id}",
    KEPT("when", TIME, 0, throttle.time), KEPT("id", COUNT, 8, throttle.id), KEPT("stream_id", COUNT, 16, throttle.stream_id));
static const struct rec_layout read_ = LAYOUT("{pid}/{tid}, {read#} bytes of counters",
    KEPT("pid", SIGNED, 0, read.pid), KEPT("tid", SIGNED, 4, read.tid),
    { "read", REC_COUNTERS, 0, 8, offsetof(struct record, read.values), .mask = 0 });
static const struct rec_layout aux = LAYOUT(
    "offset {offset}, size {size:x}, flags {flags}{flags&1? truncated}{flags&2? overwrite}{flags&4? partial}{flags&8? collision}",
    KEPT("offset", HEX, 0, aux.offset), KEPT("size", COUNT, 8, aux.size), KEPT("flags", HEX, 16, aux.flags));
static const struct rec_layout itrace_start = LAYOUT("{pid}/{tid}",
    KEPT("pid", SIGNED, 0, itrace_start.pid), KEPT("tid", SIGNED, 4, itrace_start.tid));
static const struct rec_layout switch_ = LAYOUT("{out?OUT|IN}", MISC("out", PERF_RECORD_MISC_SWITCH_OUT, context_switch.out));
static const struct rec_layout switch_cpu_wide = LAYOUT("{out?OUT next|IN prev} pid/tid: {other_pid}/{other_tid}",
    MISC("out", PERF_RECORD_MISC_SWITCH_OUT, context_switch.out), KEPT("other_pid", SIGNED, 0, context_switch.other_pid),
    KEPT("other_tid", SIGNED, 4, context_switch.other_tid));
static const struct rec_layout namespaces = LAYOUT("{pid}/{tid}{namespaces}",
    KEPT("pid", SIGNED, 0, namespaces.pid), KEPT("tid", SIGNED, 4, namespaces.tid), KEPT("#n", COUNT, 8, namespaces.n),
    LIST("namespaces", 16, namespaces.links, 3, &links, .most = 0));
static const struct rec_layout ksymbol = LAYOUT("addr {address} len {length} type {kind} flags {flags} name {name}",
    KEPT("address", HEX, 0, ksymbol.addr), KEPT("length", COUNT, 8, ksymbol.len), KEPT("kind", COUNT, 12, ksymbol.kind),
    KEPT("flags", HEX, 14, ksymbol.flags), NAME("name", 16, ksymbol.name));
static const struct rec_layout bpf_event = LAYOUT("type {kind} flags {flags} id {id} tag {tag}",
    KEPT("kind", COUNT, 0, bpf_event.kind), KEPT("flags", HEX, 2, bpf_event.flags), KEPT("id", COUNT, 4, bpf_event.id),
    { "tag", REC_BYTES, 8, 8, offsetof(struct record, bpf_event.tag), .mask = 0 });
static const struct rec_layout cgroup = LAYOUT("{id} {path}", KEPT("id", COUNT, 0, cgroup.id), NAME("path", 8, cgroup.path));
static const struct rec_layout text_poke = LAYOUT("{address} old {old} new {new}",
    KEPT("address", HEX, 0, text_poke.addr), SHOWN("#old", COUNT, 2, 8), SHOWN("#new", COUNT, 2, 10),
    { "old", REC_BYTES, 0, 12, offsetof(struct record, text_poke.old_bytes), .count = 2 },
    { "new", REC_BYTES, 0, REC_NEXT, offsetof(struct record, text_poke.new_bytes), .count = 3 });
static const struct rec_layout aux_output = LAYOUT("hw_id {hw_id}", KEPT("hw_id", HEX, 0, aux_output.hw_id));
static const struct rec_layout deferred = LAYOUT("cookie {cookie}, chain {#n}{chain?:}{chain}",
    KEPT("cookie", HEX, 0, deferred.cookie), KEPT("#n", COUNT, 8, deferred.n),
    LIST("chain", 16, deferred.ips, 2, &addresses, .most = 0));

/* ---- perf's own records; the text has only the beginning of long lists ---- */

enum { LIST_SHOWN = 8, CPUS_SHOWN = 16, BYTES_SHOWN = 16, PROGRAM_MOST = 512 /* KSYM_NAME_LEN */ };

static const struct rec_layout attr = LAYOUT("{attr}, {ids#} ids{ids?:}{ids}",
    SHOWN("attr", ATTR, 0, 0), LIST_SHOWN("ids", REC_NEXT, 0, &numbers, .most = LIST_SHOWN));
static const struct rec_layout event_type = LAYOUT("config {config} name {name}",
    SHOWN("config", HEX, 8, 0), SHOWN("name", TEXT_END, 64, 8));
static const struct rec_layout tracing_data = LAYOUT("{size} bytes follow", SHOWN("size", COUNT, 4, 0));
static const struct rec_layout build_id = LAYOUT("{build_id} {pid} {path}",
    KEPT("pid", SIGNED, 0, build_id.pid), OWN("build_id", BUILD_ID, build_id.id), NAME("path", 28, build_id.path));
static const struct rec_layout id_index = LAYOUT("{#n} ids{ids?:}{ids}",
    SHOWN("#n", COUNT, 8, 0), LIST("ids", 8, id_index.ids, 1, &ids, .most = LIST_SHOWN, .comma = ",",
                                   .beside = offsetof(struct record, id_index.guests), .other = &guests));
static const struct rec_layout auxtrace_info = LAYOUT("type {kind} {#kind}, {private#} words{private?:}{private}",
    SHOWN("kind", COUNT, 4, 0), WORD("#kind", 4, 0, auxtrace_word), SHOWN("#reserved", COUNT, 4, 4),
    LIST_SHOWN("private", 8, 0, &words, .most = LIST_SHOWN));
static const struct rec_layout auxtrace = LAYOUT("size {size:x} offset {offset} ref {reference} idx {index} tid {tid} cpu {cpu}",
    KEPT("size", COUNT, 0, auxtrace.size), KEPT("offset", HEX, 8, auxtrace.offset), KEPT("reference", HEX, 16, auxtrace.reference),
    KEPT("index", COUNT, 24, auxtrace.idx), KEPT("tid", SIGNED, 28, auxtrace.tid), KEPT("cpu", SIGNED, 32, auxtrace.cpu));

/* Format 0 has no time. The machine was added last (format 2). */
static const struct rec_layout error_machine = LAYOUT(" machine {machine_pid} vcpu {vcpu}",
    SHOWN("machine_pid", SIGNED, 4, 0), SHOWN("vcpu", SIGNED, 4, 4));
static const struct rec_layout error_untimed = LAYOUT(" {message}", SHOWN("message", TEXT_END, 64, 0));
static const struct rec_layout error_timed = LAYOUT(" time {when} {message}",
    SHOWN("when", TIME, 8, 0), SHOWN("message", TEXT_END, 64, 8));
static const struct rec_layout error_guest = LAYOUT(" time {when} {message}{#machine}",
    SHOWN("when", TIME, 8, 0), SHOWN("message", TEXT_END, 64, 8),
    { "#machine", REC_PART, 0, REC_NEXT, .least = 8, .parts = (const struct rec_part[]){ { REC_ELSE, &error_machine } } });
static const struct rec_layout auxtrace_error = LAYOUT("type {kind} {#kind} code {code} cpu {cpu} pid/tid: {pid}/{tid} ip {ip}{#rest}",
    SHOWN("kind", COUNT, 4, 0), WORD("#kind", 4, 0, auxtrace_error_word), SHOWN("code", COUNT, 4, 4),
    SHOWN("cpu", SIGNED, 4, 8), SHOWN("pid", SIGNED, 4, 12), SHOWN("tid", SIGNED, 4, 16), SHOWN("format", COUNT, 4, 20),
    SHOWN("ip", HEX, 8, 24), PART("#rest", 32, 7, { 0, &error_untimed }, { 1, &error_timed }, { REC_ELSE, &error_guest }));

static const struct rec_layout thread_map = LAYOUT("{#n} threads{threads?:}{threads}",
    KEPT("#n", COUNT, 0, thread_map.n), LIST("threads", 8, thread_map.threads, 1, &threads, .most = LIST_SHOWN, .comma = ","));

/* The struct is packed: nothing in it is aligned, except words of 8 bytes. */
static const struct rec_layout cpu_list = LAYOUT("{cpus#} cpus{cpus?:}{cpus}",
    SHOWN("#n", COUNT, 2, 0), LIST_SHOWN("cpus", 2, 1, &cpus, .most = CPUS_SHOWN));
static const struct rec_layout mask_of_4 = LAYOUT("mask{mask}",
    SHOWN("#n", COUNT, 2, 0), LIST_SHOWN("mask", 4, 1, &words_of_4, .most = LIST_SHOWN));
static const struct rec_layout mask_of_8 = LAYOUT("mask{mask}",
    SHOWN("#n", COUNT, 2, 0), LIST_SHOWN("mask", 8, 1, &words, .most = LIST_SHOWN));
static const struct rec_layout mask_of_none = LAYOUT("mask of {word_bytes}-byte words",
    SHOWN("#n", COUNT, 0, 0), LIST_SHOWN("mask", 4, 1, &words, .most = 0));
static const struct rec_layout cpu_mask = LAYOUT("{#mask}",
    SHOWN("word_bytes", COUNT, 2, 2), PART("#mask", 0, 1, { 4, &mask_of_4 }, { 8, &mask_of_8 }, { REC_ELSE, &mask_of_none }));
static const struct rec_layout cpu_range = LAYOUT("cpus {first}-{last}{any? and any}",
    SHOWN("any", FLAG, 1, 0), SHOWN("first", COUNT, 2, 2), SHOWN("last", COUNT, 2, 4));
static const struct rec_layout cpu_map = LAYOUT("{#map}",
    SHOWN("kind", COUNT, 2, 0), PART("#map", 2, 1, { CPU_MAP_CPUS, &cpu_list }, { CPU_MAP_MASK, &cpu_mask },
                                     { CPU_MAP_RANGE, &cpu_range }, { REC_ELSE, TEXT_ONLY("type {kind}") }));

static const struct rec_layout update_unit = LAYOUT("{unit}", SHOWN("unit", TEXT, 0, 0));
static const struct rec_layout update_scale = LAYOUT("{scale}", SHOWN("scale", FLOAT, 8, 0));
static const struct rec_layout update_name = LAYOUT("{name}", SHOWN("name", TEXT, 0, 0));
static const struct rec_layout update_cpus = LAYOUT("{cpus}", PART("cpus", 0, 0, { REC_ELSE, &cpu_map }));
static const struct rec_layout event_update = LAYOUT("id {id} {#kind} {#what}",
    SHOWN("kind", COUNT, 8, 0), SHOWN("id", COUNT, 8, 8), WORD("#kind", 8, 0, update_word),
    PART("#what", 16, 1, { UPDATE_UNIT, &update_unit }, { UPDATE_SCALE, &update_scale }, { UPDATE_NAME, &update_name },
         { UPDATE_CPUS, &update_cpus }, { REC_ELSE, TEXT_ONLY("{kind}") }));

static const struct rec_layout stat_config = LAYOUT("{terms}",
    KEPT("#n", COUNT, 0, stat_config.n), LIST("terms", 8, stat_config.terms, 1, &terms, .most = LIST_SHOWN, .comma = ", "));
static const struct rec_layout stat = LAYOUT("id {id} cpu {cpu} thread {thread} value {value} enabled {enabled} running {running}",
    KEPT("id", COUNT, 0, stat.id), KEPT("cpu", SIGNED, 8, stat.cpu), KEPT("thread", SIGNED, 12, stat.thread),
    KEPT("value", COUNT, 16, stat.value), KEPT("enabled", COUNT, 24, stat.enabled), KEPT("running", COUNT, 32, stat.running));
static const struct rec_layout stat_round = LAYOUT("{#kind} {when}",
    KEPT("kind", COUNT, 0, stat_round.kind), WORD("#kind", 8, 0, round_word), KEPT("when", TIME, 8, stat_round.time));

/* The last four fields were added later (perf 5.10). */
static const struct rec_layout time_cycles = LAYOUT(
    " cycles {cycles} mask {mask} user_time_zero {user_time_zero} user_time_short {user_time_short}",
    SHOWN("cycles", COUNT, 8, 0), SHOWN("mask", HEX, 8, 8), SHOWN("user_time_zero", FLAG, 1, 16), SHOWN("user_time_short", FLAG, 1, 17));
static const struct rec_layout time_conv = LAYOUT("shift {shift} mult {mult} zero {zero}{#cycles}",
    SHOWN("shift", COUNT, 8, 0), SHOWN("mult", COUNT, 8, 8), SHOWN("zero", COUNT, 8, 16),
    { "#cycles", REC_PART, 0, 24, .least = 18, .parts = (const struct rec_part[]){ { REC_ELSE, &time_cycles } } });

static const struct rec_layout feature = LAYOUT("{bit}{#what}",
    SHOWN("bit", COUNT, 8, 0), WORD("name", 8, 0, feature_word), SHOWN("size", SIZE, 0, REC_NEXT),
    PART("#what", REC_NOWHERE, 3, { 0, TEXT_ONLY(": the end of the features") },
         { REC_ELSE, TEXT_ONLY(" {name}, {size} bytes") }));
static const struct rec_layout bpf_metadata = LAYOUT("{program}{variables}",
    SHOWN("program", TEXT_END, PROGRAM_MOST, 0), SHOWN("#n", COUNT, 8, PROGRAM_MOST),
    LIST_SHOWN("variables", REC_NEXT, 2, &variables, .most = LIST_SHOWN));

/* For types that are unknown, or are not used here: their size and their first bytes. */
const struct rec_layout rec_unknown = LAYOUT("{bytes#} bytes{bytes?: }{bytes}",
    { "bytes", REC_BYTES, 0, 0, .to = 0, .most = BYTES_SHOWN });
// clang-format on

/* ---- fields that rows cannot describe ---- */

/* The prot for records without one: PROT_READ, and PROT_EXEC unless they map data. */
static uint32_t usual_prot(const struct record *r)
{
    if (r->mmap.is_data)
        return 1;
    return 5;
}

static bool mend_mmap(struct span body UNUSED, struct record *r, bool whole)
{
    r->mmap.prot = usual_prot(r);
    return whole;
}

enum { MMAP2_ID = 32, MMAP2_PROT = 56, PROT_AND_FLAGS = 8 };

/* The kernel and the perf of RHEL 7.0 (3.10.0-123) write MMAP2 as Linux 3.12 did: the name follows
   ino_generation, without prot and flags between them. If the name has fewer than eight bytes, the
   record's size shows that there is no room for all three. Otherwise the eight bytes are part of the name,
   and none of them is 0. But prot, of which only three bits are used, always has zero bytes. Names are
   padded to eight bytes, and the size is compared with the padded name. */
static bool mend_mmap2_early(struct span name, struct record *r)
{
    const uint8_t *nul = memchr(name.p, 0, name.n);
    r->mmap.prot = usual_prot(r);
    r->mmap.flags = 0;
    r->mmap.filename = "";
    if (!nul)
        return false;
    r->mmap.filename = (const char *)name.p;
    return name.n - (size_t)(nul - name.p) <= PROT_AND_FLAGS;
}

static bool lacks_prot(struct span left)
{
    if (left.n <= PROT_AND_FLAGS)
        return left.n && *left.p >= ' ';
    return !memchr(left.p, 0, PROT_AND_FLAGS);
}

static bool mend_mmap2(struct span body, struct record *r, bool whole)
{
    if (body.n < MMAP2_PROT)
        return false;
    if (r->misc & PERF_RECORD_MISC_MMAP_BUILD_ID) { /* 24 single bytes, which have no byte order */
        const uint8_t *id = body.p + MMAP2_ID;
        r->mmap.maj = r->mmap.min = 0;
        r->mmap.ino = r->mmap.ino_generation = 0;
        if (id[0] <= sizeof(r->mmap.build_id.bytes))
            r->mmap.build_id.n = id[0];
        else
            r->mmap.build_id.n = 0;
        memcpy(r->mmap.build_id.bytes, id + 4, r->mmap.build_id.n);
        return whole;
    }
    const struct span left = { body.p + MMAP2_PROT, body.n - MMAP2_PROT };
    if (lacks_prot(left))
        return mend_mmap2_early(left, r);
    return whole;
}

/* A build-id is 20 bytes, its size, padding. */
static bool mend_build_id(struct span body, struct record *r, bool whole)
{
    enum { ID = 4, SIZE = 24 };
    struct build_id *id = &r->build_id.id;
    if (!whole)
        return false;
    r->build_id.misc = r->misc;
    id->n = sizeof(id->bytes);
    if (r->misc & PERF_RECORD_MISC_BUILD_ID_SIZE && body.p[SIZE] <= sizeof(id->bytes))
        id->n = body.p[SIZE];
    memcpy(id->bytes, body.p + ID, id->n);
    return true;
}

/* Takes the entries that are inside the record. perf inject --guest-data writes other entries after them. */
static bool mend_id_index(struct span body, struct record *r, bool whole UNUSED)
{
    struct cur c = cur_of(body, r->order);
    uint64_t stated = cur_u64(&c), fit = c.left / ids.size;
    r->id_index.n = stated < fit ? stated : fit;
    r->id_index.ids = cur_take(&c, r->id_index.n * ids.size);
    if (stated <= c.left / guests.size)
        r->id_index.guests = cur_take(&c, stated * guests.size);
    return !c.bad;
}

// clang-format off
enum { KERNEL = REC_KEPT | REC_TRAILER, GROWING = KERNEL | REC_GROWS };

static const struct rec_desc rec_descs[] = {
    { PERF_RECORD_MMAP,                "MMAP",               &mmap,            mend_mmap,     KERNEL   },
    { PERF_RECORD_LOST,                "LOST",               &lost,            NULL,          KERNEL   },
    { PERF_RECORD_COMM,                "COMM",               &comm,            NULL,          KERNEL   },
    { PERF_RECORD_EXIT,                "EXIT",               &task,            NULL,          KERNEL   },
    { PERF_RECORD_THROTTLE,            "THROTTLE",           &throttle,        NULL,          KERNEL   },
    { PERF_RECORD_UNTHROTTLE,          "UNTHROTTLE",         &throttle,        NULL,          KERNEL   },
    { PERF_RECORD_FORK,                "FORK",               &task,            NULL,          KERNEL   },
    { PERF_RECORD_READ,                "READ",               &read_,           NULL,          KERNEL   },
    { PERF_RECORD_SAMPLE,              "SAMPLE",             NULL,             NULL,          0        },
    { PERF_RECORD_MMAP2,               "MMAP2",              &mmap2,           mend_mmap2,    KERNEL   },
    { PERF_RECORD_AUX,                 "AUX",                &aux,             NULL,          KERNEL   },
    { PERF_RECORD_ITRACE_START,        "ITRACE_START",       &itrace_start,    NULL,          KERNEL   },
    { PERF_RECORD_LOST_SAMPLES,        "LOST_SAMPLES",       &lost_samples,    NULL,          KERNEL   },
    { PERF_RECORD_SWITCH,              "SWITCH",             &switch_,         NULL,          KERNEL   },
    { PERF_RECORD_SWITCH_CPU_WIDE,     "SWITCH_CPU_WIDE",    &switch_cpu_wide, NULL,          KERNEL   },
    { PERF_RECORD_NAMESPACES,          "NAMESPACES",         &namespaces,      NULL,          KERNEL   },
    { PERF_RECORD_KSYMBOL,             "KSYMBOL",            &ksymbol,         NULL,          GROWING  },
    { PERF_RECORD_BPF_EVENT,           "BPF_EVENT",          &bpf_event,       NULL,          GROWING  },
    { PERF_RECORD_CGROUP,              "CGROUP",             &cgroup,          NULL,          KERNEL   },
    { PERF_RECORD_TEXT_POKE,           "TEXT_POKE",          &text_poke,       NULL,          GROWING  },
    { PERF_RECORD_AUX_OUTPUT_HW_ID,    "AUX_OUTPUT_HW_ID",   &aux_output,      NULL,          KERNEL   },
    { PERF_RECORD_CALLCHAIN_DEFERRED,  "CALLCHAIN_DEFERRED", &deferred,        NULL,          KERNEL   },
    { PERF_RECORD_HEADER_ATTR,         "ATTR",               &attr,            NULL,          0        },
    { PERF_RECORD_HEADER_EVENT_TYPE,   "EVENT_TYPE",         &event_type,      NULL,          0        },
    { PERF_RECORD_HEADER_TRACING_DATA, "TRACING_DATA",       &tracing_data,    NULL,          0        },
    { PERF_RECORD_HEADER_BUILD_ID,     "BUILD_ID",           &build_id,        mend_build_id, REC_KEPT },
    { PERF_RECORD_FINISHED_ROUND,      "FINISHED_ROUND",     NULL,             NULL,          0        },
    { PERF_RECORD_ID_INDEX,            "ID_INDEX",           &id_index,        mend_id_index, REC_KEPT },
    { PERF_RECORD_AUXTRACE_INFO,       "AUXTRACE_INFO",      &auxtrace_info,   NULL,          0        },
    { PERF_RECORD_AUXTRACE,            "AUXTRACE",           &auxtrace,        NULL,          REC_KEPT },
    { PERF_RECORD_AUXTRACE_ERROR,      "AUXTRACE_ERROR",     &auxtrace_error,  NULL,          0        },
    { PERF_RECORD_THREAD_MAP,          "THREAD_MAP",         &thread_map,      NULL,          REC_KEPT },
    { PERF_RECORD_CPU_MAP,             "CPU_MAP",            &cpu_map,         NULL,          0        },
    { PERF_RECORD_STAT_CONFIG,         "STAT_CONFIG",        &stat_config,     NULL,          REC_KEPT },
    { PERF_RECORD_STAT,                "STAT",               &stat,            NULL,          REC_KEPT },
    { PERF_RECORD_STAT_ROUND,          "STAT_ROUND",         &stat_round,      NULL,          REC_KEPT },
    { PERF_RECORD_EVENT_UPDATE,        "EVENT_UPDATE",       &event_update,    NULL,          0        },
    { PERF_RECORD_TIME_CONV,           "TIME_CONV",          &time_conv,       NULL,          0        },
    { PERF_RECORD_HEADER_FEATURE,      "FEATURE",            &feature,         NULL,          0        },
    { PERF_RECORD_COMPRESSED,          "COMPRESSED",         NULL,             NULL,          0        },
    { PERF_RECORD_FINISHED_INIT,       "FINISHED_INIT",      NULL,             NULL,          0        },
    { PERF_RECORD_COMPRESSED2,         "COMPRESSED2",        NULL,             NULL,          0        },
    { PERF_RECORD_BPF_METADATA,        "BPF_METADATA",       &bpf_metadata,    NULL,          0        },
    { PERF_RECORD_SCHEDSTAT_CPU,       "SCHEDSTAT_CPU",      &rec_unknown,     NULL,          0        },
    { PERF_RECORD_SCHEDSTAT_DOMAIN,    "SCHEDSTAT_DOMAIN",   &rec_unknown,     NULL,          0        },
    /* In pipes of perf 3.3 and before each header feature was a record type (pipe.c). The types here are
       Perfolio's own. */
#define LEGACY(bit, name)     { PERF_RECORD_LEGACY_FEATURE + (bit), "L_" name, &rec_unknown, NULL, 0 }
    LEGACY(3, "HOSTNAME"), LEGACY(4, "OSRELEASE"), LEGACY(5, "VERSION"), LEGACY(6, "ARCH"), LEGACY(7, "NRCPUS"),
    LEGACY(8, "CPUDESC"), LEGACY(9, "CPUID"), LEGACY(10, "TOTAL_MEM"), LEGACY(11, "CMDLINE"),
    LEGACY(12, "EVENT_DESC"), LEGACY(13, "CPU_TOPOLOGY"), LEGACY(14, "NUMA_TOPOLOGY"),
    /* simpleperf's own records (Android, simpleperf/record.h) */
#define SIMPLEPERF(name)      { SIMPLE_PERF_RECORD_##name, "SIMPLEPERF_" #name, &rec_unknown, NULL, 0 }
    SIMPLEPERF(KERNEL_SYMBOL), SIMPLEPERF(DSO), SIMPLEPERF(SYMBOL), SIMPLEPERF(SPLIT), SIMPLEPERF(SPLIT_END),
    SIMPLEPERF(EVENT_ID), SIMPLEPERF(CALLCHAIN), SIMPLEPERF(UNWINDING_RESULT), SIMPLEPERF(TRACING_DATA),
};

/* The runs of consecutive types in rec_descs. With them the row of a type is found without a search. */
static const struct {
    uint32_t first, n;
} runs[] = {
    { PERF_RECORD_MMAP, PERF_RECORD_KERNEL_END - PERF_RECORD_MMAP },
    { PERF_RECORD_HEADER_ATTR, PERF_RECORD_USER_END - PERF_RECORD_HEADER_ATTR },
    { PERF_RECORD_LEGACY_FEATURE + 3, 12 },
    { SIMPLE_PERF_RECORD_KERNEL_SYMBOL, 9 },
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
    if (kind < COUNT(rec_descs))
        return &rec_descs[kind];
    return NULL;
}

const struct rec_desc *record_desc_of(uint32_t type)
{
    return record_desc_at(record_kind_of(type));
}

bool record_is_strange(uint32_t type, size_t size)
{
    const bool of_kernel = type < PERF_RECORD_HEADER_ATTR && type != PERF_RECORD_SAMPLE;
    return (of_kernel && size % 8) || !record_desc_of(type);
}
