/*
 * scribe: the private header of perfolio script. A line of output consists of fields. print.c has a table with a row
 * for each field; which fields are printed is selected per type of event, as in perf. A scribe is the state of one
 * worker thread: it buffers lines in one text, and caches the texts of addresses (place_cache.c).
 */
#ifndef PERFOLIO_LIB_QUESTION_SCRIPT_SCRIBE_H
#define PERFOLIO_LIB_QUESTION_SCRIPT_SCRIBE_H

#include "lib/options/filters.h"
#include "lib/view/rows.h"
#include "lib/question/common/common.h"
#include "lib/options/stack_options.h"
#include "core/model/env.h"
#include "core/profile/keys/reads.h"
#include "core/profile/places/stack.h"
#include "core/replay/stat/counters.h"

/* The types of events for which -F and the defaults select fields separately: those of linux/perf_event.h, and two of
   perf's own. */
enum script_type { SCRIPT_SYNTH = PERF_TYPE_BREAKPOINT + 1, SCRIPT_OTHER, SCRIPT_TYPES };

/* The fields, in the order in which they are printed. Only lines of samples have the fields after LAST_START. */
// clang-format off
enum script_field {
    FIELD_MACHINE_PID, FIELD_VCPU, FIELD_COMM, FIELD_PID, FIELD_TID, FIELD_CPU, FIELD_MISC, FIELD_TOD, FIELD_TIME,
    LAST_START = FIELD_TIME, FIELD_PERIOD, FIELD_EVENT, FIELD_FLAGS, LAST_OF_BRANCH = FIELD_FLAGS, FIELD_CALLINDENT,
    FIELD_TRACE, FIELD_SYNTH, FIELD_ADDR, FIELD_DATA_SRC, FIELD_WEIGHT, FIELD_INS_LAT, FIELD_RETIRE_LAT,
    FIELD_TRANSACTION, FIELD_IP, FIELD_SYM, FIELD_SYMOFF, FIELD_DSO, FIELD_DSOFF, FIELD_SRCLINE,
    FIELD_IREGS, FIELD_UREGS, FIELD_BRSTACK, FIELD_BRSTACKSYM, FIELD_BRSTACKOFF, FIELD_BPF_OUTPUT,
    FIELD_PHYS_ADDR, FIELD_DATA_PAGE_SIZE, FIELD_CODE_PAGE_SIZE, FIELD_CGROUP, FIELDS
};
// clang-format on

#define FIELD(f) (UINT64_C(1) << FIELD_##f)

/* The fields of each type of event. */
struct script_choice {
    struct {
        uint64_t fields;
        /* fields that -F selects for all types; it is an error if an event does not have one */
        uint64_t asked;
        bool by_user; /* -F selected the fields */
        bool by_type; /* -F selected the fields for this type alone */
    } of[SCRIPT_TYPES];
    bool begun; /* the default fields are set */
};

struct script_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters;
    struct script_choice choice;
    struct stack_opts stack;
    struct words stop; /* functions at which call chains end */
    struct switch_opts switched;
    uint64_t limit;                    /* print so many samples at most; 0: all */
    enum { IP_VIRTUAL, IP_OFFSET } ip; /* --ip: the addresses shown of call chains */
    bool no_chains, no_inline, nanoseconds, relative, delta, header, header_only, full, kernel_path,
        source_path, dumps;
    bool show_task, show_mmap, show_switch, show_namespace, show_cgroup, show_lost, show_round, show_bpf,
        show_text_poke;
};

/* The current line. */
struct script_line {
    const struct sample *s; /* the sample; for another record, only pid, tid, cpu, time and misc are set */
    uint32_t type;          /* type of the record */
    uint64_t time;          /* ns, the time that is shown; names are looked up at the time s->when */
    uint64_t period;
    uint64_t fields;
    unsigned how; /* script_places_flags(fields) */
    const struct script_event *event;
    struct task_slot *task;
};

/* The properties that all lines of an event share. */
struct script_event {
    const struct event *event;
    enum script_type type;
    uint64_t fields;
    unsigned how; /* script_places_flags(fields) */
    bool has_chain;
    bool is_branch;      /* each sample is a taken branch (perf, is_bts_event()) */
    struct text name;    /* name with the colon; its memory has at least WORD_ROOM bytes */
    size_t blanks;       /* blanks to print before the name, if the name is not padded */
    struct output *dump; /* the file for its lines (dump.c), or NULL */
    struct text dump_path;
    uint64_t dumped; /* lines */
};

struct script_names;
struct script_places;

/* The virtual machines of events (guest.c); by_id maps an event's id to the index + 1. */
struct script_guests {
    struct record_guest *v;
    size_t n, cap;
    struct idmap by_id;
};

enum { SCRIPT_BATCH = 8 };

