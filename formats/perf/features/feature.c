/*
 * feature: the one table of header features (perf.data-file-format.txt, util/header.c): the name of each bit,
 * its fields, which of them are stored in the capture, and how they are shown. To add a feature, add a row
 * here. If rows of fields cannot describe it, add functions to the matching file of features/. open.c reads
 * the rest of the header.
 *
 * Features are shown from their bytes, which the capture owns. So only values that other folders need are
 * decoded into the capture.
 */
#include "formats/perf/features/feature.h"

#include <inttypes.h>

#include "formats/perf/features/feature_rows.h"
#include "formats/perf/fields/record_fields.h"

struct feature_row {
    const char *name;
    const struct rec_layout *fields; /* its fields, and how they are shown; NULL: functions do both      */
    feature_reader *read;            /* reads it into the capture; NULL: the fields that are KEPT are    */
    feature_shower *show;            /* shows it; NULL: as `fields` do, and nothing if that is NULL, too */
    bool full_only;                  /* shown only with -I; else one line says that the capture has it   */
};

/* The last feature that perf 6.1 knows. Like perf 6.1, the output lists no later features as missing. */
enum { LAST_OF_PERF_6_1 = 31 };

static const char *compression(uint64_t type)
{
    if (type == 1) /* PERF_COMP_ZSTD */
        return "Zstd";
    return "Unknown";
}

// clang-format off
/* ---- features that rows describe: numbers and strings, front to back, and lists of them ---- */

#define FIELDS(text_, ...) \
    &(const struct rec_layout){ .rows = (const struct rec_field[]){ __VA_ARGS__ }, \
                                .n = COUNT(((const struct rec_field[]){ __VA_ARGS__ })), .text = text_ }
