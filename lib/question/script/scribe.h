/*
 * scribe: what the files of the command know of each other. A line is made of fields (print.c, a row
 * each); which of them is chosen per type of event, as in perf. Lines are put together in one text that is
 * written when it is large, and what an address is called is made into text once (places.c).
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

/* What -F and the defaults distinguish: the types of linux/perf_event.h, and two of perf's own. */
enum script_type { SCRIPT_SYNTH = PERF_TYPE_BREAKPOINT + 1, SCRIPT_OTHER, SCRIPT_TYPES };

/* In the order in which they are printed; those behind LAST_START only for samples. */
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
        uint64_t asked; /* by -F for every type: an event that cannot give them is an error */
        bool by_user;   /* -F has chosen */
        bool by_type;   /* ... for this type alone */
    } of[SCRIPT_TYPES];
    bool begun; /* the usual fields are in it; before an event is looked at, -F was there */
};

struct script_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters;
    struct script_choice choice;
    struct stack_opts stack;
    struct words stop; /* functions at which call chains end */
    struct switch_opts switched;
    enum { IP_VIRTUAL, IP_OFFSET } ip; /* words of --ip: which address of a call chain */
    bool no_chains, no_inline, nanoseconds, relative, delta, header, header_only, full, kernel_path,
        source_path, dumps;
    bool show_task, show_mmap, show_switch, show_namespace, show_cgroup, show_lost, show_round, show_bpf,
        show_text_poke;
};

/* A line under way. */
struct script_line {
    const struct sample *s; /* of another record: who, when and where of it, and no more */
    uint32_t type;          /* of the record */
    uint64_t time;          /* ns, as it is shown; s->when is where names are looked up */
    uint64_t period;
    uint64_t fields;
    unsigned how; /* script_places_how() of them */
    const struct script_event *event;
    struct task_slot *task;
};

/* What is the same for all lines of an event. */
struct script_event {
    const struct event *event;
    enum script_type type;
    uint64_t fields;
    unsigned how; /* script_places_how() of them */
    bool has_chain;
    bool is_branch;      /* each sample is a branch that was taken (perf, is_bts_event()) */
    struct text name;    /* with the colon; WORD_ROOM or more */
    size_t blanks;       /* in front of it, where it has none itself */
    struct output *dump; /* the file that its lines go to (dump.c), or NULL */
    struct text dump_path;
    uint64_t dumped; /* lines */
};

struct script_names;
struct script_places;

/* The virtual machines that events happened in (guest.c), by the event's id: index + 1. */
struct script_guests {
    struct record_guest *v;
    size_t n, cap;
    struct idmap by_id;
};

enum { SCRIPT_BATCH = 8 };

/* Everything that a worker needs to print. */
struct scribe {
    struct session *s;
    const struct script_opts *o;
    struct traces *traces; /* of its own; NULL: the session's */
    struct address_cache addresses;
    struct stacks stacks;
    struct script_names *names;
    struct script_places *places;
    struct script_event *events; /* by number */
    bool chains;                 /* some event has call chains, and they are wanted */
    struct text out;
    struct rows rows;                  /* of --json, whose text is the caller's to write */
    struct text *to;                   /* the one of both that lines are in */
    size_t write_at;                   /* so many bytes of them are to be written */
    struct problems problems;          /* of the slice under way, */
    uint64_t samples;                  /* and how many of it were printed */
    struct sample batch[SCRIPT_BATCH]; /* decoded, and not yet printed, */
    size_t nbatch;                     /* so many */
    struct filter_memory memory;
    struct reads reads;
    bool drops, hides; /* some filter does */
    size_t data_src_width;
    struct env_wall wall;
    uint64_t since; /* the first time that was shown, or the last: what times are relative to */
    struct event_switch event_switch;
    struct script_guests guests;
    struct counters counters; /* of perf stat record */
    uint64_t rounds;          /* of those that were printed */
    struct comm_text {
        const char *comm;
        struct text shown; /* clean, in its column, with the blank behind it; WORD_ROOM or more */
        size_t blanks;     /* in front */
    } * comms;
};

enum { COMM_SLOTS = 256, WORD_ROOM = 32 /* what words of most lines take, for text_add_block() */ };

/* print.c: the fields. */
struct script_row {
    const char *name;  /* of -F */
    uint64_t sample;   /* PERF_SAMPLE_* bits, of which the event must have one; 0: it needs none */
    const char *label; /* what perf calls them */
    unsigned defaults; /* types that have it by default, as bits */
    unsigned invalid;  /* and those that cannot have it */
    void (*print)(struct scribe *w, const struct script_line *l); /* NULL: it says how another is printed */
};
extern const struct script_row script_rows[FIELDS];

/* fields.c: which of them a line has. */
enum script_type script_type_of(const struct attr *a);
/* A -F argument, of which `target` is the choice. False with `e` set when it cannot be understood. */
bool script_choice_read(void *target, const struct option_row *row, const char *arg, struct err *e);

/* The i-th field's name; NULL behind the last. */
const char *script_field_name(size_t i);

/* Hold it against what was recorded: defaults that events do not have go, what was asked for is an error. */
bool script_choice_check(struct script_choice *c, const struct capture *capture, bool chains, struct err *e);

/* prepare.c: begin with a session's capture, whose options are held against it; False with `e` set when it cannot be
 * printed; to be freed in either case. */
bool script_scribe_init(struct scribe *w, struct session *s, const struct script_opts *o, struct outlet *out,
                        struct err *e);
void script_scribe_free(struct scribe *w);
/* What explains tracepoints' samples to this worker; NULL: nothing does. */
struct traces *script_traces(struct scribe *w);
/* Add what a line's sample has as its raw data, by that. False, and nothing is added, when that does not explain it. */
bool script_trace(struct scribe *w, const struct script_line *l, struct text *out);

