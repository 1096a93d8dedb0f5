/*
 * target: what is at the place where a folio will be. It is asked once, and has three answers: nothing is
 * lost if it gives way; there is a folio; it must not be touched. What will be read, too, is held from then
 * on, so that what others add to it meanwhile is not lost (core/base/file/held.h).
 */
#ifndef PERFOLIO_CLI_FOLIO_TARGET_H
#define PERFOLIO_CLI_FOLIO_TARGET_H

#include "core/base/file/held.h"

struct target {
    struct held held;
    bool holds; /* it is read, and replaced only if it is still what was read */
    bool folio; /* there is one */
};

/* Look at `path`; `reads`: what is there will be read. `busy` is called before it waits for another program.
 * False with `e` set: it is no folio, or cannot be read; nothing may be written there. */
bool target_look(struct target *t, const char *path, bool reads, void (*busy)(void *arg), void *arg,
                 struct err *e);

/* Harmless on zeros. */
void target_close(struct target *t);

#endif
