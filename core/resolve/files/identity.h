/*
 * identity: decides whether a file is the object that was mapped. It compares facts of the recording with
 * facts of the file. Each kind of evidence has a row in identity.c:
 *
 *   evidence    of the recording                       of the file
 *   build-id    of the mapping, or of the header's     the file's note, or the id in its path in a cache
 *               table if it is good (id_doubt.h)
 *   checksum    of the link in the mapped file         the bytes of a debug file
 *   file        device, inode, generation, and when    the same of a file at the recorded path, on the
 *               the recording ended                    machine that recorded
 *   segment     address, length and file offset of     program headers, and the size of the file
 *               the code that was mapped
 *   module      the name of the module                 .modinfo, .gnu.linkonce.this_module
 *   kernel      where kernel and modules were          the addresses of symbols at its beginning and end
 *   machine     the architecture                       of the ELF header
 *   path        the path of the object                 the path of the file; it only helps to choose, and
 *                                                      proves nothing
 *
 * A contradiction outweighs all evidence that agrees. Build-id, checksum and file prove the identity. If only
 * other kinds agree, a file matches by name only. The author of a capture can choose paths, inodes and the
 * name of the host. So files of this host that are given to other people need stronger proof (sharing.h).
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
    bool agreed;             /* the kernel's layout agreed when the same file was judged earlier */
    /* Beginning and end of the recording, in ns since 1970. `until` is 0 if this is not the machine that recorded. For a
       copied capture `until` is the time of the copy. */
    uint64_t since, until;
};

enum identity {
    /* another object: `why` describes the contradiction, or says that several files had the path and
       nothing shows which one this is */
    IDENTITY_OTHER,
    IDENTITY_UNUSABLE, /* the file cannot be used; `why` says why */
    /* nothing contradicts the identity and nothing proves it: `why` says what is missing */
    IDENTITY_NAME_ONLY,
    IDENTITY_PROVEN,
};
/* Judges a file by all kinds of evidence; fills blob->says. */
enum identity identity_judge(const struct identity_case *c, struct err *why);

/* Helps to choose among files of one build-id: whether the program headers account for all mapped
   segments. */
bool identity_segments_fit(const struct blob *b);

/* Helps with the same choice: whether the file is at the recorded path or has the recorded inode. */
bool identity_place_agrees(const struct blob *b);

/* Appends the evidence as text, "build-id agrees, segment agrees". Appends nothing if the file was not
   judged. */
void identity_text(const struct blob *b, struct text *out);

#endif
