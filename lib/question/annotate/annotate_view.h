/* view: what the texts of perfolio annotate are made of: the events that stand side by side, the functions
 * with samples of them, and how they are shown. */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_VIEW_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_VIEW_H

#include "lib/question/annotate/annotation.h"
#include "lib/view/rows.h"
#include "core/annotate/flow.h"
#include "core/annotate/inlined.h"
#include "core/annotate/taken.h"
#include "core/annotate/match/match.h"

enum { VIEW_EVENTS = 32 /* side by side */ };

struct annotate_view {
    const struct annotate_opts *o;
    const struct session *s;
    const struct weights *w;
    const struct listing *l; /* the function */
    struct sources *sources;
    struct code *code;
    uint32_t first, n;             /* the events */
    struct weight of[VIEW_EVENTS]; /* what the function has of each */
    uint32_t columns;              /* of figures in text */
    bool grouped;                  /* they are a group of the recording */
    const char *side;              /* of two captures: "first" or "second"; NULL: it is about one */
    const struct flow *flow;
    const struct inlined_tree *tree;
    bool colors, arrows;
    struct rows *rows;
};

/* The view of a capture's events; `l` and `of` are to be set for each function. */
struct annotate_view annotate_view_of(const struct annotation *a, uint32_t first, uint32_t n, struct rows *r);

/* Makes the view show a function. */
void annotate_view_set_function(struct annotate_view *v, const struct annotation *a,
                                const struct hot_function *f);

/* Two captures side by side (compare.c), the exit status. */
int annotate_compare(const struct annotate_opts *o, struct outlet *out, struct outlet *err);

/* Show which functions that are asked for have no samples, and what may have been meant; also where filters let
   nothing through (absent.c). Of one capture, or of several side by side. Whether nothing of it has samples. */
bool annotate_absent(const struct annotation *sides, size_t n, struct rows *r, struct outlet *err);

/* Show that nothing of what is asked for is shown though it has samples. True. */
bool annotate_report_left_out(struct outlet *err);

/* Name the events of two captures that have none in common. True. */
bool annotate_report_other_events(const struct annotation *sides, struct outlet *err);

/* The share of a weight of the i-th of the events, in percent, by what was asked for. */
double annotate_percent(const struct annotate_view *v, uint32_t i, const struct weight *w);

/* A name as it is shown: of a function, of a symbol as linked. */
void annotate_name(const struct annotate_view *v, const struct symbol *symbol, struct text *out);
void annotate_function(const struct annotate_view *v, const char *name, struct text *out);

/* "a.c:12", with its folders if they are asked for. */
void annotate_line(const struct annotate_view *v, const struct line_frame *f, struct text *out);

/* The function as perf annotate --stdio prints it (text.c), and the sums of its lines, --print-line
   (lines.c). */
void annotate_text(const struct annotate_view *v);
void annotate_lines(const struct annotate_view *v);

/* The heading of a column of figures: Percent, Samples or Period. */
const char *annotate_heading(const struct annotate_opts *o);

/* Tables of its basic blocks and of what was inlined into it, behind # in text (tables.c). */
void annotate_blocks(const struct annotate_view *v);
void annotate_inlines(const struct annotate_view *v);

/* The blocks by what branch stacks say of them. */
void annotate_branches(const struct annotate_view *v, const struct taken *taken);

/* Parts of that text: what stands in front of an instruction where it differs from what stood in front of the
   last one; a line that is no instruction, with its number of source (0: none); the figures of a row; its code. */
struct annotate_said { /* zero-initialise for a function */
    const char *function, *file;
    uint32_t line;
};
void annotate_print_source(const struct annotate_view *v, struct annotate_said *s,
                           const struct listing_row *row, int digits);
void annotate_columns(const struct annotate_view *v, const struct listing_row *row, struct text *t);
void annotate_code(const struct annotate_view *v, const struct listing_row *row, struct text *t);

/* What an instruction weighs of the event that it weighs most of, in percent; and behind one that weighs more than half a
   percent its line (--print-line), unless it is the `last` one. */
double annotate_highest_percent(const struct annotate_view *v, const struct listing_row *row);
void annotate_add_hot_path(const struct annotate_view *v, const struct listing_row *row, double most,
                           struct text *last, struct text *t);

/* What a block goes on to: where its last row leads, and the next block (tables.c). */
void annotate_add_successors(const struct annotate_view *v, const struct flow_block *b, struct text *out);

/* The operands of an instruction, with the names of what they lead to. */
void annotate_operands(const struct annotate_view *v, const struct insn *insn, struct text *out);

/* "counters+0x18": what an address of the ELF headers is called. False: nothing covers it. */
bool annotate_add_place_name(const struct annotate_view *v, uint64_t svma, struct text *out);

/* The function as an object of rows (rows.c); and n columns for each event, to the front of `c`: how many they are. */
void annotate_rows(const struct annotate_view *v);
size_t annotate_each_event(const struct annotate_view *v, const struct rows_column *each, size_t n,
                           struct rows_column *c);

/* Which of the names that are asked for is inlined into the function, with its share, lines with a # in front
   (asked.c). */
void annotate_show_asked_inlines(const struct annotate_view *v, const struct annotation *a);

/* Prints, behind #, what limits trust in the output: the function's code, the files of source that may be of another version, a
   list of rows, too; those of one side alone but for what the other one's lines have; and the events. */
void annotate_show_trust(const struct annotate_view *v);
void annotate_show_source_trust(const struct annotate_view *v, const struct annotate_view *other);
void annotate_show_skid(const struct annotate_view *v);

/* Whether samples of an event may stand behind the instruction that they are of. */
bool annotate_event_may_skid(const struct event *e);

/* Which instructions of a function cost more, or less, on the second of two sides. */

/* Show, behind # and in JSON, what a run of the second side costs more than one of the first: the function as a whole, and those
   instructions that changed by more than the chance of sampling, most first. `v` are both sides, `runs` how many each
   has. Nothing where a side has no such function. */
void growth_show(const struct annotate_view *v, const struct alignment *al, const uint32_t *runs,
                 struct rows *r);

#endif
