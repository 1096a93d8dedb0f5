/* print: prints the fields of a line as perf does (builtin-script.c, perf_sample__fprintf_start() and
   process_event()). */
#include <assert.h>
#include <inttypes.h>

#include "core/base/text.h"
#include "lib/question/script/scribe.h"
#include "core/base/hash.h"
#include "formats/perf/records/synth_event.h"
#include "formats/tracepoint/tracepoint.h"

enum { COMM_COLUMN = 16 };

/* Adds a signed decimal like printf's %*d. */
static void add_signed(struct text *t, int64_t v, unsigned width)
{
    if (v >= 0)
        text_decimal(t, (uint64_t)v, width);
    else
        text_printf(t, "%*" PRId64, (int)width, v);
}

static bool is_place_of_chains(const struct scribe *w, const struct script_line *l)
{
    return w->chains && l->fields & FIELD(IP) && l->event->has_chain;
}

static void print_comm(struct scribe *w, const struct script_line *l)
{
    const char *comm = l->task->comm;
    struct comm_text *k = &w->comms[hash_u64((uintptr_t)comm) % COMM_SLOTS];
    if (!comm || k->comm != comm) {
        struct text shown = { 0 };
        key_comm_text(comm, l->task->tid, &shown);
        k->blanks = 0;
        if (shown.n < COMM_COLUMN)
            k->blanks = COMM_COLUMN - shown.n;
        k->shown.n = 0;
        text_char(&k->shown, ' ', k->blanks);
        text_add_n(&k->shown, shown.s, shown.n);
        text_char(&k->shown, ' ', 1);
        /* script_word() may copy WORD_ROOM bytes from the end of the blanks on */
        text_room(&k->shown, WORD_ROOM + k->blanks);
        k->comm = comm;
        text_free(&shown);
    }
    size_t from = is_place_of_chains(w, l) ? k->blanks : 0;
    script_word(&w->out, k->shown.s + from, k->shown.n - from);
}

static void print_pid(struct scribe *w, const struct script_line *l)
{
    add_signed(&w->out, l->s->pid, 5);
    if (!(l->fields & FIELD(TID))) {
        text_char(&w->out, ' ', 1);
        return;
    }
    text_char(&w->out, '/', 1);
    size_t at = w->out.n;
    add_signed(&w->out, l->s->tid, 0);
    text_pad(&w->out, w->out.n - at, 5);
    text_char(&w->out, ' ', 1);
}

static void print_tid(struct scribe *w, const struct script_line *l)
{
    if (l->fields & FIELD(PID))
        return;
    add_signed(&w->out, l->s->tid, 5);
    text_char(&w->out, ' ', 1);
}

static void print_cpu(struct scribe *w, const struct script_line *l)
{
    int32_t cpu = (int32_t)l->s->cpu;
    if (cpu < 0 || cpu > 999) {
        text_printf(&w->out, "[%03d] ", cpu);
        return;
    }
    const char shown[] = {
        '[', (char)('0' + cpu / 100), (char)('0' + cpu / 10 % 10), (char)('0' + cpu % 10), ']', ' '
    };
    text_add_n(&w->out, shown, sizeof(shown));
}

static void print_misc(struct scribe *w, const struct script_line *l)
{
    size_t at = w->out.n;
    static const struct {
        unsigned bits;
        char shown;
    } modes[] = { { PERF_RECORD_MISC_KERNEL, 'K' },
                  { PERF_RECORD_MISC_USER, 'U' },
                  { PERF_RECORD_MISC_HYPERVISOR, 'H' },
                  { PERF_RECORD_MISC_GUEST_KERNEL, 'G' },
                  { PERF_RECORD_MISC_GUEST_USER, 'g' } };
    for (size_t i = 0; i < COUNT(modes); i++)
        if ((l->s->misc & modes[i].bits) == modes[i].bits)
            text_char(&w->out, modes[i].shown, 1);
    bool bit13 = l->s->misc & PERF_RECORD_MISC_SWITCH_OUT;
    if (bit13 && (l->type == PERF_RECORD_MMAP || l->type == PERF_RECORD_MMAP2))
        text_char(&w->out, 'M', 1);
    if (bit13 && l->type == PERF_RECORD_COMM)
        text_char(&w->out, 'E', 1);
    if (bit13 && (l->type == PERF_RECORD_SWITCH || l->type == PERF_RECORD_SWITCH_CPU_WIDE))
        text_add(&w->out, l->s->misc & PERF_RECORD_MISC_SWITCH_PREEMPT ? "Sp" : "S");
    const size_t n = w->out.n - at;
    text_char(&w->out, ' ', n < 6 ? 6 - n : 1);
}