/* lines.c: workers that print a capture. Init, of an open session, opens what is to be written besides; to be freed in
 * either case. */
struct script_work {
    struct scribe *scribes; /* n of them: one each */
    unsigned n;
    struct script_made { /* of a slice, until all in front of it is written */
        struct text text;
        struct problems problems;
        uint64_t samples;
    } * made;           /* by slot */
    struct outlet *out; /* while it prints */
    struct problems problems;
    uint64_t samples; /* that were printed */
};
/* `out`: where answers go, if they are kept there; text and lines of JSON are made first, and written by script_lines(). */
bool script_work_init(struct script_work *p, struct session *s, const struct script_opts *o,
                      struct outlet *out, struct err *e);
void script_work_free(struct script_work *p);
/* Print. False with `e` set when the capture cannot be read or the lines cannot be written. */
bool script_lines(struct script_work *p, struct outlet *out, struct err *e);

/* dump.c: the files of --per-event-dump: CAPTURE.EVENT.dump for each event. Once all is written they
 * get their names, and what was written is reported. */
bool script_dumps_open(struct scribe *w, struct err *e);
bool script_dump(struct scribe *w, struct script_event *se, struct err *e);
bool script_dumps_commit(struct scribe *w, struct err *e);
void script_dumps_free(struct scribe *w);

/* guest.c: see an ID_INDEX; what is known of a sample's machine, as members of its object. */
void script_guests_see(struct script_guests *g, const struct record *r);
void script_guest_json(struct scribe *w, struct rows *r, const struct script_line *l);
void script_guests_free(struct script_guests *g);

/* A word of a line that is kept in at least WORD_ROOM. */
static inline void script_word(struct text *t, const char *s, size_t n)
{
    if (n <= WORD_ROOM)
        text_add_block(t, s, n, WORD_ROOM);
    else
        text_add_n(t, s, n);
}

/* places.c and place_cache.c, which remembers what the first makes */
enum {
    PLACES_SYM = 1,
    PLACES_SYMOFF = 2,
    PLACES_DSO = 4,
    PLACES_DSOFF = 8,
    PLACES_FRAME = 16,   /* a line of a call chain */
    PLACES_INLINES = 64, /* and lines for what was inlined there */
    PLACES_SRCLINE = 128,
    PLACES_BARE = 32,     /* the symbol alone, no address in front */
    PLACES_OFFSETS = 256, /* addresses of a call chain as they are in their objects, as perf did before 6.6 */
};
struct script_names *script_names_new(void);
void script_names_free(struct script_names *k);
/* The text of a place that was resolved, in `t`; `address`: with its address in front. True: a call chain ends there. */
bool script_place_text(const struct scribe *w, const struct resolved_addr *resolved, uint64_t avma,
                       unsigned how, bool address, struct text *t);
/* That address: what perf shows of a frame is where it is in its file, but of the kernel where it was. */
uint64_t script_place_address(const struct resolved_addr *resolved, uint64_t avma, unsigned how);
/* `frames`: as many as a sample may have (stacks_most()). */
struct script_places *script_places_new(const struct timeline *t, size_t frames);
void script_places_free(struct script_places *p);
unsigned script_places_how(uint64_t fields);
/* An address of the line's sample in a cpumode: " ffff symbol+0x1 (object)", as far as `how` (PLACES_ bits)
 * asks for it. What keeps it without a name, as PROBLEM_ + 1; 0 when it has one. */
unsigned script_places_add(struct scribe *w, const struct script_line *l, unsigned mode, uint64_t avma,
                           unsigned how);
/* It will be asked for soon: what is remembered of it is brought near. */
void script_places_expect(struct scribe *w, const struct script_line *l, unsigned mode, uint64_t avma,
                          unsigned how);
/* The same for each frame of the line's sample, which stack_of() has found; the answer is the innermost one's. */
unsigned script_places_add_frames(struct scribe *w, const struct script_line *l, unsigned how);
/* What keeps a place without a name, likewise. */
unsigned script_places_problem(const struct place *p);
/* What perf calls an object here. */
const char *script_places_object(const struct scribe *w, const struct object *o);

/* Fields that are printed in files of their own, and those that others are part of (print.c). */
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

/* A sample that is a branch, behind its flags: where from => where to. */
void script_print_branch(struct scribe *w, const struct script_line *l);

/* A sample's place has no name: `problem` as script_places_add() returned it. */
void script_nameless(struct scribe *w, const struct script_line *l, unsigned problem);

/* The raw data of a tracepoint's sample are not what the capture says. */
void script_no_trace(struct scribe *w, const struct script_line *l);

/* The cpumode of an address that a sample carries beside its own: mostly the sample's, else the other one. */
unsigned script_mode(struct scribe *w, const struct script_line *l, uint64_t avma);

/* memory.c: also without the number in front */
void script_print_data_src(struct scribe *w, const struct script_line *l);
void script_data_src_text(uint64_t v, struct text *t);
void script_transaction_text(uint64_t v, struct text *t);

/* Rows from `from` to before `end` that the line's fields choose. */
void script_print_fields(struct scribe *w, const struct script_line *l, unsigned from, unsigned end);

/* records.c: whether a record of this type is to be shown, and its line. */
bool script_shows(const struct script_opts *o, uint32_t type);
void script_record(struct scribe *w, const struct record *r);

/* stat.c: see a record; at the end of an interval its counters are printed. */
void script_stat(struct scribe *w, const struct record *r);

/* json.c: the same as JSON, a line for each. */
void script_sample_json(struct scribe *w, const struct script_line *l);
void script_record_json(struct scribe *w, const struct record *record);

#endif
