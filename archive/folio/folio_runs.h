/*
 * folio_runs: where whole functions are in the source, by runs of addresses that are in the same place of it
 * (docs/folio.md, "Source lines"). A place is a frame and the one that it was inlined into, so that what many
 * have in common is there once. Private to folio_lines, which has the texts.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_RUNS_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_RUNS_H

#include "core/base/cur.h"
#include "core/base/idmap.h"
#include "core/base/text.h"

struct folio_frame {
    uint32_t function, file; /* texts, by their ids; 0: none */
    uint32_t line, column;
};

/* Zero-initialise. */
struct folio_runs {
    struct folio_node {
        struct folio_frame frame;
        uint32_t outer; /* the node that it was inlined into, + 1; 0: none. It comes before */
        uint32_t depth; /* how many frames it has with those */
    } * nodes;
    size_t nnodes, cap_nodes;
    struct idmap of; /* hash of a node -> its number + 1, of runs that are added */
    struct folio_run {
        uint64_t start, end; /* end exclusive */
        uint32_t node;
    } * v; /* settled or taken: by address, not overlapping */
    size_t n, cap;
};

/* Add the frames of the addresses [start, end), the innermost first. Runs may overlap where they say the same.
 */
void folio_runs_add(struct folio_runs *r, uint64_t start, uint64_t end, const struct folio_frame *frames,
                    size_t n);

/* Put runs and nodes in an order that does not depend on how they came; nothing is added behind this. */
void folio_runs_settle(struct folio_runs *r);

/* Add the section, of runs that are settled; `text_of` has the number of each text by its id. */
void folio_runs_put(const struct folio_runs *r, const uint32_t *text_of, struct text *out);

/* Read a section whose frames have numbers up to `ntexts` as texts. False: it is damaged; to be freed. */
bool folio_runs_take(struct folio_runs *r, struct span section, uint64_t ntexts);

/* The node of an address, NULL: it has none; *end receives how far that holds. */
const struct folio_node *folio_runs_find(const struct folio_runs *r, uint64_t addr, uint64_t *end);

void folio_runs_free(struct folio_runs *r);

#endif
