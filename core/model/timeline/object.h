/*
 * object: a mapped file or piece of memory with code. It is identified by path and build-id or, if no build-id is
 * recorded, by path, device and inode (objects.h). So a path whose file was replaced during the recording gives two
 * objects.
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_OBJECT_H
#define PERFOLIO_CORE_MODEL_TIMELINE_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/model/env.h"

enum object_kind {
    OBJECT_USER,    /* an ELF file in a process                                              */
    OBJECT_KERNEL,  /* the kernel's image: [kernel.kallsyms], vmlinux, [guest.kernel...]     */
    OBJECT_MODULE,  /* a kernel module                                                       */
    OBJECT_VDSO,    /* [vdso] and the like: code that the kernel maps into processes */
    OBJECT_KSYMBOL, /* code named by its record: BPF programs, trampolines (KSYMBOL) */
    OBJECT_JIT,     /* JIT code in anonymous memory, named perf-PID.map as in perf */
    OBJECT_DATA,    /* no symbols can be found for it */
};

/* The identity of a file on disk (perf's struct dso_id), in the numbers of MMAP2 records; all 0: unknown. */
struct file_id {
    uint32_t maj, min;            /* device number */
    uint64_t ino, ino_generation; /* generation 0: unknown, as in records that perf makes up */
};

struct kernel_layout;

/* An executable mapping of a file, with the address in the first process that had it. */
struct object_segment {
    uint64_t avma, foff, len;
};
/* most segments that are kept for an object; files have one or two, or a few more if they are mapped in pieces */
enum { OBJECT_SEGMENTS = 8 };

/* Separates the path of a file from the name of an ELF file inside it, as in simpleperf. */
#define OBJECT_INSIDE "!/"

/* An ELF file inside a larger file. */
struct object_part {
    const char *name;   /* its name in the larger file; NULL: none */
    uint64_t foff, len; /* offset and size in the larger file */
};

/* Why a recorded build-id does not prove which file was mapped (id_doubt.h). */
enum id_doubt { ID_GOOD, ID_OF_ONE_FILE, ID_OF_ALL_MODULES, ID_OF_LATER_FILE };

struct object {
    enum object_kind kind;
    uint32_t index;             /* place in timeline_objects() */
    int32_t machine;            /* pid of the guest's virtual machine; -1: the host */
    const char *path;           /* perf's long name: as recorded */
    const char *name;           /* perf's short name: what reports print */
    struct build_id build_id;   /* n == 0: none recorded, or doubted */
    struct build_id doubted_id; /* the recorded build-id if `doubt` says that it proves nothing */
    enum id_doubt doubt;
    bool several;                 /* several files with code had this path during the recording */
    uint64_t code_foff, code_end; /* file offsets mapped as code, over all processes; equal: none seen */
    uint64_t main_foff, main_len; /* the longest of the mappings as code */
    struct object_segment segments[OBJECT_SEGMENTS]; /* distinct segments: the first ones that were seen */
    uint32_t nsegments;                              /* OBJECT_SEGMENTS + 1: there were more */
    bool early;          /* some segments were mapped before the recording began, and may be incomplete */
    struct file_id file; /* of a USER object whose records have no build-id */
    /* The mapped file that this object is part of; NULL: it is the whole file. */
    const struct object *container;
    /* offset and size in the container; file offsets of this object count from there */
    uint64_t inside, inside_len;
    uint32_t listed;                    /* row + 1 in the capture's build-id table; 0: none */
    uint64_t base;                      /* MODULE, KSYMBOL: address of its last mapping (avma); 0: unknown */
    const struct kernel_layout *layout; /* KERNEL: where the kernel was in memory; NULL: unknown */
};

/* Whether two build-ids are equal. As in perf, the shorter one is extended with zeros. An empty build-id equals none. */
bool object_build_id_equal(const struct build_id *a, const struct build_id *b);

/* Writes lower-case hex and a NUL into `out`; returns out. */
const char *object_build_id_text(const struct build_id *id, char out[BUILD_ID_HEX]);

/* Reads a build-id from n characters: 16 to 40 lower-case hexadecimal digits, plain or as "ab/cdef...". 16 is the shortest
   that linkers make. False: not a build-id; *id is empty then. */
bool object_build_id_read(const char *s, size_t n, struct build_id *id);

#endif
