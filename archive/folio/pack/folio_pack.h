/*
 * folio_pack: from captures and the objects that their sessions found to a folio. Captures are added one
 * after the other, each while its session is open; what several of them need is kept once: an object by its
 * identity and its symbols, of which, at the level `min`, those that any of them touches.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_FOLIO_PACK_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_FOLIO_PACK_H

#include "archive/folio/pack/pack_input.h"

struct pack;

/* Begin a folio that will be at `path`. NULL with `e` set. */
struct pack *folio_pack_new(const char *path, const struct pack_opts *o, struct err *e);

/* Add a capture. False with `e` set: the folio cannot be made. */
bool folio_pack_add(struct pack *p, const struct pack_input *in, struct problems *problems, struct err *e);

/* Write the rest and give the file its name (a dry run does not). */
bool folio_pack_finish(struct pack *p, struct err *e);

/* The i-th row; once finished. NULL behind the last. */
const struct pack_row *folio_pack_row_at(const struct pack *p, size_t i);

/* Samples of all captures; how many objects there are, and once finished how many bytes. */
uint64_t folio_pack_samples(const struct pack *p);
size_t folio_pack_objects(const struct pack *p);
uint64_t folio_pack_size(const struct pack *p);

/* Drop what is not finished, and free. */
void folio_pack_free(struct pack *p);

#endif
