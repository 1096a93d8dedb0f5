/* annotation: a capture whose samples are counted by address, and the disassembly of its functions. */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_ANNOTATION_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_ANNOTATION_H

#include "lib/options/filters.h"
#include "lib/question/common/common.h"
#include "core/annotate/listing.h"
#include "archive/source_files.h"

/* The options of perfolio annotate. */

/* The total that percentages refer to: periods or samples (hits), of the function (local) or of all
   functions (global). */
enum percent_type { PERCENT_LOCAL_PERIOD, PERCENT_GLOBAL_PERIOD, PERCENT_LOCAL_HITS, PERCENT_GLOBAL_HITS };

struct annotate_opts {
    struct common_opts common;
    struct count_opts count;
    struct filters filters; /* the options from which count.filter is completed */
    struct words symbols;   /* -s; common.subject is added to them */
    /* --was: the name of the requested function on the first of two sides; NULL: the same name */
    char *was;
    struct words prefixes; /* --source-prefix OLD=NEW */
    char *prefix;          /* --prefix */
    unsigned prefix_strip;
    char *objdump, *style; /* as in struct disassembler_opts */
    int percent_type;      /* enum percent_type */
    int source, arrows;    /* arrows: below 0: only on a terminal */
    unsigned top;          /* the most functions that are shown; 0: all */
    double percent_limit;  /* below 0: not given */
    bool blocks, inlines, branches, group, raw, print_line, full_paths, samples, period, skip_missing, quiet;
};

/* annotate.c: runs the command, for one capture or two. Returns the exit status. */
int annotate_run(const void *opts, struct outlet *out, struct outlet *err);

/* The text of source lines. It is taken from the folio, if the capture is in one that has it; else from files of this
   machine, if they are accepted as the source (source_files.h); else from servers, by build-id, if the options allow
   it. */

struct sources;

/* `paths` and its data are borrowed. The resolver asks servers (--debuginfod) for source files that this
   machine does not have, or has in another version. */
struct sources *sources_new(const struct source_paths *paths, struct resolver *r);
void sources_free(struct sources *s); /* `s` may be NULL */

/* The text of the source line of a frame, without the line end: *n bytes, borrowed. NULL: the text is not available. */
const char *sources_line(struct sources *s, const struct object *o, const struct line_frame *f, size_t *n);

/* How far the text of a source file can be trusted. sources_age() reports a doubt only once per file. */
enum source_age {
    /* No doubt: a folio has it together with the code, a server found it by build-id, or its MD5 is that
       of the compiled file; without a recorded MD5, it is older than the code. Also if it is not
       available, or if sources_age() was called for it before. */
    SOURCE_FITS,
    SOURCE_NEWER,   /* it was modified after the code was built */
    SOURCE_UNKNOWN, /* it is a file of this machine, and the time at which the code was built is unknown */
    SOURCE_OTHER,   /* it is from another version: its MD5 differs from that of the compiled file */
    /* a file exists at its path, but nothing proves that it is the source, so it is not shown */
    SOURCE_WITHHELD,
    SOURCE_UNREAD, /* it exists, but cannot be read */
};
enum source_age sources_age(struct sources *s, const struct object *o, const struct line_frame *f,
                            uint64_t built /* ns since 1970; 0: unknown */);

/* Why the source file of a frame, which is SOURCE_UNREAD, cannot be read. */
const char *sources_read_error(struct sources *s, const struct object *o, const struct line_frame *f);

/* The path on this machine of a source file that is SOURCE_WITHHELD. */
const char *sources_withheld(struct sources *s, const struct object *o, const struct line_frame *f);

/* The first result of sources_age() for the source file of a frame. */
enum source_age sources_known_age(struct sources *s, const struct line_frame *f);

struct annotation {
    const struct annotate_opts *o;
    struct session *s;
    struct count_opts count; /* the options, completed for this capture */
    struct filters filters;  /* the options from which the filter in `count` is completed */
    struct weights w;
    struct code *code;
    struct sources *sources;
    /* by function with samples: whether it is requested by name, or a requested function is inlined into
       it */
    bool *asked;
    bool *there; /* per requested name: whether there is such a function */
    const struct hot_function *
        /* the disassembled functions, each once, in the order of `w`; those without samples come last */
        *all;
    size_t nall;
    struct listings listings; /* the listings of `all` */
};

/* Counts a capture by address. Its session must be SESSION_RESOLVE deep and must stay open. `a` must not
   be moved in memory afterwards. False with `e` set on failure. The caller calls annotation_free() in
   either case. */
bool annotation_count(struct annotation *a, const struct annotate_opts *o, struct session *s, struct err *e);
void annotation_free(struct annotation *a);

/* asked.c: annotation_has_names(): whether functions are requested by name. annotation_name_at(): the i-th
   requested name: first those of -s, then the subject; NULL: there are fewer. */
bool annotation_has_names(const struct annotate_opts *o);
const char *annotation_name_at(const struct annotate_opts *o, size_t i);

/* annotation_find_asked() finds the requested functions; call it after the samples are counted. They are the functions with a requested name. If a
   requested name belongs to no function with samples, they are the functions into which a function of that name is
   inlined. annotation_is_asked(): whether a function is one of them. */
void annotation_find_asked(struct annotation *a);
bool annotation_is_asked(const struct annotation *a, const struct hot_function *f);

/* Calls see() with the linkage name of each function that is inlined at samples of `f`, until see() returns true. A
   name may be passed several times. Returns whether see() returned true. */
bool annotation_each_inlined(const struct annotation *a, const struct hot_function *f,
                             bool (*see)(void *arg, const char *name), void *arg);

/* Whether `name` is a name of a symbol: the name in reports, the linkage name, or one of these without the suffixes
   that compilers add (same_name.h). */
bool annotation_symbol_is_named(const struct annotation *a, const struct symbol *s, const char *name);

/* Whether the file with the function's code is available. */
bool annotation_has_code(const struct annotation *a, const struct hot_function *f);

/* Disassembles functions, which may be in any order and repeated. Takes over the array. */
bool annotation_disassemble(struct annotation *a, const struct hot_function **functions, size_t n,
                            struct err *e);
const struct listing *annotation_listing(const struct annotation *a, const struct hot_function *f);

#endif
