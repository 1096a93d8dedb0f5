/*
 * pseudonym: names that stand for names. The same name gets the same pseudonym under the same key, in every capture; without
 * the key, pseudonyms can neither be computed nor be compared with those under another key. A key file has the key and the
 * names, so that the names can be brought back.
 */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_PSEUDONYM_H
#define PERFOLIO_LIB_QUESTION_SHARE_PSEUDONYM_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/err.h"

/* Bytes of a key, and digits of a pseudonym, each of 5 bits of a hash: with the prefix "cmd-" they are the 15 characters that a
   kernel's name of a thread has at most. */
enum { PSEUDONYM_KEY = 16, PSEUDONYM_DIGITS = 11 };

struct pseudonyms { /* zero-initialise, then set the key */
    uint8_t key[PSEUDONYM_KEY];
    struct names originals; /* each name with its prefix; the id is the index in `v` + 1 */
    struct names names;     /* without it */
    struct names texts;     /* the pseudonyms, by the same ids */
    struct pseudonym {
        const char *name, *pseudonym;
        uint32_t tries; /* how often the name was hashed until no other name had the pseudonym */
    } * v;
    size_t n, cap;
};

/* Sets a random key. False with `e` set: the system has none to give. */
bool pseudonyms_random_key(struct pseudonyms *p, struct err *e);

/* Reads a key file, with its names. False with `e` set. */
bool pseudonyms_read(struct pseudonyms *p, const char *path, struct err *e);

/* Writes the key and all names, for the owner alone. False with `e` set. */
bool pseudonyms_write(const struct pseudonyms *p, const char *path, struct err *e);

/* The pseudonym of a name: PREFIX and eleven letters and digits. No two names have the same. Valid until pseudonyms_free(). */
const char *pseudonym_of(struct pseudonyms *p, const char *prefix, const char *name);

/* The name for which a pseudonym stands; NULL: none is known. */
const char *pseudonym_name(const struct pseudonyms *p, const char *pseudonym);

void pseudonyms_free(struct pseudonyms *p);

/* A keyed hash of n bytes: SipHash-2-4 (J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012). */
uint64_t pseudonym_hash(const uint8_t key[PSEUDONYM_KEY], const void *bytes, size_t n);

#endif
