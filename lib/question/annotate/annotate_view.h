/* annotate_view: the private header of the output of perfolio annotate. A view shows one function, with the samples
 * of one or more events side by side. */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_VIEW_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_VIEW_H

#include "lib/question/annotate/annotation.h"
#include "lib/view/rows.h"
#include "core/annotate/flow.h"
#include "core/annotate/inlined.h"
#include "core/annotate/taken.h"
#include "core/annotate/match/match.h"

enum { VIEW_EVENTS = 32 /* most events side by side */ };

struct annotate_view {
    const struct annotate_opts *o;
    const struct session *s;
    const struct weights *w;
    const struct listing *l; /* the disassembled function */
    struct sources *sources;
    struct code *code;
    uint32_t first, n;             /* the n events from index `first` on */
    struct weight of[VIEW_EVENTS]; /* per event: the weight of the function */
    uint32_t columns;              /* number of columns of figures in text */
    bool grouped;                  /* the events are a group of the recording */
    /* which of two compared captures it shows: "first" or "second"; NULL: there is only one capture */
    const char *side;
    const struct flow *flow;
    const struct inlined_tree *tree;
    const struct style *style;
    bool arrows;
    struct rows *rows;
};

/* Makes a view of n events of a capture, without a function; annotate_view_set_function() sets the function. */
struct annotate_view annotate_view_of(const struct annotation *a, uint32_t first, uint32_t n, struct rows *r);

/* Makes the view show a function. */
void annotate_view_set_function(struct annotate_view *v, const struct annotation *a,
                                const struct hot_function *f);

/* Shows two captures side by side (compare.c). Returns the exit status. */
int annotate_compare(const struct annotate_opts *o, struct outlet *out, struct outlet *err);

/* Reports the requested functions that have no samples, with similar names that may have been meant, also if filters
   let no samples through (annotate_absent.c). `sides`: n captures that are shown side by side, or one. Returns
   whether none of the requested functions has samples. */
bool annotate_absent(const struct annotation *sides, size_t n, struct rows *r, struct outlet *err);

/* Prints that the requested functions have samples, but none is shown. Returns true. */
bool annotate_report_left_out(struct outlet *err);

/* Prints the events of two captures that have no event in common. Returns true. */
bool annotate_report_other_events(const struct annotation *sides, struct outlet *err);

/* A weight of the view's i-th event in percent, of the total that the options select (enum percent_type). */
double annotate_percent(const struct annotate_view *v, uint32_t i, const struct weight *w);

/* Append the printed name of a function: annotate_name(): of a symbol; annotate_function(): of a linkage
   name. */
void annotate_name(const struct annotate_view *v, const struct symbol *symbol, struct text *out);
void annotate_function(const struct annotate_view *v, const char *name, struct text *out);

/* Adds the source line of a frame, "a.c:12"; with the folders of the file if the options say so (full_paths). */
void annotate_line(const struct annotate_view *v, const struct line_frame *f, struct text *out);

/* annotate_text() prints the function as perf annotate --stdio does (annotate_text.c). annotate_lines() prints the
   sums per source line, --print-line (annotate_lines.c). */
void annotate_text(const struct annotate_view *v);
void annotate_lines(const struct annotate_view *v);

/* The heading of a column of figures: Percent, Samples or Period. */
const char *annotate_heading(const struct annotate_opts *o);

/* Tables of the function's basic blocks, and of the functions that are inlined into it; in text, lines begin with #
   (tables.c). */
void annotate_blocks(const struct annotate_view *v);
void annotate_inlines(const struct annotate_view *v);

/* Shows the table of basic blocks with the data of branch stacks. */
void annotate_branches(const struct annotate_view *v, const struct taken *taken);

/* Parts of annotate_text(). `struct annotate_said` has the function and source line that were printed
   last. annotate_print_source() prints those of a row if they differ. annotate_columns() appends the
   figures of a row, annotate_code() its instruction. */
struct annotate_said { /* zero-initialise for a function */
    const char *function, *file;
    uint32_t line;
};
void annotate_print_source(const struct annotate_view *v, struct annotate_said *s,
                           const struct listing_row *row, int digits);
void annotate_columns(const struct annotate_view *v, const struct listing_row *row, struct text *t);
void annotate_code(const struct annotate_view *v, const struct listing_row *row, struct text *t);

/* annotate_highest_percent(): the highest percentage of an instruction among the view's events.
   annotate_add_hot_path(): if `most` is above half a percent, adds the source line of the instruction (--print-line),
   unless this equals `last`. */
double annotate_highest_percent(const struct annotate_view *v, const struct listing_row *row);
void annotate_add_hot_path(const struct annotate_view *v, const struct listing_row *row, double most,
                           struct text *last, struct text *t);

/* Adds the successors of a block: the target of its last instruction, and the next block (tables.c). */
void annotate_add_successors(const struct annotate_view *v, const struct flow_block *b, struct text *out);

/* Adds the operands of an instruction, with the names of the addresses that they refer to. */
void annotate_operands(const struct annotate_view *v, const struct insn *insn, struct text *out);

/* Adds the name of an address in the object's address space (svma): "counters+0x18". False: no symbol covers the
   address. */
bool annotate_add_place_name(const struct annotate_view *v, uint64_t svma, struct text *out);

/* annotate_rows() writes the function as an object of rows (annotate_rows.c). annotate_each_event() writes a copy of
   the n columns `each` for each event of the view to `c`, and returns the number of columns written. */
void annotate_rows(const struct annotate_view *v);
size_t annotate_each_event(const struct annotate_view *v, const struct rows_column *each, size_t n,
                           struct rows_column *c);

/* Prints which of the requested functions are inlined into the shown function, and their shares; lines begin with #
   (asked.c). */
void annotate_show_asked_inlines(const struct annotate_view *v, const struct annotation *a);

/* Print lines that begin with # about limits of trust in the output. annotate_show_trust(): doubts about
   the function's code. annotate_show_source_trust(): source files that may be of another version, in JSON
   as a list; files that `other`, the view of the other side, reports are left out. annotate_show_skid():
   events whose samples may be after the instruction that caused them. */
void annotate_show_trust(const struct annotate_view *v);
void annotate_show_source_trust(const struct annotate_view *v, const struct annotate_view *other);
void annotate_show_skid(const struct annotate_view *v);

/* Whether the address of a sample of this event may be after the instruction that caused it. */
bool annotate_event_may_skid(const struct event *e);

/* Growth: the instructions of a function that cost more, or less, on the second of two sides. */

/* Shows, in JSON and in lines that begin with #, by how much a run of the second side costs more than a run of the
   first side: the whole function, and the instructions that changed by more than the random error of sampling, the
   largest change first. `v` has the views of both sides, `runs` their numbers of runs. Shows nothing if a side does
   not have the function. */
void growth_show(const struct annotate_view *v, const struct alignment *al, const uint32_t *runs,
                 struct rows *r);

#endif
