/* leaks: looks for texts in a finished file that must not be there. */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_LEAKS_H
#define PERFOLIO_LIB_QUESTION_SHARE_LEAKS_H

#include "core/base/arena.h"
#include "core/base/file/file.h"

/* Whether a text holds what looks like a secret, or like the address of a device or site: PASSWORD=..., a private key, a
   token of a known form, a MAC address, a URL. */
bool leaks_is_secret(const char *s);

/* What was removed from a file and what was kept. */
struct leaks_texts {
    const struct names *removed, *kept;
    const struct names
        *functions; /* names of functions that are kept, which are no reason to keep a path; may be NULL */
};

/* Looks for `removed` texts (their first 4096 bytes), as whole words of at least LEAKS_LEAST bytes, and for what looks like a secret, in a file that is
   not compressed. Texts that are words of kept texts, too, are not looked for; but paths are that begin in `functions` alone. *found receives the number of findings; the
   first is added to `what`. False with `e` set: the file cannot be read. */
enum { LEAKS_LEAST = 5 };
bool leaks_find(const struct file *f, const struct leaks_texts *texts, size_t *found, struct text *what,
                struct err *e);

#endif
