/*
 * folio_lines: source lines and inlined calls of the addresses in samples, and of all addresses of hot
 * functions. The packer looks them up, so a reader does not need the DWARF (docs/folio.md, "Source lines").
 * The frames of an address are its inlined calls, from the innermost one outwards, and last the function
 * itself.
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

/* Adds the frames of an address, in the form of struct line_reader's at(), at most LINE_FRAMES_MOST. Does
   nothing if the address has frames already. */
void folio_lines_add(struct folio_lines *l, uint64_t addr, const struct line_frame *frames, size_t n);

/* Adds a run: the addresses [addr, end) of a hot function, which all have these frames. */
void folio_lines_add_run(struct folio_lines *l, uint64_t addr, uint64_t end, const struct line_frame *frames,
                         size_t n);

/* Adds the text of a source line: n bytes, without the line feed. */
void folio_lines_add_text(struct folio_lines *l, const char *file, uint32_t line, const char *text, size_t n);

/* Notes that the source text of a file is from another version than the compiled one (struct line_frame,
   other_text). */
void folio_lines_add_other_version(struct folio_lines *l, const char *file);

/* Adds all source texts that `from` has. */
void folio_lines_add_texts(struct folio_lines *l, const struct folio_lines *from);

/* Appends the section of addresses and texts to `out`, and, if there are runs, the section of runs to
   `runs`. Nothing may be added to `l` afterwards. */
void folio_lines_put(struct folio_lines *l, struct text *out, struct text *runs);

/* Reads both sections; `runs` is empty if the folio has no section of runs. The result does not borrow
   their bytes. NULL with `e` set: a section is damaged. */
struct folio_lines *folio_lines_take(struct span section, struct span runs, struct err *e);

/* Where the texts of source lines are in the section from which `l` was read: their offset, and in *n their bytes. */
size_t folio_lines_texts_at(const struct folio_lines *l, size_t *n);

/* Writes the frames of an address, with their source texts, like at() of struct line_reader. `l` must be a
   result of folio_lines_take(). */
size_t folio_lines_at(const struct folio_lines *l, uint64_t addr, struct line_frame *out, size_t max,
                      uint64_t *end);

/* Source lines of whole functions, as runs of addresses with the same frames (docs/folio.md, "Source
   lines"). Frames are nodes of trees: the parent of a frame is the frame into which it is inlined. So each
   list of outer frames is stored once. Private to folio_lines.c and folio_runs.c. Names of functions and
   files are ids of texts in struct folio_lines. */

struct folio_frame {
    uint32_t function, file; /* ids of texts; 0: none */
    uint32_t line, column;
};

/* Zero-initialise. */
struct folio_runs {
    struct folio_node {
        struct folio_frame frame;
        /* index + 1 of the node into which this one is inlined, which has a smaller index; 0: none */
        uint32_t outer;
        uint32_t depth; /* number of frames: this one and all outer frames */
    } * nodes;
    size_t nnodes, cap_nodes;
    struct idmap of; /* hash of a node -> its index + 1; used while runs are added */
    struct folio_run {
        uint64_t start, end; /* end exclusive */
        uint32_t node;
    } * v; /* after folio_runs_settle() or folio_runs_take(): sorted by address, without overlaps */
    size_t n, cap;
};

/* Adds a run: the addresses [start, end) and their frames, the innermost first. Runs may overlap if the
   common addresses have the same frames in both. */
void folio_runs_add(struct folio_runs *r, uint64_t start, uint64_t end, const struct folio_frame *frames,
                    size_t n);

/* Sorts runs and nodes, so that the result does not depend on the order in which they were added. Nothing may be added
   afterwards. */
void folio_runs_settle(struct folio_runs *r);

/* Appends the bytes of the section, after folio_runs_settle(). `text_of` maps the id of a text to the number of the
   text in the section. */
void folio_runs_put(const struct folio_runs *r, const uint32_t *text_of, struct text *out);

/* Reads a section. The numbers of texts in it must not exceed `ntexts`. False: the section is damaged. The caller
   calls folio_runs_free() in any case. */
bool folio_runs_take(struct folio_runs *r, struct span section, uint64_t ntexts);

/* The node of the innermost frame of an address; NULL: none. *end receives the end (exclusive) of the range from
   `addr` on in which the result is the same. */
const struct folio_node *folio_runs_find(const struct folio_runs *r, uint64_t addr, uint64_t *end);

void folio_runs_free(struct folio_runs *r);

#endif
