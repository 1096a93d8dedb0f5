/* annotation: a capture whose samples are counted by address, and functions of it taken apart. */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_ANNOTATION_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_ANNOTATION_H

#include "lib/options/filters.h"
#include "lib/question/common/common.h"
#include "core/annotate/listing.h"
#include "archive/source_files.h"

/* What perfolio annotate may be asked for. */

/* What a percentage is of. */
enum percent_type { PERCENT_LOCAL_PERIOD, PERCENT_GLOBAL_PERIOD, PERCENT_LOCAL_HITS, PERCENT_GLOBAL_HITS };

enum annotate_colors { COLORS_AUTO, COLORS_ALWAYS, COLORS_NEVER };

struct annotate_opts {
    struct common_opts common;
    struct count_opts count;
    struct filters filters; /* of count.filter */
    struct words symbols;   /* -s; the subject is another */
    char *was; /* what the one that is asked for is called on the first of two sides; NULL: the same */
    struct words prefixes; /* --source-prefix OLD=NEW */
    char *prefix;          /* --prefix */
    unsigned prefix_strip;
    char *objdump, *style; /* of struct disassembler_opts */
    int percent_type;      /* enum percent_type */
    int colors;            /* enum annotate_colors */
    int source, arrows;    /* arrows: below 0: on a terminal */
    unsigned top;          /* functions that are shown; 0: all */
    double percent_limit;  /* below 0: none was asked for */
    bool blocks, inlines, branches, group, raw, print_line, full_paths, samples, period, skip_missing, quiet;
};

/* annotate.c: one capture, or two of them. */
int annotate_run(const void *opts, struct outlet *out, struct outlet *err);

/* The text of source lines: what a folio keeps of them, else that of files of this machine, where these are that source
   (source_files.h); else what servers have for the build-id, where they are asked. */

struct sources;

/* What `paths` points to is borrowed. The resolver asks servers (--debuginfod) for what is not there, or of another version. */
struct sources *sources_new(const struct source_paths *paths, struct resolver *r);
void sources_free(struct sources *s); /* NULL: nothing */

/* The text of the line of a frame in an object without its end, borrowed: *n bytes; NULL: it is not at hand. */
const char *sources_line(struct sources *s, const struct object *o, const struct line_frame *f, size_t *n);

/* How far the text of a source file can be trusted; reported once per file. */
enum source_age {
    SOURCE_FITS, /* it was kept with the code, is of the build-id, has the MD5 of the file that was compiled, or,
                    where that is not recorded, is older than the code; or it is not at hand, or was asked about */
    SOURCE_NEWER,    /* it was written to after the code was built */
    SOURCE_UNKNOWN,  /* it is of this machine, and when the code was built is unknown */
    SOURCE_OTHER,    /* it is of another version: its MD5 is not that of the file that was compiled */
    SOURCE_WITHHELD, /* there is one at its path, and nothing speaks for it: it is not shown */
    SOURCE_UNREAD,   /* it is there, and cannot be read */
};
enum source_age sources_age(struct sources *s, const struct object *o, const struct line_frame *f,
                            uint64_t built /* ns since 1970; 0: unknown */);

/* Why a file cannot be read, of one that is SOURCE_UNREAD. */
const char *sources_read_error(struct sources *s, const struct object *o, const struct line_frame *f);

/* Where the file lies that is SOURCE_WITHHELD. */
const char *sources_withheld(struct sources *s, const struct object *o, const struct line_frame *f);

/* The earlier answer of sources_age() for a frame's file. */
enum source_age sources_known_age(struct sources *s, const struct line_frame *f);

struct annotation {
    const struct annotate_opts *o;
    struct session *s;
    struct count_opts count; /* what the options come to with this capture, */
    struct filters filters;  /* and these of its filter */
    struct weights w;
    struct code *code;
    struct sources *sources;
    bool *asked; /* per function with samples: it is asked for by name, or has what is inlined */
    bool *there; /* per word that asks: whether there is such a function */
    const struct hot_function *
        *all; /* those taken apart, each once, as they stand in the weights, those without samples last */
    size_t nall;
    struct listings listings; /* of these */
};

/* Count a capture, whose session is deep enough (SESSION_RESOLVE) and stays open. Not to be moved. False with `e` set. Freed
   with annotation_free() in either case. */
bool annotation_count(struct annotation *a, const struct annotate_opts *o, struct session *s, struct err *e);
void annotation_free(struct annotation *a);

/* asked.c. Whether functions are asked for by name; and the i-th of these names (-s, then the subject); NULL: none. */
bool annotation_has_names(const struct annotate_opts *o);
const char *annotation_name_at(const struct annotate_opts *o, size_t i);

/* Find what is asked for, once samples are counted: functions of these names, or those into which one is inlined that
   no function with samples has; and whether a function is one of them. */
void annotation_find_asked(struct annotation *a);
bool annotation_is_asked(const struct annotation *a, const struct hot_function *f);

/* Calls see() with the linkage name of each function inlined at samples of `f`, until see() returns true. Returns whether it did.
   One may be given again and again. */
bool annotation_each_inlined(const struct annotation *a, const struct hot_function *f,
                             bool (*see)(void *arg, const char *name), void *arg);

/* Whether a symbol is called so: as reports show it, as it is linked, or without what compilers add (same_name.h). */
bool annotation_symbol_is_named(const struct annotation *a, const struct symbol *s, const char *name);

/* Whether the file with its code is at hand. */
bool annotation_has_code(const struct annotation *a, const struct hot_function *f);

/* Disassembles functions, in any order, repeats allowed; takes over the array. */
bool annotation_disassemble(struct annotation *a, const struct hot_function **functions, size_t n,
                            struct err *e);
const struct listing *annotation_listing(const struct annotation *a, const struct hot_function *f);

#endif
