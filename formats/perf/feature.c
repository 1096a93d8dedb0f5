/*
 * feature: the one table of header features (perf.data-file-format.txt, util/header.c): which bit is called
 * what, how it gets into the capture and how it is shown. To add a feature: a row here and its functions in
 * the feature_*.c they belong to. What stands in the file around the features is perfdata.c.
 *
 * Features are shown from their bytes, which the capture owns, so only what somebody else needs is decoded
 * into the capture.
 */
#include "formats/perf/feature.h"

#include <inttypes.h>

#include "formats/perf/feature_rows.h"

struct feature_row {
    const char *name;
    feature_reader *read; /* NULL: nothing of it goes into the capture                       */
    feature_shower *show; /* NULL: perf prints nothing for it                                */
    bool full_only;       /* shown with -I only; without it the header says that it is there */
};

/* The last feature that perf 6.1, whose text we keep, lists among the missing ones. */
enum { LAST_OF_PERF_6_1 = 31 };

// clang-format off
static const struct feature_row rows[] = { /* HEADER_*, util/header.h */
    [1]  = { "TRACING_DATA",    NULL,              NULL,                 false },
    [2]  = { "BUILD_ID",        read_build_ids,    NULL,                 false },
    [3]  = { "HOSTNAME",        read_hostname,     show_hostname,        false },
    [4]  = { "OSRELEASE",       read_osrelease,    show_osrelease,       false },
    [5]  = { "VERSION",         read_version,      show_version,         false },
    [6]  = { "ARCH",            read_arch,         show_arch,            false },
    [7]  = { "NRCPUS",          read_nrcpus,       show_nrcpus,          false },
    [8]  = { "CPUDESC",         read_cpudesc,      show_cpudesc,         false },
    [9]  = { "CPUID",           read_cpuid,        show_cpuid,           false },
    [10] = { "TOTAL_MEM",       read_total_mem,    show_total_mem,       false },
    [11] = { "CMDLINE",         read_cmdline,      show_cmdline,         false },
    [12] = { "EVENT_DESC",      read_event_desc,   show_event_desc,      false },
    [13] = { "CPU_TOPOLOGY",    read_cpu_topology, show_cpu_topology,    true  },
    [14] = { "NUMA_TOPOLOGY",   read_numa,         show_numa_topology,   true  },
    [15] = { "BRANCH_STACK",    NULL,              show_branch_stack,    false },
    [16] = { "PMU_MAPPINGS",    NULL,              show_pmu_mappings,    false },
    [17] = { "GROUP_DESC",      read_group_desc,   show_group_desc,      false },
    [18] = { "AUXTRACE",        NULL,              show_auxtrace,        false },
    [19] = { "STAT",            NULL,              show_stat,            false },
    [20] = { "CACHE",           NULL,              show_cache,           true  },
    [21] = { "SAMPLE_TIME",     read_sample_time,  show_sample_time,     false },
    [22] = { "MEM_TOPOLOGY",    NULL,              show_mem_topology,    true  },
    [23] = { "CLOCKID",         NULL,              show_clockid,         false },
    [24] = { "DIR_FORMAT",      NULL,              show_dir_format,      false },
    [25] = { "BPF_PROG_INFO",   NULL,              show_bpf_prog_info,   false },
    [26] = { "BPF_BTF",         NULL,              show_bpf_btf,         false },
    [27] = { "COMPRESSED",      NULL,              show_compressed,      false },
    [28] = { "CPU_PMU_CAPS",    NULL,              show_cpu_pmu_caps,    false },
    [29] = { "CLOCK_DATA",      read_clock_data,   show_clock_data,      false },
    [30] = { "HYBRID_TOPOLOGY", NULL,              show_hybrid_topology, true  },
    [31] = { "PMU_CAPS",        NULL,              show_pmu_caps,        false },
    [32] = { "CPU_DOMAIN_INFO", NULL,              show_cpu_domain_info, true  },
    [33] = { "E_MACHINE",       read_e_machine,    show_e_machine,       false },
    [34] = { "CLN_SIZE",        NULL,              show_cln_size,        false },
    /* simpleperf's own (Android, system/extras/simpleperf/record_file_format.h) */
    [128] = { "FILE",              read_simpleperf_structs,  show_simpleperf_structs,  false },
    [129] = { "META_INFO",         read_meta_info,           show_meta_info,           false },
    [130] = { "DEBUG_UNWIND",      NULL,                     show_simpleperf_bytes,    false },
    [131] = { "DEBUG_UNWIND_FILE", NULL,                     show_simpleperf_bytes,    false },
    [132] = { "FILE2",             read_simpleperf_messages, show_simpleperf_messages, false },
    [133] = { "ETM_BRANCH_LIST",   NULL,                     show_simpleperf_bytes,    false },
    [134] = { "INIT_MAP",          NULL,                     show_simpleperf_bytes,    false }, /* a stretch of records */
};