static void print_period(struct scribe *w, const struct script_line *l)
{
    text_decimal(&w->out, l->period, 10);
    text_char(&w->out, ' ', 1);
}

static void print_event(struct scribe *w, const struct script_line *l)
{
    if (l->event->blanks)
        text_char(&w->out, ' ', l->event->blanks);
    script_word(&w->out, l->event->name.s, l->event->name.n);
}

/* The flags come from decoders of hardware traces. Samples do not have them, so the column is empty, as in
   perf. */
static void print_flags(struct scribe *w, const struct script_line *l UNUSED)
{
    enum { COLUMN = 24 };
    text_char(&w->out, ' ', COLUMN);
}

struct traces *script_traces(struct scribe *w)
{
    if (w->traces)
        return w->traces;
    return session_traces(w->s);
}

bool script_add_trace_fields(struct scribe *w, const struct script_line *l, struct text *out)
{
    struct traces *t = script_traces(w);
    return t && tracepoint_reader.print(t, l->s->event->attr.config, l->s->raw, out);
}

void script_count_unread_trace(struct scribe *w, const struct script_line *l)
{
    problem_add(&w->problems, PROBLEM_NO_TRACE, 1, "%s at offset %" PRIu64, l->event->event->name, l->s->at);
}

static void print_trace(struct scribe *w, const struct script_line *l)
{
    if (l->s->has & PERF_SAMPLE_RAW && !script_add_trace_fields(w, l, &w->out))
        script_count_unread_trace(w, l);
}

static void print_weight(struct scribe *w, const struct script_line *l)
{
    text_decimal(&w->out, l->s->weight, 16);
}

static void print_ins_lat(struct scribe *w, const struct script_line *l)
{
    text_decimal(&w->out, l->s->weight2, 16);
}

static void print_retire_lat(struct scribe *w, const struct script_line *l)
{
    text_decimal(&w->out, l->s->weight3, 16);
}

static unsigned mode_of(const struct script_line *l)
{
    return l->s->misc & PERF_RECORD_MISC_CPUMODE_MASK;
}

unsigned script_address_cpumode(struct scribe *w, const struct script_line *l, uint64_t avma)
{
    unsigned mode = mode_of(l), other = PERF_RECORD_MISC_USER + PERF_RECORD_MISC_KERNEL - mode;
    bool host = mode == PERF_RECORD_MISC_KERNEL || mode == PERF_RECORD_MISC_USER;
    if (!host || address_cache_find(&w->addresses, l->task, mode, avma, l->s->when, 0).place.map)
        return mode;
    if (address_cache_find(&w->addresses, l->task, other, avma, l->s->when, 0).place.map)
        return other;
    return mode;
}

/* Events whose addr is an address of code or data, for which a symbol is looked up (perf,
 * sample_addr_correlates_sym()). */
static bool addr_is_place(const struct attr *a)
{
    enum { PAGE_FAULTS = 2, PAGE_FAULTS_MIN = 5, PAGE_FAULTS_MAJ = 6, BRANCH_INSTRUCTIONS = 4 };
    if (a->type == PERF_TYPE_SOFTWARE)
        return a->config == PAGE_FAULTS || a->config == PAGE_FAULTS_MIN || a->config == PAGE_FAULTS_MAJ;
    return a->type == PERF_TYPE_HARDWARE && a->config == BRANCH_INSTRUCTIONS && a->sample_period == 1;
}

void script_print_addr(struct scribe *w, const struct script_line *l)
{
    text_hexadecimal(&w->out, l->s->addr, 16);
    unsigned how = l->how;
    if (!how || !addr_is_place(&l->event->event->attr))
        return;
    text_char(&w->out, ' ', 1);
    script_places_add(w, l, script_address_cpumode(w, l, l->s->addr), l->s->addr, how | PLACES_BARE);
}