#define U32(name)           { name, REC_COUNT, 4, REC_NEXT, .to = 0 }
#define U64(name)           { name, REC_COUNT, 8, REC_NEXT, .to = 0 }
#define STRING(name)        { name, REC_STRING, 0, REC_NEXT, .to = 0 }
#define CSTR(name)          { name, REC_TEXT, 0, REC_NEXT, .to = 0 }
#define ENV(member)         offsetof(struct capture, env.member)
#define KEPT(name, kind, member) \
    { name, REC_##kind, sizeof(((struct env *)0)->member), REC_NEXT, ENV(member), .mask = 0 }
/* A list whose number of entries is in row `count`. */
#define LIST(name, count_, comma_, ...) { name, REC_LIST, 0, REC_NEXT, .count = count_, .comma = comma_, .of = FIELDS(__VA_ARGS__) }
#define NOTHING(text_)      &(const struct rec_layout){ .text = text_ }

#define CAPS LIST("caps", 1, ", ", "{name}={value}", STRING("name"), STRING("value"))

/* Scheduling domains, written by `perf sched stats` (perf 7.0). They have names since version 17. */
#define DOMAINS(text, ...)                                                                                   \
    FIELDS("{cpus}", LIST("cpus", 0, NULL, "# cpu\t\t: {cpu}\n# nr_domains\t: {#n}\n{domains}", U32("cpu"), U32("#n"), \
        LIST("domains", 2, NULL, "# Domain\t\t: {domain}\n" text "# Domain cpu map   : {map}\n# Domain cpu list  : {list}\n", \
             U32("domain"), __VA_ARGS__)))
#define UNNAMED DOMAINS("", STRING("map"), STRING("list"))
static const struct rec_part domains[] = {
    { 15, UNNAMED }, { 16, UNNAMED },
    { REC_ELSE, DOMAINS("# Domain name      : {name}\n", STRING("name"), STRING("map"), STRING("list")) },
};

static const struct feature_row rows[] = { /* HEADER_*, util/header.h */
    [1]  = { "TRACING_DATA", NULL,    NULL,              NULL,                 false },
    [2]  = { "BUILD_ID", NULL,        read_build_ids,    NULL,                 false },
    [3]  = { "HOSTNAME", FIELDS("# hostname : {s}\n", KEPT("s", STRING, hostname)), NULL, NULL, false },
    [4]  = { "OSRELEASE", FIELDS("# os release : {s}\n", KEPT("s", STRING, release)), NULL, NULL, false },
    [5]  = { "VERSION", FIELDS("# perf version : {s}\n", KEPT("s", STRING, version)), NULL, NULL, false },
    [6]  = { "ARCH", FIELDS("# arch : {s}\n", STRING("s")), read_arch, NULL, false },
    [7]  = { "NRCPUS", FIELDS("# nrcpus online : {online}\n# nrcpus avail : {available}\n",
               KEPT("available", COUNT, cpus_available), KEPT("online", COUNT, cpus_online)), NULL, NULL, false },
    [8]  = { "CPUDESC", FIELDS("# cpudesc : {s}\n", KEPT("s", STRING, cpudesc)), NULL, NULL, false },
    [9]  = { "CPUID", FIELDS("# cpuid : {s}\n", KEPT("s", STRING, cpuid)), NULL, NULL, false },
    [10] = { "TOTAL_MEM", FIELDS("# total memory : {kb} kB\n", KEPT("kb", COUNT, total_mem_kb)), NULL, NULL, false },
    [11] = { "CMDLINE", NULL,         read_cmdline,      show_cmdline,         false },
    [12] = { "EVENT_DESC", NULL,      read_event_desc,   show_event_desc,      false },
    [13] = { "CPU_TOPOLOGY", NULL,    read_cpu_topology, show_cpu_topology,    true  },
    [14] = { "NUMA_TOPOLOGY", FIELDS("{nodes}", U32("#n"), LIST("nodes", 1, NULL,
               "# node{node} meminfo  : total = {total} kB, free = {free} kB\n# node{node} cpu list : {cpus?|-1}{cpus}\n",
               U32("node"), U64("total"), U64("free"), STRING("cpus"))), read_numa, NULL, true },
    [15] = { "BRANCH_STACK", NOTHING("# contains samples with branch stack\n"), NULL, NULL, false },
    [16] = { "PMU_MAPPINGS", FIELDS("# pmu mappings: {pmus}{#n?\n|not available\n}", U32("#n"),
               LIST("pmus", 1, ", ", "{name} = {type}", U32("type"), STRING("name"))), NULL, NULL, false },
    [17] = { "GROUP_DESC", NULL,      read_group_desc,   show_group_desc,      false },
    [18] = { "AUXTRACE", NOTHING("# contains AUX area data (e.g. instruction trace)\n"), NULL, NULL, false },
    [19] = { "STAT", NOTHING("# contains stat data\n"), NULL, NULL, false },
    [20] = { "CACHE", FIELDS("# CPU cache info:\n{caches}", { "#version", REC_VERSION, 4, REC_NEXT, .mask = 1 }, U32("#n"), LIST("caches", 2, NULL, "#  L{level} {kind:-15} {size:8} [{cpus}]\n",
               { "level", REC_SIGNED, 4, REC_NEXT, .to = 0 }, U32("line"), U32("sets"), U32("ways"), STRING("kind"), STRING("size"),
               STRING("cpus"))), NULL, NULL, true },
    [21] = { "SAMPLE_TIME", FIELDS(NULL, KEPT("first", COUNT, first_time), KEPT("last", COUNT, last_time)), NULL, show_sample_time, false },
    [22] = { "MEM_TOPOLOGY", NULL,    NULL,              show_mem_topology,    true  },
    [23] = { "CLOCKID", NULL,         NULL,              show_clockid,         false },
    [24] = { "DIR_FORMAT", FIELDS("# directory data version : {version}\n", U64("version")), NULL, NULL, false },
    [25] = { "BPF_PROG_INFO", NULL,   NULL,              show_bpf_prog_info,   false },
    [26] = { "BPF_BTF", FIELDS("{types}", U32("#n"), LIST("types", 1, NULL, "# btf info of id {id}\n", U32("id"), STRING("btf"))), NULL, NULL, false },
    [27] = { "COMPRESSED", FIELDS("# compressed : {type}, level = {level}, ratio = {ratio}\n", U32("version"),
               { "type", REC_WORD, 4, REC_NEXT, .word = compression }, { "level", REC_SIGNED, 4, REC_NEXT, .to = 0 },
               { "ratio", REC_SIGNED, 4, REC_NEXT, .to = 0 }), NULL, NULL, false },
    [28] = { "CPU_PMU_CAPS", FIELDS("# cpu pmu capabilities: {caps}{#n?\n|not available\n}", U32("#n"), CAPS), NULL, NULL, false },
    [29] = { "CLOCK_DATA", NULL,      read_clock_data,   show_clock_data,      false },
    [30] = { "HYBRID_TOPOLOGY", FIELDS("# hybrid cpu system:\n{kinds}", U32("#n"),
               LIST("kinds", 1, NULL, "# {pmu} cpu list : {cpus}\n", STRING("pmu"), STRING("cpus"))), NULL, NULL, true },
    [31] = { "PMU_CAPS", FIELDS("{pmus}", U32("#n"), LIST("pmus", 1, NULL, "# {pmu} pmu capabilities: {caps}{#n?\n|not available\n}",
               U32("#n"), CAPS, STRING("pmu"))), NULL, NULL, false },
    [32] = { "CPU_DOMAIN_INFO", FIELDS("# schedstat version\t: {version}\n# Maximum sched domains\t: {most}\n{#domains}",
               U32("version"), U32("most"), { "#domains", REC_PART, 0, REC_NEXT, .count = 1, .parts = domains }), NULL, NULL, true },
    [33] = { "E_MACHINE", FIELDS("# e_machine : {machine}\n# e_flags : {flags}\n", U32("machine"), { "flags", REC_HEX, 4, REC_NEXT, .to = 0 }), read_e_machine, NULL, false },
    [34] = { "CLN_SIZE", FIELDS("# cache line size : {size}\n", U32("size")), NULL, NULL, false },
    /* simpleperf's own (Android, system/extras/simpleperf/record_file_format.h) */
    [128] = { "FILE", NULL,              read_simpleperf_files, show_simpleperf_files, false },
    [129] = { "META_INFO", FIELDS("{facts}", LIST("facts", 0, NULL, "# {key} : {value}\n", CSTR("key"), CSTR("value"))), read_meta_info, NULL, false },
    [130] = { "DEBUG_UNWIND", NULL,      NULL,                     show_simpleperf_bytes,    false },
    [131] = { "DEBUG_UNWIND_FILE", NULL, NULL,                     show_simpleperf_bytes,    false },
    [132] = { "FILE2", NULL,             read_simpleperf_files, show_simpleperf_files, false },
    [133] = { "ETM_BRANCH_LIST", NULL,   NULL,                     show_simpleperf_bytes,    false },
    [134] = { "INIT_MAP", NULL,          NULL,                     show_simpleperf_bytes,    false }, /* a stretch of records */
    /* hiperf's own (OpenHarmony, developtools_hiperf, include/perf_file_format.h) */
    [192] = { "HIPERF_FILES_SYMBOL", NULL,         read_hiperf_files, show_hiperf_files, false },
    [193] = { "HIPERF_WORKLOAD_CMD", NULL,         read_hiperf,       show_hiperf,       false },
    [194] = { "HIPERF_RECORD_TIME", NULL,          read_hiperf,       show_hiperf,       false },
    [195] = { "HIPERF_CPU_OFF", FIELDS("# cpu_off : {on}\n", U64("on")), NULL,  NULL, false },
    [196] = { "HIPERF_HM_DEVHOST", NULL,           read_hiperf,       show_hiperf,       false },
    [197] = { "HIPERF_FILES_UNISTACK_TABLE", NULL, read_hiperf,       show_hiperf,       false },
    [198] = { "HIPERF_ADD_COUNTER", NULL,          read_hiperf,       show_hiperf,       false },
};

// clang-format on

static const struct feature_row *feature_row_of(unsigned bit)
{
    if (bit < COUNT(rows) && rows[bit].name)
        return &rows[bit];
    return NULL;
}

const char *feature_name(unsigned bit)
{
    const struct feature_row *row = feature_row_of(bit);
    if (row)
        return row->name;
    return NULL;
}

/* Reads the stored fields into the capture, all of them or none. */
static void feature_keep(struct perfdata *p, const struct rec_layout *l, struct cur *c)
{
    struct capture read = { .env = p->capture.env };
    size_t kept = 0;
    for (size_t i = 0; i < l->n; i++) {
        const struct rec_field *f = &l->rows[i];
        void *to = (uint8_t *)&read + f->to;
        if (!f->to)
            continue;
        kept++;
        if (f->kind == REC_STRING)
            *(const char **)to = feature_string_kept(p, c);
        else if (f->width == sizeof(uint32_t))
            *(uint32_t *)to = cur_u32(c);
        else
            *(uint64_t *)to = cur_u64(c);
    }
    if (kept && !c->bad)
        p->capture.env = read.env;
}

void feature_read(struct perfdata *p, unsigned bit)
{
    const struct feature_row *row = feature_row_of(bit);
    struct feature_bytes *f = &p->features[bit];
    const uint64_t *bad = &p->capture.problems.of[PROBLEM_BAD_FEATURE].n, before = *bad;
    if (!feature_name(bit))
        problem_add(&p->capture.problems, PROBLEM_UNKNOWN_FEATURE, 1, "feature %u at 0x%" PRIx64, bit, f->at);
    if (!row || (!row->read && !row->fields))
        return;
    struct cur c = cur_of(f->s, p->capture.order);
    if (row->read)
        row->read(p, bit, &c);
    else
        feature_keep(p, row->fields, &c);
    if (c.bad)
        problem_add(&p->capture.problems, PROBLEM_BAD_FEATURE, 1, "%s at 0x%" PRIx64 ", %zu bytes", row->name,
                    f->at, f->s.n);
    f->bad = *bad > before;
}

static void feature_show(const struct perfdata *p, unsigned bit, bool full, struct text *out)
{
    const struct feature_row *row = feature_row_of(bit);
    const struct feature_bytes *f = &p->features[bit];
    if (!row)
        text_printf(out, "# unknown feature %u : %zu bytes\n", bit, f->s.n);
    else if (row->full_only && !full)
        text_printf(out, "# %s info available, use -I to display\n", row->name);
    else if (row->show || row->fields) {
        struct cur c = cur_of(f->s, p->capture.order);
        if (row->show)
            row->show(p, bit, &c, out);
        else
            c.bad = !record_bytes_text(row->fields, f->s, c.order, out);
        if (c.bad)
            text_printf(out, "# %s could not be read\n", row->name);
    }
}

/* Features whose values are checked. */
static const struct {
    unsigned bit;
    feature_checker *check;
} checks[] = { { 12, check_event_desc }, { 13, check_cpu_topology }, { 14, check_numa } };

bool feature_is_sound(const struct perfdata *p, unsigned bit)
{
    const struct feature_row *row = feature_row_of(bit);
    const struct feature_bytes *f = &p->features[bit];
    struct text unused = { 0 };
    struct cur c = cur_of(f->s, p->capture.order);
    bool sound = f->present && !f->bad;
    if (!sound || !row)
        return sound;
    if (row->show)
        row->show(p, bit, &c, &unused);
    else if (row->fields)
        c.bad = !record_bytes_text(row->fields, f->s, c.order, &unused);
    sound = !c.bad;
    text_free(&unused);
    for (size_t i = 0; sound && i < COUNT(checks); i++) {
        c = cur_of(f->s, p->capture.order);
        sound = checks[i].bit != bit || checks[i].check(p, &c);
    }
    return sound;
}

struct feature_lines {
    void (*see)(void *arg, const char *line);
    void *arg;
    struct text text; /* the lines of a feature */
};

/* Passes the collected lines to see(), each without its "# ". */
static void give(struct feature_lines *l)
{
    for (char *line = l->text.s, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (!strncmp(line, "# ", 2))
            line += 2;
        l->see(l->arg, line);
    }
    text_free(&l->text);
}

static void feature_show_all(const struct perfdata *p, bool full, struct feature_lines *out)
{
    for (unsigned bit = 1; bit < PERF_FEATURES; bit++)
        if (p->features[bit].present) {
            feature_show(p, bit, full, &out->text);
            give(out);
        }
}

static void feature_show_missing(const struct perfdata *p, struct feature_lines *out)
{
    text_add(&out->text, "# missing features: ");
    for (unsigned bit = 1; bit <= LAST_OF_PERF_6_1; bit++)
        if (!p->features[bit].present)
            text_printf(&out->text, "%s ", rows[bit].name);
    text_char(&out->text, '\n', 1);
    give(out);
}

void features_show(const struct capture *capture, bool full, void (*see)(void *arg, const char *line),
                   void *arg)
{
    const struct perfdata *p = perfdata_of_const(capture);
    struct feature_lines out = { .see = see, .arg = arg };
    uint64_t data_at = 0, data_size = 0;
    if (!capture->is_pipe)
        data_at = capture->data_at;
    if (!capture->is_pipe && !p->unfinished)
        data_size = capture->data_size;
    see(arg, NULL);
    text_printf(&out.text, "# header version : %u\n", p->version - 1);
    text_printf(&out.text, "# data offset    : %" PRIu64 "\n", data_at);
    text_printf(&out.text, "# data size      : %" PRIu64 "\n", data_size);
    text_printf(&out.text, "# feat offset    : %" PRIu64 "\n", data_at + data_size);
    give(&out);
    if (capture->is_pipe) /* perf prints the header of a stream before it reads the stream's features */
        see(arg, NULL);
    feature_show_all(p, full, &out);
    if (capture->is_pipe)
        return;
    feature_show_missing(p, &out);
    see(arg, NULL);
}

struct span feature_tracing(const struct capture *c)
{
    enum { TRACING_DATA = 1 };
    const struct perfdata *p = perfdata_of_const(c);
    if (p->features[TRACING_DATA].present)
        return p->features[TRACING_DATA].s;
    return p->tracing;
}
