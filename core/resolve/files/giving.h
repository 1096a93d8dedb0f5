/*
 * giving: whether a file of this host may be given to others together with a capture. The capture may come from a stranger,
 * who can guess everything in it: paths, inodes, the name of this host, pids, release and build-id of a kernel. So a file to
 * which only the capture led may be given if
 *
 *   it contains the recorded build-id        who knows that has seen the file or an equal one; it needs 8 bytes at least (lld's
 *                                            shortest), because shorter ones can be guessed
 *   everyone on this host may read it        file_is_world_readable()
 *   it is the listing of the recorded boot   its reference symbol is at the recorded address, which moves from boot to boot, or
 *                                            the kernel's build-id is the recorded one
 *
 * or if its owner allows it. A kernel has few possible addresses, 512 on x86, which many captures could try: once a listing was
 * refused in a run of the program, no other one is given in it (struct source_list). Whether a file is the recorded one is another
 * question (identity.h).
 */
#ifndef PERFOLIO_CORE_RESOLVE_FILES_GIVING_H
#define PERFOLIO_CORE_RESOLVE_FILES_GIVING_H

#include "core/resolve/symtab.h"

enum giving {
    GIVING_PROVEN,   /* proven by its build-id, or as the listing of the recorded boot */
    GIVING_EVERYONE, /* not proven, but everyone on this host may read it */
    GIVING_PRIVATE,
};

/* Classifies a file that identity_judge() accepted. */
enum giving giving_classify(const struct want *w, const struct symbol_reader *reader, const struct blob *b);

#endif