void script_count_nameless(struct scribe *w, const struct script_line *l, unsigned problem)
{
    assert(problem);
    const struct sample *s = l->s;
    enum problem_kind kind = problem - 1;
    if (w->problems.of[kind].n) {
        w->problems.of[kind].n++;
        return;
    }
    struct resolved_addr resolved = address_cache_find(&w->addresses, l->task, mode_of(l), s->ip, s->when, 0);
    if (resolved.place.object)
        problem_add(&w->problems, kind, 1, "0x%" PRIx64 " in %s", resolved.addr, resolved.place.object->path);
    else
        problem_add(&w->problems, kind, 1, "0x%" PRIx64 " of process %d, thread %d", s->ip, s->pid, s->tid);
}

void script_print_ip(struct scribe *w, const struct script_line *l)
{
    unsigned how = l->how, problem;
    if (w->chains && l->event->has_chain) {
        stack_find_frames(&w->stacks, l->s, l->task);
        text_char(&w->out, '\n', 1);
        problem = script_places_add_frames(w, l, how);
    } else {
        problem = script_places_add(w, l, mode_of(l), l->s->ip, how);
    }
    if (problem && how & PLACES_SYM && w->s->resolver)
        script_count_nameless(w, l, problem);
}

/* Prints the bytes of bpf_perf_event_output(), eight a line, and their text if they are a string. */
static void print_bpf_output(struct scribe *w, const struct script_line *l)
{
    enum { BPF_OUTPUT = 10, PER_LINE = 8 }; /* PERF_COUNT_SW_BPF_OUTPUT */
    struct span raw = l->s->raw;
    bool printable = true, ended = false;
    if (l->event->event->attr.config != BPF_OUTPUT)
        return;
    text_char(&w->out, '\n', 1);
    for (size_t at = 0; at < raw.n; at += PER_LINE) {
        text_printf(&w->out, "%17s %04zx:", at ? "" : "BPF output:", at);
        for (size_t i = at; i < at + PER_LINE; i++) {
            if (i < raw.n)
                text_printf(&w->out, " %02x", raw.p[i]);
            else
                text_add(&w->out, "   ");
        }
        text_add(&w->out, "  ");
        for (size_t i = at; i < at + PER_LINE; i++) {
            uint8_t c = i < raw.n ? raw.p[i] : ' ';
            bool shown = c >= 0x20 && c < 0x7f;
            text_char(&w->out, shown ? (char)c : '.', 1);
            if (i >= raw.n)
                continue;
            if (shown ? ended : c)
                printable = false;
            ended = ended || !c;
        }
        text_char(&w->out, '\n', 1);
    }
    if (printable && ended)
        text_printf(&w->out, "%17s \"%s\"\n", "BPF string:", (const char *)raw.p);
}

static void add_registers(struct scribe *w, const struct sample *s, uint64_t abi, struct span regs,
                          uint64_t mask)
{
    const struct arch *arch = w->s->capture->env.arch;
    size_t at = 0;
    if (!regs.n)
        return;
    text_printf(&w->out, " ABI:%" PRIu64 " ", abi);
    for (int r = 0; r < 64; r++) {
        if (!(mask >> r & 1))
            continue;
        const struct arch_reg *reg = arch ? arch_reg_by_perf(arch, r) : NULL;
        text_printf(&w->out, "%5s:0x%" PRIx64 " ", reg ? reg->name : "unknown", sample_word(s, regs, at++));
    }
}

static void print_iregs(struct scribe *w, const struct script_line *l)
{
    add_registers(w, l->s, l->s->intr_abi, l->s->intr_regs, l->event->event->attr.sample_regs_intr);
}

static void print_uregs(struct scribe *w, const struct script_line *l)
{
    add_registers(w, l->s, l->s->user_abi, l->s->user_regs, l->event->event->attr.sample_regs_user);
}

static void print_phys_addr(struct scribe *w, const struct script_line *l)
{
    text_hexadecimal(&w->out, l->s->phys_addr, 16);
}

