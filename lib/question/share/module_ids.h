/*
 * module_ids: build-ids that several kernel modules were recorded with, and that prove nothing: perf of Linux 6.17 to
 * 7.0-rc recorded all modules with the build-id of one of them. In a capture that is written they are removed.
 */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_MODULE_IDS_H
#define PERFOLIO_LIB_QUESTION_SHARE_MODULE_IDS_H

#include "core/base/idmap.h"
#include "core/base/file/output.h"
#include "core/model/capture.h"

/* Zero-initialise. */
struct module_ids {
    struct idmap of; /* hash of a build-id -> index + 1 in `v` */
    struct module_id {
        char *name;  /* of the first module that has it */
        bool shared; /* other modules have it, too */
    } * v;
    size_t n, cap;
    struct module_map {
        uint64_t at; /* offset of an MMAP2 record in the output */
        uint32_t id; /* index in `v` */
        uint16_t misc;
    } * maps; /* records of modules with build-ids */
    size_t nmaps, cap_maps;
    uint64_t dropped; /* number of modules' build-ids that were removed */
};

/* Takes the build-ids of a capture's header. */
void module_ids_init(struct module_ids *m, const struct capture *c);
void module_ids_free(struct module_ids *m);

/* Takes a record that is written at an offset of the output. */
void module_ids_see(struct module_ids *m, const struct record *r, uint64_t at);

/* Whether several modules have a build-id; if so, it counts as removed. module_ids_any(): whether there is such a build-id. */
bool module_ids_has(struct module_ids *m, const struct build_id *id);
bool module_ids_any(const struct module_ids *m);

/* Appends the table of build-ids of a capture without those. */
void module_ids_build_ids(struct module_ids *m, const struct capture *c, struct text *out);

/* Removes them from the records that were written. False with `e` set. */
bool module_ids_mend(struct module_ids *m, enum byte_order order, struct output *out, struct err *e);

#endif
