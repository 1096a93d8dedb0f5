/* view: what the texts of perfolio annotate are made of: the events that stand side by side, the functions
 * with samples of them, and how they are shown. */
#ifndef PERFOLIO_CLI_ANNOTATE_VIEW_H
#define PERFOLIO_CLI_ANNOTATE_VIEW_H

#include "cli/annotate/options.h"
#include "cli/annotate/sources.h"
#include "cli/output/rows.h"
#include "core/annotate/flow.h"
#include "core/annotate/inlined.h"

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
    bool grouped;                  /* they are a group of the recording */
    const struct flow *flow;
    bool colors, arrows;
    struct rows *rows;
};

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

/* Tables of its basic blocks and of what was inlined into it, behind # in text (tables.c). */
void annotate_blocks(const struct annotate_view *v);
void annotate_inlines(const struct annotate_view *v);

/* The operands of an instruction, with the names of what they lead to. */
void annotate_operands(const struct annotate_view *v, const struct insn *insn, struct text *out);

/* "counters+0x18": what an address of the ELF headers is called. False: nothing covers it. */
bool annotate_place(const struct annotate_view *v, uint64_t svma, struct text *out);

/* The function as an object of rows (rows.c). */
void annotate_rows(const struct annotate_view *v);

/* How far what is shown can be relied on, lines with a # in front: the function's code, and the events. */
void annotate_trust(const struct annotate_view *v);
void annotate_skid(const struct annotate_view *v);

#endif
