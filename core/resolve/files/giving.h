/*
 * giving: whether what this host has of an object may be given away with a capture. The capture may be a stranger's, and all
 * that stands in one can be guessed: paths, inodes, the name of this host, numbers of processes, the release and the build-id
 * of a kernel. So a file to which the capture alone led may be given if
 *
 *   it has the recorded build-id in it       whoever knows that has seen the file, or one that is the same; of 8 bytes at least
 *                                            (lld has none shorter), for shorter ones can be tried
 *   everyone on this host may read it        file_is_everyones()
 *   it is the listing of the boot that was   its reference symbol lies where the capture has it, and that moves from boot to boot
 *   recorded                                 or the kernel's build-id is the recorded one
 *
 * and otherwise if its owner says so. Where a kernel lies has few places, 512 on x86, and many captures may try them: once a
 * listing was refused in a run of the program, no other one is given in it (struct chain). That a file is the recorded one is
 * another question (identity.h).
 */
#ifndef PERFOLIO_CORE_RESOLVE_FILES_GIVING_H
#define PERFOLIO_CORE_RESOLVE_FILES_GIVING_H

#include "core/resolve/symtab.h"

enum giving {
    GIVING_PROVEN,   /* by its build-id, or as a boot's listing */
    GIVING_EVERYONE, /* nothing proves it, but it is no secret here */
    GIVING_PRIVATE,
};

/* Of a blob that was judged to be the object's (identity_judge()). */
enum giving giving_of(const struct want *w, const struct symbol_reader *reader, const struct blob *b);

#endif