// clang-format on

static const struct feature_row *row_of(unsigned bit)
{
    return bit < COUNT(rows) && rows[bit].name ? &rows[bit] : NULL;
}

const char *feature_name(unsigned bit)
{
    const struct feature_row *row = row_of(bit);
    return row ? row->name : NULL;
}

void feature_read(struct perfdata *p, unsigned bit)
{
    const struct feature_row *row = row_of(bit);
    const struct feature_bytes *f = &p->features[bit];
    if (!feature_name(bit))
        problem_add(&p->capture.problems, PROBLEM_UNKNOWN_FEATURE, 1, "feature %u at 0x%" PRIx64, bit, f->at);
    if (!row || !row->read)
        return;
    struct cur c = cur_of(f->s, p->capture.order);
    row->read(p, &c);
    if (c.bad)
        problem_add(&p->capture.problems, PROBLEM_BAD_FEATURE, 1, "%s at 0x%" PRIx64 ", %zu bytes", row->name,
                    f->at, f->s.n);
}

static void show(const struct perfdata *p, unsigned bit, bool full, struct text *out)
{
    const struct feature_row *row = row_of(bit);
    const struct feature_bytes *f = &p->features[bit];
    if (!row)
        text_printf(out, "# unknown feature %u : %zu bytes\n", bit, f->s.n);
    else if (row->full_only && !full)
        text_printf(out, "# %s info available, use -I to display\n", row->name);
    else if (row->show) {
        struct cur c = cur_of(f->s, p->capture.order);
        row->show(p, &c, out);
        if (c.bad)
            text_printf(out, "# %s could not be read\n", row->name);
    }
}

static void show_all(const struct perfdata *p, bool full, struct text *out)
{
    for (unsigned bit = 1; bit < PERF_FEATURES; bit++)
        if (p->features[bit].present)
            show(p, bit, full, out);
}

static void show_missing(const struct perfdata *p, struct text *out)
{
    text_add(out, "# missing features: ");
    for (unsigned bit = 1; bit <= LAST_OF_PERF_6_1; bit++)
        if (!p->features[bit].present)
            text_printf(out, "%s ", rows[bit].name);
    text_char(out, '\n', 1);
}

void features_show(const struct capture *capture, bool full, struct text *out)
{
    static const char end[] = "# ========\n#\n";
    const struct perfdata *p = perfdata_of_const(capture);
    uint64_t data_at = capture->is_pipe ? 0 : capture->data_at;
    uint64_t data_size = capture->is_pipe ? 0 : capture->data_size;
    text_add(out, "# ========\n");
    text_printf(out, "# header version : %u\n", p->version - 1);
    text_printf(out, "# data offset    : %" PRIu64 "\n", data_at);
    text_printf(out, "# data size      : %" PRIu64 "\n", data_size);
    text_printf(out, "# feat offset    : %" PRIu64 "\n", data_at + data_size);
    if (capture->is_pipe) { /* perf prints the header of a stream before it has seen any of its features */
        text_add(out, end);
        show_all(p, full, out);
    } else {
        show_all(p, full, out);
        show_missing(p, out);
        text_add(out, end);
    }
}

struct span feature_tracing(const struct capture *c)
{
    enum { TRACING_DATA = 1 };
    const struct perfdata *p = perfdata_of_const(c);
    return p->features[TRACING_DATA].present ? p->features[TRACING_DATA].s : p->tracing;
}
