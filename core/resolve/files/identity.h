/*
 * identity: whether an object that was found is the one that was mapped. Decided here and nowhere else, from all the evidence
 * that there is, one row for each kind (identity.c):
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
 * What contradicts wins over everything that agrees. Build-id, checksum and file prove; the others, alone, make it one that
 * only its name speaks for. What the author of a capture can choose (paths, inodes, the name of a host) proves
 * nothing about this host to anybody else: who gives files away asks for more (archive/source/live.c).
 */
#ifndef PERFOLIO_CORE_RESOLVE_FILES_IDENTITY_H
#define PERFOLIO_CORE_RESOLVE_FILES_IDENTITY_H

#include "core/base/text.h"
#include "core/resolve/symtab.h"

struct identity_case {
    const struct want *want;
    const struct symbol_reader *reader;
    struct blob *blob;       /* whose `says` receives the evidence */
    const struct arch *arch; /* of the recorded machine; NULL: unknown */
    bool agreed;             /* the kernel's layout, when the same file was asked for before */
    uint64_t since,
        until; /* when it was recorded, ns since 1970, on the machine that recorded; until 0: this is another
                              one. Of a copied capture it is when the copy was made */
};

enum identity {
    IDENTITY_OTHER, /* it is another object: `why` says what contradicts (one evidence of the blob's says so, or none:
                           it cannot be told from others) */
    IDENTITY_UNUSABLE,  /* it cannot be read, as `why` says */
    IDENTITY_NAME_ONLY, /* nothing contradicts, nothing proves: `why` says what is missing */
    IDENTITY_PROVEN,
};
enum identity identity_judge(const struct identity_case *c, struct err *why);

/* To choose among objects of one build-id: whether nothing of what was mapped is left unexplained by its segments... */
bool identity_fits(const struct blob *b);

/* ... and whether it lay at the recorded path, or has the recorded inode. */
bool identity_is_there(const struct blob *b);

/* Add what the evidence says, "build-id agrees, segment agrees": nothing where nothing was judged. */
void identity_text(const struct blob *b, struct text *out);

#endif
