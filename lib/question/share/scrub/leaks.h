/* leaks: looks for texts in a finished file that must not be there. */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_LEAKS_H
#define PERFOLIO_LIB_QUESTION_SHARE_LEAKS_H

#include "core/base/arena.h"
#include "core/base/cur.h"
#include "core/base/file/file.h"

/* Whether a text holds what looks like a secret, or like the address of a device or site: PASSWORD=..., a private key, a
   token of a known form, a MAC address, a URL. */
bool leaks_is_secret(const char *s);

/* Bytes that the program itself writes, or keeps as a whole, such as a feature of the header. */
struct leaks_own { /* all zeros */
    struct arena arena;
    struct span *v;
    size_t n, cap;
    size_t longest; /* bytes */
};

/* Notes a copy of such bytes. More than a MiB is ignored, and so are less than LEAKS_LEAST. */
void leaks_add_own(struct leaks_own *o, struct span bytes);
void leaks_free_own(struct leaks_own *o);

/* What was removed from a file and what was kept. */
struct leaks_texts {
    const struct names *removed, *kept;
    const struct names
        *functions; /* names of functions that are kept, which are no reason to keep a path; may be NULL */
    const struct leaks_own *own;    /* a removed text in such bytes is no finding; may be NULL */
    const struct names *pseudonyms; /* ... nor is one in a pseudonym; may be NULL */
    /* Offsets in the file between which lines of source are that are kept. In them there are no findings but private keys and tokens
       of known forms: words of all kinds, URLs, and `password=`, are ordinary code. */
    uint64_t source_from, source_to;
};

/* Looks for `removed` texts (their first 4096 bytes), as whole words of at least LEAKS_LEAST bytes, and for texts that look like
   a secret, in a file that is not compressed. Texts that are words of kept texts, too, are not looked for, except paths
   that begin in `functions` alone. Texts that lie wholly in bytes of `own` are no findings: these bytes are found as a
   whole, and the same text in another place is a finding. *found receives the number of findings; the first is added to
   `what`. False with `e` set: the file cannot be read. */
enum { LEAKS_LEAST = 5 };
bool leaks_find(const struct file *f, const struct leaks_texts *texts, size_t *found, struct text *what,
                struct err *e);

#endif
