/*
 * folio_lines: source lines and inlined calls of the addresses in samples, and of all addresses of hot functions. They
 * are resolved during packing, so that readers do not need the DWARF (docs/folio.md, "Source lines").
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_LINES_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_LINES_H

#include "core/base/text.h"
#include "core/resolve/resolve_lines.h"
#include "core/base/cur.h"
#include "core/base/idmap.h"

struct folio_lines;

struct folio_lines *folio_lines_new(void);
void folio_lines_free(struct folio_lines *l);

/* Adds the frames of an address (struct line_reader, at()), at most LINE_FRAMES_MOST. Ignored if the address is there
   already. */
void folio_lines_add(struct folio_lines *l, uint64_t addr, const struct line_frame *frames, size_t n);

/* Adds the frames of all addresses in [addr, end), of a hot function. */
void folio_lines_add_run(struct folio_lines *l, uint64_t addr, uint64_t end, const struct line_frame *frames,
                         size_t n);

/* Adds the text of a line of a file, without the line feed. */
void folio_lines_add_text(struct folio_lines *l, const char *file, uint32_t line, const char *text, size_t n);

/* Notes that the texts of a file are of another version than the code (struct line_frame, other_text). */
void folio_lines_add_other_version(struct folio_lines *l, const char *file);

/* Adds all texts of `from`. */
void folio_lines_add_texts(struct folio_lines *l, const struct folio_lines *from);

/* Appends the sections: to `out` that of addresses and texts, to `runs` that of runs if there are any. Nothing may be
   added to `l` afterwards. */
void folio_lines_put(struct folio_lines *l, struct text *out, struct text *runs);

/* Reads the sections, which the result does not refer to; `runs` is empty if there is none. NULL with `e` set. */
struct folio_lines *folio_lines_take(struct span section, struct span runs, struct err *e);

/* The frames of an address, as at() gives them, with their texts. Only for the result of folio_lines_take(). */
size_t folio_lines_at(const struct folio_lines *l, uint64_t addr, struct line_frame *out, size_t max,
                      uint64_t *end);

/* Source lines of whole functions, as runs of addresses with the same frames (docs/folio.md, "Source
   lines"). Frames are nodes of trees, below the frame that they were inlined into, so that shared ones are there once.
   Private to folio_lines, which has the texts. */

struct folio_frame {
    uint32_t function, file; /* ids of texts; 0: none */
    uint32_t line, column;
};

/* Zero-initialise. */
struct folio_runs {
    struct folio_node {
        struct folio_frame frame;
        uint32_t outer; /* the node that it was inlined into + 1, which is in front of it; 0: none */
        uint32_t depth; /* number of frames: itself and all outer ones */
    } * nodes;
    size_t nnodes, cap_nodes;
    struct idmap of; /* hash of a node -> its index + 1; used while runs are added */
    struct folio_run {
        uint64_t start, end; /* end exclusive */
        uint32_t node;
    } * v; /* once settled or read: by address, without overlaps */
    size_t n, cap;
};

/* Adds the frames of the addresses [start, end), the innermost first. Runs may overlap if they have the same frames
   there. */
void folio_runs_add(struct folio_runs *r, uint64_t start, uint64_t end, const struct folio_frame *frames,
                    size_t n);

/* Sorts runs and nodes, so that the result does not depend on the order in which they were added. Nothing may be added
   afterwards. */
void folio_runs_settle(struct folio_runs *r);

/* Appends the section; the runs are settled. `text_of` has for each id of a text its number in the section. */
void folio_runs_put(const struct folio_runs *r, const uint32_t *text_of, struct text *out);

/* Reads a section whose texts have numbers up to `ntexts`. False: it is damaged. Free in any case. */
bool folio_runs_take(struct folio_runs *r, struct span section, uint64_t ntexts);

/* The node of an address; NULL: none. *end receives the address up to which this result is the same. */
const struct folio_node *folio_runs_find(const struct folio_runs *r, uint64_t addr, uint64_t *end);

void folio_runs_free(struct folio_runs *r);

#endif
