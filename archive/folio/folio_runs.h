/*
 * folio_runs: source lines of whole functions, as runs of addresses with the same frames (docs/folio.md, "Source
 * lines"). Frames are nodes of trees, below the frame that they were inlined into, so that shared ones are there once.
 * Private to folio_lines, which has the texts.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_RUNS_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_RUNS_H

#include "core/base/cur.h"
#include "core/base/idmap.h"
#include "core/base/text.h"

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
