/* columns: what tables about both sides have in common: what each weighs there, and whether it is on both. */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_BOTH_COLUMNS_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_BOTH_COLUMNS_H

#include "lib/question/annotate/both/both.h"

enum columns_change { COLUMNS_SAME, COLUMNS_REMOVED, COLUMNS_ADDED, COLUMNS_CHANGED };

/* How it is called, and the character for it in text. */
extern const char *const columns_changes[];
extern const char *const columns_marks[];

/* Of one side, behind each other: those of the weight first. */
enum { COLUMNS_SAMPLES, COLUMNS_PERIOD, COLUMNS_PERCENT, COLUMNS_WEIGHTS };

#define COLUMNS_MEMBER(side, member, kind)                                                                   \
    {                                                                                                        \
        .name = member, .of = side, .type = VALUE_##kind                                                     \
    }
#define COLUMNS_WEIGHT(side)                                                                                 \
    COLUMNS_MEMBER(side, "samples", COUNT), COLUMNS_MEMBER(side, "period", COUNT),                           \
        COLUMNS_MEMBER(side, "percent", PERCENT)

/* What text has of both: the mark of the change, then samples and percent of each side. */
enum {
    COLUMNS_MARK,
    COLUMNS_SHOWN_OLD,
    COLUMNS_SHOWN_NEW = COLUMNS_SHOWN_OLD + 2,
    COLUMNS_SHOWN = COLUMNS_SHOWN_NEW + 2
};

#define COLUMNS_TEXT(heading, wide, kind)                                                                    \
    {                                                                                                        \
        .header = heading, .width = wide, .right = true, .type = VALUE_##kind                                \
    }
#define COLUMNS_FIGURES COLUMNS_TEXT("Samples", 9, COUNT), COLUMNS_TEXT("Percent", 8, PERCENT)
#define COLUMNS_IN_TEXT COLUMNS_TEXT("", 1, TEXT), COLUMNS_FIGURES, COLUMNS_FIGURES

/* Fill in what a side weighs (NULL: it is not there): of the side's columns, and of those that text has. */
void columns_weigh(const struct annotate_view *v, int side, const struct weight *w, struct value *cells,
                   struct value *shown);

/* A table behind #, with its heading. */
void columns_begin(struct rows *r, const struct rows_table *t);

#endif
