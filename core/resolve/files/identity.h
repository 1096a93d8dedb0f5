/*
 * identity: whether a file is the object that was mapped. Only this file decides that, from all kinds of evidence, a row for
 * each (identity.c):
 *
 *   evidence    of the recording                      of what was found
 *   build-id    of the mapping, or of the header's    its note, or what its place in a cache says
 *               table if it is good (id_doubt.h)
 *   checksum    of the link in the mapped file        its bytes (debug files)
 *   file        device, inode, generation, and when   the same of a file at the recorded path, on the machine that
 *               the recording ended                   recorded
 *   segment     address, length and file offset of    program headers, and the size of the file
 *               the code that was mapped
 *   module      its name                              .modinfo, .gnu.linkonce.this_module
 *   kernel      where it and its modules lay          where its symbols say that it begins and ends
 *   machine     its architecture                      of the ELF header
 *   path        the path                              the place where it lay: chooses, and proves nothing
 *
 * Any contradiction wins over everything that agrees. Build-id, checksum and file are proof; the others alone leave a file that
 * matches by name only. The author of a capture can choose paths, inodes and the name of a host, so these prove nothing about
 * this host to others: giving files to others needs more (archive/source/live.c).
 */
#ifndef PERFOLIO_CORE_RESOLVE_FILES_IDENTITY_H
#define PERFOLIO_CORE_RESOLVE_FILES_IDENTITY_H

#include "core/base/text.h"
#include "core/resolve/symtab.h"

struct identity_case {
    const struct want *want;
    const struct symbol_reader *reader;
    struct blob *blob;       /* `says` receives the evidence */
    const struct arch *arch; /* the recorded machine; NULL: unknown */
    bool agreed;             /* the kernel's layout agreed when the same file was asked for before */
    /* Time of the recording, ns since 1970; until 0: this is not the machine that recorded. For a copied capture `until` is the
       time of the copy. */
    uint64_t since, until;
};

enum identity {
    IDENTITY_OTHER, /* another object: `why` says what contradicts, or that it cannot be told from others */
    IDENTITY_UNUSABLE,  /* it cannot be read, `why` says why */
    IDENTITY_NAME_ONLY, /* nothing contradicts and nothing proves it: `why` says what is missing */
    IDENTITY_PROVEN,
};
/* Judges a file by all kinds of evidence; fills blob->says. */
enum identity identity_judge(const struct identity_case *c, struct err *why);

/* For choosing among files of one build-id: whether the program headers explain all mapped segments. */
bool identity_segments_fit(const struct blob *b);

/* For the same choice: whether the file is at the recorded path or has the recorded inode. */
bool identity_place_agrees(const struct blob *b);

/* Adds the evidence, "build-id agrees, segment agrees"; nothing if none was judged. */
void identity_text(const struct blob *b, struct text *out);

#endif
