/*
 * object: something mapped that has code. Keyed by what the recording says about it: the path and the
 * build-id or, where a process maps a file without one, which file on the disk it was (objects.h); one path
 * with two contents over time is two objects.
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
    OBJECT_VDSO,    /* [vdso] and its kin: code that the kernel maps into processes          */
    OBJECT_KSYMBOL, /* code that names itself: BPF programs, trampolines (KSYMBOL records)   */
    OBJECT_JIT,     /* anonymous executable memory, named perf-PID.map as perf does          */
    OBJECT_DATA,    /* [heap], [stack], a device: no code can be found behind its name       */
};

/* Which file on the disk (perf's struct dso_id), in the numbers of MMAP2 records; all 0: unknown. */
struct file_id {
    uint32_t maj, min;            /* of its device */
    uint64_t ino, ino_generation; /* generation 0: unknown, as in what perf makes up */
};

struct kernel_layout;

/* An executable mapping of a file: where a process had it first. */
struct object_segment {
    uint64_t avma, foff, len;
};
enum { OBJECT_SEGMENTS = 8 }; /* that are kept of an object: files have one or two, and in pieces a few */

/* Between the path of a file and the name of what lies in it, as simpleperf writes it. */
#define OBJECT_INSIDE "!/"

/* An ELF file inside of a larger one. */
struct object_part {
    const char *name;   /* in the larger one; NULL: it has none */
    uint64_t foff, len; /* where it begins, and its bytes */
};

/* Why a recorded build-id proves nothing (id_doubt.h). */
enum id_doubt { ID_GOOD, ID_OF_ONE_FILE, ID_OF_ALL_MODULES, ID_OF_LATER_FILE };

struct object {
    enum object_kind kind;
    uint32_t index;             /* in the timeline's list of objects */
    int32_t machine;            /* pid of the guest it belongs to; -1: the host */
    const char *path;           /* perf's long name: as recorded */
    const char *name;           /* perf's short name: what reports print */
    struct build_id build_id;   /* n == 0: the capture has none, or a doubted one */
    struct build_id doubted_id; /* what was recorded, and proves nothing, because of: */
    enum id_doubt doubt;
    bool several;                 /* files had this path while it was recorded, all of them with code */
    uint64_t code_foff, code_end; /* what of the file is mapped to be executed, over all processes; equal:
                                     nothing was seen */
    uint64_t main_foff, main_len; /* the longest of these mappings */
    struct object_segment segments[OBJECT_SEGMENTS]; /* the first ones that differ */
    uint32_t nsegments;                              /* OBJECT_SEGMENTS + 1: there were more */
    bool early;          /* some were there before the recording began, which shows what was left of them */
    struct file_id file; /* of a USER object, unless its records have the build-id instead */
    const struct object
        *container;              /* the file that was mapped, of which it is a part; NULL: it is all of it */
    uint64_t inside, inside_len; /* ... from there on, so many bytes: offsets in it count from there */
    uint32_t listed;             /* its row in the capture's build-id table, + 1; 0: it has none */
    uint64_t base;               /* MODULE, KSYMBOL: the avma at which it was mapped last; 0: not known */
    const struct kernel_layout *layout; /* KERNEL: what the recording shows of where it lay; NULL: nothing */
};

/* Whether two build-ids name the same content (perf compares as many bytes as the longer has, filled with zeros). */
bool object_build_id_equal(const struct build_id *a, const struct build_id *b);

/* Lower-case hex into `out`, NUL-terminated; returns out. */
const char *object_build_id_text(const struct build_id *id, char out[BUILD_ID_HEX]);

/* The id that n characters say: 16 to 40 lower-case hexadecimal digits, as they are or as in "ab/cdef...". 16 is the
   shortest that linkers make. False, and none: they are no id. */
bool object_build_id_read(const char *s, size_t n, struct build_id *id);

#endif
