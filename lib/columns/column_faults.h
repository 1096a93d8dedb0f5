/*
 * column_faults: the problems of call chains, each with its sample, so that a question counts those of its own samples. They
 * are few: where there are more than COLUMN_FAULTS_MOST, the file is read again.
 */
#ifndef PERFOLIO_LIB_COLUMNS_COLUMN_FAULTS_H
#define PERFOLIO_LIB_COLUMNS_COLUMN_FAULTS_H

#include "core/base/arena.h"
#include "core/base/problem.h"

enum { COLUMN_FAULTS_MOST = 1 << 16 };

struct column_faults { /* zero-initialise */
    struct column_fault {
        uint32_t sample;
        uint32_t text, n; /* text: in `texts`; n: how many */
        enum problem_kind kind;
        uint64_t at; /* as in struct problems */
    } * v;           /* in the order of samples */
    size_t n, cap;
    struct names texts;
    bool exceed; /* more problems are in no list, only in the counts */
};

/* Moves the problems of a chain from `p`, where only they are of the kinds of chains, to the list. */
void column_faults_take(struct column_faults *f, struct problems *p, uint32_t sample);

/* Adds an entry of another list, as one of `sample`. */
void column_faults_copy(struct column_faults *f, const struct column_faults *from, size_t i, uint32_t sample);

/* Counts an entry. */
void column_faults_count(const struct column_faults *f, size_t i, struct problems *p);

/* Replaces the number of each sample by to[number], and restores the order; `to` NULL: numbers stay as they are. */
void column_faults_renumber(struct column_faults *f, const uint32_t *to);

/* Whether there are problems of chains among those, other than of objects that are missing. column_faults_forget(): sets their
   counts to 0. */
bool column_faults_any(const struct problems *p);
void column_faults_forget(struct problems *p);

void column_faults_free(struct column_faults *f);

#endif
