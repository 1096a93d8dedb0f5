/*
 * sound: judges whether the bytes at a place of a file are a record that was written so, and finds the next place
 * where records begin. It believes neither sizes nor types: the fields of a record have to fit into it, and a record
 * is doubted if no record follows it.
 */
#ifndef PERFOLIO_FORMATS_PERF_SALVAGE_SOUND_H
#define PERFOLIO_FORMATS_PERF_SALVAGE_SOUND_H

#include "formats/perf/file/perfdata.h"
#include "formats/perf/salvage/window.h"

/* Reads records at any place. Zero-initialise. Those after the one that is being read need a judge of their own. */
struct sound_judge {
    struct salvage_window window;
    struct sample sample; /* of the last record, if it is a sample; else ... */
    struct record record; /* ... this one */
    struct problems problems;
    uint8_t *mended; /* a record with another size */
    bool inflating;  /* a stream of compressed records has begun, which others may continue */
};

void sound_judge_free(struct sound_judge *j);

/* Forgets the events that samples had: call it when events are added, since they move. */
void sound_judge_forget(struct sound_judge *j);

/* A judgement about a record. */
struct sound {
    const char *why; /* the record cannot be read: why not; NULL: it is sound */
    uint32_t type;
    size_t size; /* its bytes in the file; 0: it cannot be told */
    size_t
        own; /* how many of them are the record: the fields of a sample end before the others, a kernel counted the
                        sample_id of a record several times */
    size_t stated;   /* what its size field says */
    uint64_t behind; /* bytes that follow it and belong to it (AUX area data, tracing data) */
    bool exact;      /* the fields take all of its bytes */
    bool cut;        /* the file ends inside of it */
    struct span bytes;
};

/* Judges the record at an offset of the judge's window. `seq` is its position in the capture. Decoded members in `j` are
   valid until the next call. */
struct sound sound_at(struct sound_judge *j, const struct perfdata *p, uint64_t at, uint64_t seq);

/* Judges a record as a sample whose size is damaged: its fields say where it ends, and other records begin there. */
struct sound sound_of_any_size(struct sound_judge *j, struct sound_judge *ahead, const struct perfdata *p,
                               uint64_t at, uint64_t seq);

/* Whether an id is of an event of the capture. One event alone may have no ids. */
bool sound_is_of_event(const struct events *es, uint64_t id);

/* What cannot be in what a record other than a sample says of the events of the capture; NULL: nothing. */
const char *sound_record_fault(const struct perfdata *p, const struct record *r);

/* The same for a record of decompressed bytes, which has `bytes.n` bytes; `at` is for messages. */
struct sound sound_inside(struct sound_judge *j, const struct perfdata *p, struct span bytes, uint64_t at,
                          uint64_t seq);

/* Whether records begin at an offset: `n` that are sound, or all up to the end. */
enum {
    SOUND_ONE = 1,    /* enough where a record is expected */
    SOUND_SEVERAL = 3 /* no accident anywhere */
};
bool sound_begins_at(struct sound_judge *ahead, const struct perfdata *p, uint64_t at, unsigned n);

/* The first offset in [from, to) at which records begin; `to`: there is none. The time it takes is in proportion to the
   bytes. */
uint64_t sound_find(struct sound_judge *ahead, const struct perfdata *p, uint64_t from, uint64_t to);

#endif
