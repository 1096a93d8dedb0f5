/*
 * sharing: whether a file of this host may be given to others together with a capture. The capture may come
 * from a stranger, who can guess everything in it: paths, inodes, the name of this host, pids, release and
 * build-id of a kernel. A file that was found only because the capture names it may be shared if its owner
 * allows it, or if
 *
 *   it contains the recorded build-id       a person who knows the id has seen an equal file; an id of fewer
 *                                           than 8 bytes (lld's shortest) can be guessed and does not count
 *   everyone on this host may read it       file_is_world_readable()
 *   it is the listing of the recorded boot  its reference symbol is at the recorded address, which moves from
 *                                           boot to boot, or the kernel's build-id is the recorded one
 *
 * A kernel has few possible addresses (512 on x86), which an attacker could try with many captures. So once a
 * listing was refused, no listing is shared any more in this run of the program (struct source_list). Whether
 * a file is the recorded one is decided separately (identity.h).
 */
#ifndef PERFOLIO_CORE_RESOLVE_FILES_SHARING_H
#define PERFOLIO_CORE_RESOLVE_FILES_SHARING_H

#include "core/resolve/symtab.h"

enum sharing {
    SHARING_PROVEN,   /* proven by its build-id, or as the listing of the recorded boot */
    SHARING_EVERYONE, /* not proven, but everyone on this host may read it */
    SHARING_PRIVATE,
};

/* Classifies a file that identity_judge() accepted. */
enum sharing sharing_classify(const struct want *w, const struct symbol_reader *reader, const struct blob *b);

#endif