/* Adds a size as 4K, 2M, but 1024M, since perf's get_page_size_name() changes the unit only at 2. */
static void add_page_size(struct text *t, uint64_t size)
{
    unsigned unit = 0;
    for (; size / 1024 > 1 && unit < 3; size /= 1024)
        unit++;
    if (!size) {
        text_add(t, " N/A");
        return;
    }
    text_char(t, ' ', 1);
    text_decimal(t, size, 0);
    text_char(t, "BKMG"[unit], 1);
}

static void print_data_page_size(struct scribe *w, const struct script_line *l)
{
    add_page_size(&w->out, l->s->data_page_size);
}

static void print_code_page_size(struct scribe *w, const struct script_line *l)
{
    add_page_size(&w->out, l->s->code_page_size);
}

static void print_cgroup(struct scribe *w, const struct script_line *l)
{
    const char *path = timeline_cgroup(w->s->timeline, l->s->cgroup);
    text_char(&w->out, ' ', 1);
    text_add_clean(&w->out, text_or(path, "unknown"));
}

/* Prints a synthetic event's name, padded to a column. */
static void print_synth(struct scribe *w, const struct script_line *l)
{
    enum { SYNTH_COLUMN = 34 };
    size_t at = w->out.n;
    if (!synth_event_text(l->event->event->attr.config, l->s->raw, &w->out))
        return;
    size_t n = w->out.n - at;
    text_pad(&w->out, n, SYNTH_COLUMN);
}

enum {
    HARDWARE = 1 << PERF_TYPE_HARDWARE,
    SOFTWARE = 1 << PERF_TYPE_SOFTWARE,
    TRACEPOINT = 1 << PERF_TYPE_TRACEPOINT,
    RAW = 1 << PERF_TYPE_RAW,
    SYNTH = 1 << SCRIPT_SYNTH,
    ALL = (1 << SCRIPT_TYPES) - 1,
};

