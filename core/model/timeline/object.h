/*
 * object: a mapped file, or memory, with code. It is identified by path and build-id. If no build-id is
 * recorded, it is identified by path, device and inode (objects.h). So a path whose file was replaced during
 * the recording has two objects.
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
    OBJECT_VDSO,    /* [vdso] and similar code that the kernel maps into processes */
    OBJECT_KSYMBOL, /* code that a KSYMBOL record names: BPF programs, trampolines */
    OBJECT_JIT,     /* JIT code in anonymous memory, named perf-PID.map as in perf */
    OBJECT_DATA,    /* nothing with symbols */
};

/* The identity of a file on disk (perf's struct dso_id), in the numbers of MMAP2 records; all 0: unknown. */
struct file_id {
    uint32_t maj, min;            /* device number */
    uint64_t ino, ino_generation; /* generation 0: unknown, as in records that perf makes up */
};

struct kernel_layout;

/* An executable mapping of a file, with its address in the first process that had the mapping. */
struct object_segment {
    uint64_t avma, foff, len;
};
/* most segments that are stored for an object; files have one or two, or a few more if they are mapped in
   parts */
enum { OBJECT_SEGMENTS = 8 };

/* Separates the path of a file from the name of an ELF file inside it, as in simpleperf. */
#define OBJECT_INSIDE "!/"

/* An ELF file inside a larger file. */
struct object_part {
    const char *name;   /* its name in the larger file; NULL: there is no such file */
    uint64_t foff, len; /* offset and size in the larger file */
};

/* Why a recorded build-id does not prove which file was mapped (id_doubt.h). */
enum id_doubt { ID_GOOD, ID_OF_ONE_FILE, ID_OF_ALL_MODULES, ID_OF_LATER_FILE };

struct object {
    enum object_kind kind;
    uint32_t index;             /* index in timeline_objects() */
    int32_t machine;            /* pid of the guest's virtual machine; -1: the host */
    const char *path;           /* perf's long name, as recorded */
    const char *name;           /* perf's short name, which reports print */
    struct build_id build_id;   /* n == 0: not recorded, or doubtful */
    struct build_id doubted_id; /* the recorded build-id if `doubt` says that it does not prove anything */
    enum id_doubt doubt;
    bool several;                 /* several files with code had this path during the recording */
    uint64_t code_foff, code_end; /* range of file offsets mapped as code in any process; equal: none */
    uint64_t main_foff, main_len; /* offset and length of the longest mapping of code */
    /* The first distinct segments. Not an array: most of a struct would be unused, and a capture may name a million
       objects. */
    struct object_segment *segments;
    uint32_t nsegments; /* OBJECT_SEGMENTS + 1: there were more */
    /* some segments were mapped before the recording began, and the list may be incomplete */
    bool early;
    struct file_id file; /* for a USER object whose records have no build-id */
    /* The mapped file that contains this object; NULL: the object is the whole file. */
    const struct object *container;
    /* offset and size in the container; file offsets of this object are relative to it */
    uint64_t inside, inside_len;
    uint32_t listed;                    /* index + 1 of its row in the capture's build-id table; 0: none */
    uint64_t base;                      /* MODULE, KSYMBOL: address of its last mapping (avma); 0: unknown */
    const struct kernel_layout *layout; /* KERNEL: where the kernel was in memory; NULL: unknown */
};

/* Whether two build-ids are equal. As in perf, the shorter one is extended with zeros. An empty build-id equals none. */
bool object_build_id_equal(const struct build_id *a, const struct build_id *b);

/* Writes lower-case hex and a NUL into `out`; returns out. */
const char *object_build_id_text(const struct build_id *id, char out[BUILD_ID_HEX]);

/* Reads a build-id from n characters: 16 to 40 lower-case hexadecimal digits, plain or as "ab/cdef...".
   Linkers make no shorter ones than 16. False: not a build-id; *id is empty then. */
bool object_build_id_read(const char *s, size_t n, struct build_id *id);

#endif
