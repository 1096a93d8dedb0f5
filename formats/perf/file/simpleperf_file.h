/*
 * simpleperf_file: the entry that simpleperf writes of a mapped file: its path, where its code is, and the symbols
 * that samples hit, or all of them (system/extras/simpleperf, record_file_format.h). The feature FILE has a struct
 * for each file, FILE2 a protobuf message (record_file.proto, FileFeature), OpenHarmony's hiperf a struct of its
 * own. The results are borrowed from the entry.
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
                       SIMPLEPERF_ELF, /* addresses as in the ELF headers; of code made at run time: as it ran */
                       SIMPLEPERF_DEX,        /* offsets in the file */
                       SIMPLEPERF_SYMBOL_MAP, /* "perf-PID.map", which the process wrote and nothing maps;
                                                 addresses as they ran */
                       SIMPLEPERF_KINDS
};

struct simpleperf_file {
    struct span path;     /* text without its NUL */
    uint32_t kind;        /* enum simpleperf_kind; SIMPLEPERF_KINDS and above: unknown */
    uint64_t min_vaddr;   /* svma of the first executable segment; of a module: of one of its symbols */
    uint64_t min_foff;    /* file offset of min_vaddr; of a module: its offset in the module's memory */
    bool has_foff;        /* min_foff was recorded (since 2020); else it is where the code's mapping begins */
    struct span build_id; /* in hexadecimal, of hiperf only; else empty */
    enum simpleperf_form form;
    struct cur rest;  /* for simpleperf_symbol(): the part of the entry that is not read yet */
    uint32_t symbols; /* in a struct: the number of symbols that are not read yet */
};

struct simpleperf_symbol {
    uint64_t vaddr, len; /* len 0: unknown */
    struct span name;
};

/* The entry of a mapped file, owned by the capture. */
struct simpleperf_entry {
    struct span bytes; /* for simpleperf_file_read() */
    enum simpleperf_form form;
    const char *path;
    uint32_t kind; /* enum simpleperf_kind */
};

/* A file that DSO and SYMBOL records describe, as a struct of the feature FILE. */
struct simpleperf_dso {
    struct text entry;
    uint32_t symbols;
    size_t count_at; /* offset in `entry` of the number of symbols */
};

struct simpleperf {
    struct simpleperf_entry *v;
    size_t n, cap;
    struct idmap of;     /* hash of kind and path -> index in v + 1 */
    struct span listing; /* the kernel's symbols, as in /proc/kallsyms; empty: not recorded */
    struct text split;   /* the pieces met so far of a record whose size needs more than 16 bits */
    struct simpleperf_dso *dsos;
    size_t ndsos, cap_dsos;
    struct idmap dso_of; /* id of a DSO -> index in dsos + 1 */
};

/* Reads an entry: one struct or message, without the length in front of it. False: it is damaged. */
bool simpleperf_file_read(struct span entry, enum simpleperf_form form, struct simpleperf_file *f);

/* Reads the next symbol; false after the last. `f->rest.bad`: it is damaged. */
bool simpleperf_symbol(struct simpleperf_file *f, struct simpleperf_symbol *s);

#endif