/* The fields, in the order of enum script_field; the defaults are perf's (builtin-script.c, output[]). */
const struct script_row script_rows[FIELDS] = {
    // clang-format off
    /* name              sample                       label              defaults               invalid
       print */
    [FIELD_MACHINE_PID]    = { "machine_pid",    0,                           NULL,              0,                     0,                    script_print_machine_pid },
    [FIELD_VCPU]           = { "vcpu",           0,                           NULL,              0,                     0,                    script_print_vcpu },
    [FIELD_COMM]           = { "comm",           0,                           NULL,              ALL,                   0,                    print_comm },
    [FIELD_PID]            = { "pid",            PERF_SAMPLE_TID,             "TID",             0,                     0,                    print_pid },
    [FIELD_TID]            = { "tid",            PERF_SAMPLE_TID,             "TID",             ALL,                   0,                    print_tid },
    [FIELD_CPU]            = { "cpu",            PERF_SAMPLE_CPU,             "CPU",             ALL,                   0,                    print_cpu },
    [FIELD_MISC]           = { "misc",           0,                           NULL,              0,                     0,                    print_misc },
    [FIELD_TOD]            = { "tod",            PERF_SAMPLE_TIME,            "TIME",            0,                     0,                    script_print_tod },
    [FIELD_TIME]           = { "time",           PERF_SAMPLE_TIME,            "TIME",            ALL,                   0,                    script_print_time },
    [FIELD_PERIOD]         = { "period",         0,                           NULL,              ALL & ~TRACEPOINT & ~SYNTH, 0,               print_period },
    [FIELD_EVENT]          = { "event",          0,                           NULL,              ALL,                   0,                    print_event },
    [FIELD_FLAGS]          = { "flags",          0,                           NULL,              0,                     0,                    print_flags },
    [FIELD_CALLINDENT]     = { "callindent",     0,                           NULL,              0,                     0,                    NULL },
    [FIELD_TRACE]          = { "trace",          0,                           NULL,              TRACEPOINT,            ALL & ~TRACEPOINT,    print_trace },
    [FIELD_SYNTH]          = { "synth",          0,                           NULL,              SYNTH,                 ALL & ~SYNTH,         print_synth },
    [FIELD_ADDR]           = { "addr",           PERF_SAMPLE_ADDR,            "ADDR",            RAW,                   0,                    script_print_addr },
    [FIELD_DATA_SRC]       = { "data_src",       PERF_SAMPLE_DATA_SRC,        "DATA_SRC",        RAW,                   0,                    script_print_data_src },
    [FIELD_WEIGHT]         = { "weight",         PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT, "WEIGHT", RAW,         0,                    print_weight },
    [FIELD_INS_LAT]        = { "ins_lat",        PERF_SAMPLE_WEIGHT_STRUCT,   "WEIGHT_STRUCT",   RAW,                   0,                    print_ins_lat },
    [FIELD_RETIRE_LAT]     = { "retire_lat",     PERF_SAMPLE_WEIGHT_STRUCT,   "WEIGHT_STRUCT",   0,                     0,                    print_retire_lat },
    [FIELD_TRANSACTION]    = { "transaction",    PERF_SAMPLE_TRANSACTION,     "TRANSACTION",     0,                     0,                    script_print_transaction },
    [FIELD_IP]             = { "ip",             PERF_SAMPLE_IP,              "IP",              ALL & ~TRACEPOINT,     0,                    script_print_ip },
    [FIELD_SYM]            = { "sym",            0,                           NULL,              ALL & ~TRACEPOINT,     0,                    NULL },
    [FIELD_SYMOFF]         = { "symoff",         0,                           NULL,              ALL & ~TRACEPOINT,     0,                    NULL },
    [FIELD_DSO]            = { "dso",            0,                           NULL,              ALL & ~TRACEPOINT,     0,                    NULL },
    [FIELD_DSOFF]          = { "dsoff",          0,                           NULL,              0,                     0,                    NULL },
    [FIELD_SRCLINE]        = { "srcline",        0,                           NULL,              0,                     0,                    NULL },
    [FIELD_IREGS]          = { "iregs",          PERF_SAMPLE_REGS_INTR,       "IREGS",           0,                     0,                    print_iregs },
    [FIELD_UREGS]          = { "uregs",          PERF_SAMPLE_REGS_USER,       "UREGS",           0,                     0,                    print_uregs },
    [FIELD_BRSTACK]        = { "brstack",        0,                           NULL,              0,                     0,                    script_print_brstack },
    [FIELD_BRSTACKSYM]     = { "brstacksym",     0,                           NULL,              0,                     0,                    script_print_brstacksym },
    [FIELD_BRSTACKOFF]     = { "brstackoff",     0,                           NULL,              0,                     0,                    script_print_brstackoff },
    [FIELD_BPF_OUTPUT]     = { "bpf-output",     0,                           NULL,              SOFTWARE,              ALL & ~SOFTWARE,      print_bpf_output },
    [FIELD_PHYS_ADDR]      = { "phys_addr",      PERF_SAMPLE_PHYS_ADDR,       "PHYS_ADDR",       RAW,                   0,                    print_phys_addr },
    [FIELD_DATA_PAGE_SIZE] = { "data_page_size", PERF_SAMPLE_DATA_PAGE_SIZE,  "DATA_PAGE_SIZE",  RAW,                   0,                    print_data_page_size },
    [FIELD_CODE_PAGE_SIZE] = { "code_page_size", PERF_SAMPLE_CODE_PAGE_SIZE,  "CODE_PAGE_SIZE",  RAW,                   0,                    print_code_page_size },
    [FIELD_CGROUP]         = { "cgroup",         PERF_SAMPLE_CGROUP,          "CGROUP",          0,                     0,                    print_cgroup },
    // clang-format on
};

void script_print_fields(struct scribe *w, const struct script_line *l, unsigned from, unsigned end)
{
    assert(from <= end && end <= FIELDS);
    uint64_t left = l->fields & (end < 64 ? (UINT64_C(1) << end) - 1 : UINT64_MAX) &
                    ~((UINT64_C(1) << from) - 1);
    for (; left; left &= left - 1) {
        const struct script_row *row = &script_rows[__builtin_ctzll(left)];
        if (row->print)
            row->print(w, l);
    }
}