/* The state of a worker thread that prints lines. */
struct scribe {
    struct session *s;
    const struct script_opts *o;
    struct traces *traces; /* the worker's own reader of tracepoints; NULL: it uses the session's */
    struct address_cache addresses;
    struct stacks stacks;
    struct script_names *names;
    struct script_places *places;
    struct script_event *events; /* by number */
    bool chains;                 /* some event has call chains, and they are shown */
    struct text out;
    struct rows rows;                  /* the rows of --json; the caller writes their text */
    struct text *to;                   /* the buffer of lines: `out` or the text of `rows` */
    size_t write_at;                   /* the buffer is written when it has this many bytes */
    struct problems problems;          /* of the current slice */
    uint64_t samples;                  /* number of samples printed of the current slice */
    uint64_t printed;                  /* of all slices, with --limit */
    struct sample batch[SCRIPT_BATCH]; /* decoded samples that are not yet printed */
    size_t nbatch;
    struct filter_memory memory;
    struct reads reads;
    bool drops, hides; /* drops: some filter drops samples; hides: some filter hides samples */
    size_t data_src_width;
    struct env_wall wall;
    uint64_t since; /* the origin of relative times: the first or the last time shown */
    struct event_switch event_switch;
    struct script_guests guests;
    struct counters counters; /* of perf stat record */
    uint64_t rounds;          /* number of rounds of counters printed so far */
    struct comm_text {
        const char *comm;
        struct text shown; /* printable, padded, with a blank after it; at least WORD_ROOM bytes */
        size_t blanks;     /* the padding before it */
    } * comms;
};

enum { COMM_SLOTS = 256, WORD_ROOM = 32 /* most words are shorter: text_add_block() copies this much */ };

/* print.c: the fields. */
struct script_row {
    const char *name;  /* of -F */
    uint64_t sample;   /* PERF_SAMPLE_* bits; the event has to record one of them; 0: none is needed */
    const char *label; /* perf's name of these bits */
    unsigned defaults; /* types of events that have the field by default, as bits */
    unsigned invalid;  /* types that cannot have it, as bits */
    void (*print)(struct scribe *w, const struct script_line *l); /* NULL: it modifies another field */
};
extern const struct script_row script_rows[FIELDS];

/* fields.c: the selection of fields. */
enum script_type script_type_of(const struct attr *a);
/* take() of -F; `target` is a struct script_choice. False with `e` set if the argument is malformed. */
bool script_choice_read(void *target, const struct option_row *row, const char *arg, struct err *e);

/* The i-th field's name; NULL after the last. */
const char *script_field_name(size_t i);

/* Checks the selected fields against the recorded data. Removes default fields that the events do not record. False
   with `e` set if a field that the user selected is not recorded. */
bool script_choice_check(struct script_choice *c, const struct capture *capture, bool chains, struct err *e);

/* prepare.c: sets up a worker for a session's capture. False with `e` set if the options do not fit the capture; free it
 * in either case. */
bool script_scribe_init(struct scribe *w, struct session *s, const struct script_opts *o, struct outlet *out,
                        struct err *e);
void script_scribe_free(struct scribe *w);

/* script_lines.c: the workers that print a capture. Each worker makes the lines of one slice of the capture at a
   time. */
struct script_work {
    struct scribe *scribes; /* n workers */
    unsigned n;
    struct script_made { /* per slot: the lines of a slice, kept until all earlier slices are written */
        struct text text;
        struct problems problems;
        uint64_t samples;
    } * made;           /* by slot */
    struct outlet *out; /* set while it prints */
    struct problems problems;
    uint64_t samples; /* printed so far */
};
/* Sets up the workers for an open session, and opens the files of --per-event-dump. `out`: the outlet, if it keeps
   answers in memory. The caller calls script_work_free() in either case. */
bool script_work_init(struct script_work *p, struct session *s, const struct script_opts *o,
                      struct outlet *out, struct err *e);
void script_work_free(struct script_work *p);
/* Prints the capture. False with `e` set if the capture cannot be read, or the lines cannot be written. */
bool script_lines(struct script_work *p, struct outlet *out, struct err *e);

/* script_dump.c: the files of --per-event-dump, CAPTURE.EVENT.dump for each event. script_dumps_commit() is called
 * when all lines are written: it gives the files their names and prints these. */
bool script_dumps_open(struct scribe *w, struct err *e);
bool script_dump_lines(struct scribe *w, struct script_event *se, struct err *e);
bool script_dumps_commit(struct scribe *w, struct err *e);
void script_dumps_free(struct scribe *w);

/* guest.c: script_guests_add() reads an ID_INDEX record; script_guest_json() adds facts about the virtual machine of
   a sample to the sample's JSON object. */
void script_guests_add(struct script_guests *g, const struct record *r);
void script_guest_json(struct scribe *w, struct rows *r, const struct script_line *l);
void script_guests_free(struct script_guests *g);

/* Adds a word of a line; the memory at `s` has at least WORD_ROOM bytes. */
static inline void script_word(struct text *t, const char *s, size_t n)
{
    if (n <= WORD_ROOM)
        text_add_block(t, s, n, WORD_ROOM);
    else
        text_add_n(t, s, n);
}

