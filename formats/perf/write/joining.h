/*
 * joining: writes the records of several captures as one capture, in order of time. Each capture begins with records
 * without a time, which say what was there when it began: they are given the time of its first record.
 *
 *     capture 1   |#####|----          # records that were written
 *     capture 2            |#--|----   the head with the least time is next
 */
#ifndef PERFOLIO_FORMATS_PERF_WRITE_JOINING_H
#define PERFOLIO_FORMATS_PERF_WRITE_JOINING_H

#include "core/base/file/output.h"
#include "core/model/capture.h"

/* A capture to be joined. */
struct join_part {
    struct capture *c;         /* walked; borrowed */
    uint64_t samples, records; /* that were written; records: other than samples */
    uint64_t begins;           /* time of its first record that has one, ns; 0: none has */
};

/* Sorts the parts by time, and writes them. The first one takes the ids of the others' events. Samples that cannot be read
   are counted in `problems`. False with `e` set, also if two parts have the same sample. */
bool joining_write(struct join_part *parts, size_t n, struct output *out, struct problems *problems,
                   struct err *e);

#endif
