/* What perfolio annotate may be asked for. */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_OPTIONS_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_OPTIONS_H

#include "lib/options/filters.h"
#include "lib/question/common/common.h"
#include "core/annotate/listing.h"

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

#endif