/* places.c: the texts of addresses; place_cache.c: a cache of these texts. These bits select the parts of a text. */
enum {
    PLACES_SYM = 1,
    PLACES_SYMOFF = 2,
    PLACES_DSO = 4,
    PLACES_DSOFF = 8,
    PLACES_FRAME = 16,   /* the text is a line of a call chain */
    PLACES_INLINES = 64, /* with a line for each inlined function */
    PLACES_SRCLINE = 128,
    PLACES_BARE = 32,     /* no address */
    PLACES_OFFSETS = 256, /* addresses of call chains are relative to their objects, as in perf before 6.6 */
};
struct script_names *script_names_new(void);
void script_names_free(struct script_names *k);
/* Writes the text of a resolved address to `t`; `address`: begins with the address. Returns whether --stop-bt ends
   the call chain at this address. */
bool script_place_text(const struct scribe *w, const struct resolved_addr *resolved, uint64_t avma,
                       unsigned how, bool address, struct text *t);
/* The address to show: with PLACES_OFFSETS, for a user frame, the address in its file; else the address in memory. */
uint64_t script_place_address(const struct resolved_addr *resolved, uint64_t avma, unsigned how);
/* Makes a cache of texts; `frames`: the largest number of frames of a sample (stacks_most()). */
struct script_places *script_places_new(const struct timeline *t, size_t frames);
void script_places_free(struct script_places *p);
unsigned script_places_flags(uint64_t fields);
/* Adds an address of the line's sample, with the parts that `how` (PLACES_*) selects: " ffff symbol+0x1 (object)".
 * Returns 0 if the address has a symbol, else 1 + the PROBLEM_* that says why it has none. */
unsigned script_places_add(struct scribe *w, const struct script_line *l, unsigned mode, uint64_t avma,
                           unsigned how);
/* Prefetches the cache entry of an address that is passed to script_places_add() soon. */
void script_places_prefetch(struct scribe *w, const struct script_line *l, unsigned mode, uint64_t avma,
                            unsigned how);
/* As script_places_add(), for each frame that stack_find_frames() found. Returns the result for the innermost frame. */
unsigned script_places_add_frames(struct scribe *w, const struct script_line *l, unsigned how);
/* 0 if a place has a symbol, else 1 + the PROBLEM_* that says why it has none. */
unsigned script_places_problem(const struct place *p);
/* The name of an object as perf script prints it. */
const char *script_places_object(const struct scribe *w, const struct object *o);

/* Printers of fields. They are defined outside of print.c, or print.c uses them for other fields, too. */
void script_print_machine_pid(struct scribe *w, const struct script_line *l);
void script_print_vcpu(struct scribe *w, const struct script_line *l);
void script_print_tod(struct scribe *w, const struct script_line *l);
void script_print_time(struct scribe *w, const struct script_line *l);
void script_print_addr(struct scribe *w, const struct script_line *l);
void script_print_transaction(struct scribe *w, const struct script_line *l);
void script_print_ip(struct scribe *w, const struct script_line *l);
void script_print_brstack(struct scribe *w, const struct script_line *l);
void script_print_brstacksym(struct scribe *w, const struct script_line *l);
void script_print_brstackoff(struct scribe *w, const struct script_line *l);

/* Prints the branch of a sample that is a branch: FROM => TO. */
void script_print_branch(struct scribe *w, const struct script_line *l);

/* Counts a sample's address without a symbol; `problem`: the result of script_places_add(). */
void script_count_nameless(struct scribe *w, const struct script_line *l, unsigned problem);

/* The worker's reader of tracepoints; NULL: there is none. */
struct traces *script_traces(struct scribe *w);
/* Adds the fields of a tracepoint's sample. False if its raw data cannot be read; then nothing is added. */
bool script_add_trace_fields(struct scribe *w, const struct script_line *l, struct text *out);

/* Counts a tracepoint's sample whose raw data cannot be read. */
void script_count_unread_trace(struct scribe *w, const struct script_line *l);

/* The cpumode of an address in a sample other than its IP: the sample's cpumode, or the opposite one (user or kernel)
   if only this has a mapping at the address. */
unsigned script_address_cpumode(struct scribe *w, const struct script_line *l, uint64_t avma);

/* memory.c: PERF_SAMPLE_DATA_SRC and PERF_SAMPLE_TRANSACTION in words */
void script_print_data_src(struct scribe *w, const struct script_line *l);
void script_data_src_text(uint64_t v, struct text *t);
void script_transaction_text(uint64_t v, struct text *t);

/* Prints the line's fields whose rows are in [from, end). */
void script_print_fields(struct scribe *w, const struct script_line *l, unsigned from, unsigned end);

/* records.c: script_shows_type(): whether --show-*-events select records of a type. script_record(): prints the line
   of a record. */
bool script_shows_type(const struct script_opts *o, uint32_t type);
void script_record(struct scribe *w, const struct record *r);

/* script_stat.c: reads a record of perf stat; at the end of an interval, prints its counters. */
void script_read_stat_record(struct scribe *w, const struct record *r);

/* script_json.c: write a sample, or another record, as a line of JSON. */
void script_sample_json(struct scribe *w, const struct script_line *l);
void script_record_json(struct scribe *w, const struct record *record);

#endif
