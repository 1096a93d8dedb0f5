/*
 * simpleperf_file: what simpleperf keeps of one mapped file: its path, where its code is and the symbols that
 * samples hit, or all of them (system/extras/simpleperf, record_file_format.h). Two forms of the same: the
 * feature FILE has a struct for each, FILE2 a message (record_file.proto, FileFeature). OpenHarmony's hiperf keeps the
 * same in a struct of its own. Decoders borrow.
 */
#ifndef PERFOLIO_FORMATS_PERF_FILE_SIMPLEPERF_FILE_H
#define PERFOLIO_FORMATS_PERF_FILE_SIMPLEPERF_FILE_H

#include "core/base/cur.h"
#include "core/base/idmap.h"
#include "core/base/text.h"

enum simpleperf_form { SIMPLEPERF_STRUCT, SIMPLEPERF_MESSAGE, SIMPLEPERF_HIPERF /* hiperf_file.h */ };

enum simpleperf_kind {                    /* dso.h, enum DsoType */
                       SIMPLEPERF_KERNEL, /* symbols of modules, too; addresses as they ran */
                       SIMPLEPERF_MODULE,
                       SIMPLEPERF_ELF, /* addresses as in the ELF headers; code made at run time: as it ran */
                       SIMPLEPERF_DEX, /* offsets in the file */
                       SIMPLEPERF_SYMBOL_MAP, /* "perf-PID.map", which the process wrote: as it ran; nothing
                                                 maps such a file */
                       SIMPLEPERF_KINDS
};

struct simpleperf_file {
    struct span path;     /* text without its NUL */
    uint32_t kind;        /* enum simpleperf_kind; more: nothing is known of it */
    uint64_t min_vaddr;   /* svma of the first executable segment; of a module: of one of its symbols */
    uint64_t min_foff;    /* where that is in the file; of a module: in its memory */
    bool has_foff;        /* not recorded before 2020: it is where the code's mapping begins */
    struct span build_id; /* hexadecimal, of hiperf alone; else empty */
    enum simpleperf_form form;
    struct cur rest;  /* of simpleperf_symbol(): what is not read yet, */
    uint32_t symbols; /* and of a struct how many it says there are */
};

struct simpleperf_symbol {
    uint64_t vaddr, len; /* len 0: not known */
    struct span name;
};

/* What was kept of a mapped file; the capture's. */
struct simpleperf_entry {
    struct span bytes; /* for simpleperf_file_read() */
    enum simpleperf_form form;
    const char *path;
    uint32_t kind; /* enum simpleperf_kind */
    uint64_t at;   /* file offset; 0: put together of several records */
};

/* What DSO and SYMBOL records say of a file, as a struct of the feature FILE. */
struct simpleperf_dso {
    struct text entry;
    uint32_t symbols;
    size_t count_at; /* where in it the number of symbols stands */
};

struct simpleperf {
    struct simpleperf_entry *v;
    size_t n, cap;
    struct idmap of;     /* hash of kind of space and path -> place in v + 1 */
    struct span listing; /* the kernel's symbols, as in /proc/kallsyms; empty: not kept */
    struct text split;   /* pieces of a record too long for 16 bits */
    struct simpleperf_dso *dsos;
    size_t ndsos, cap_dsos;
    struct idmap dso_of; /* its id -> place in dsos + 1 */
};

/* Read what `entry`, one struct or message without the length in front of it, says of its file. False when it
   is neither. */
bool simpleperf_file_read(struct span entry, enum simpleperf_form form, struct simpleperf_file *f);

/* The next symbol; false after the last. */
bool simpleperf_symbol(struct simpleperf_file *f, struct simpleperf_symbol *s);

#endif
