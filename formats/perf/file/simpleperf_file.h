/*
 * simpleperf_file: the entry that simpleperf writes for a mapped file: its path, where its code is, and the
 * symbols that samples hit, or all symbols (system/extras/simpleperf, record_file_format.h). The feature FILE
 * has a struct for each file, FILE2 a protobuf message (record_file.proto, FileFeature), OpenHarmony's hiperf
 * another struct. The results are borrowed from the entry.
 */
#ifndef PERFOLIO_FORMATS_PERF_FILE_SIMPLEPERF_FILE_H
#define PERFOLIO_FORMATS_PERF_FILE_SIMPLEPERF_FILE_H

#include "core/base/cur.h"
#include "core/base/idmap.h"
#include "core/base/text.h"

enum simpleperf_form { SIMPLEPERF_STRUCT, SIMPLEPERF_MESSAGE, SIMPLEPERF_HIPERF /* hiperf_file.h */ };

enum simpleperf_kind {                    /* dso.h, enum DsoType */
                       SIMPLEPERF_KERNEL, /* includes symbols of modules; addresses as they ran */
                       SIMPLEPERF_MODULE,
                       /* addresses as in the ELF headers; for code made at run time: as it ran */
                       SIMPLEPERF_ELF,
                       SIMPLEPERF_DEX, /* offsets in the file */
                       /* "perf-PID.map", which the process wrote and which is not mapped; addresses as
                          they ran */
                       SIMPLEPERF_SYMBOL_MAP,
                       SIMPLEPERF_KINDS
};

struct simpleperf_file {
    struct span path; /* text without its NUL */
    uint32_t kind;    /* enum simpleperf_kind; SIMPLEPERF_KINDS and above: unknown */
    /* svma of the first executable segment; for a module, of one of the module's symbols */
    uint64_t min_vaddr;
    uint64_t min_foff; /* file offset of min_vaddr; for a module: its offset in the module's memory */
    /* min_foff was recorded (since 2020); else it is the offset of the code's mapping */
    bool has_foff;
    struct span build_id; /* in hexadecimal; only hiperf has it, else empty */
    enum simpleperf_form form;
    struct cur rest;  /* for simpleperf_symbol(): the unread part of the entry */
    uint32_t symbols; /* in a struct: number of unread symbols */
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

/* A file that DSO and SYMBOL records describe, converted to a struct of the feature FILE. */
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
    struct text split;   /* the parts so far of a record whose size needs more than 16 bits */
    struct simpleperf_dso *dsos;
    size_t ndsos, cap_dsos;
    struct idmap dso_of; /* id of a DSO -> index in dsos + 1 */
};

/* Reads an entry: one struct or message, without the length before it. False: it is damaged. */
bool simpleperf_file_read(struct span entry, enum simpleperf_form form, struct simpleperf_file *f);

/* Reads the next symbol. False: there are no more; if `f->rest.bad` is set, the entry is damaged. */
bool simpleperf_symbol(struct simpleperf_file *f, struct simpleperf_symbol *s);

#endif
