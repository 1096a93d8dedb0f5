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

struct object {
    enum object_kind kind;
    uint32_t index;               /* in the timeline's list of objects */
    int32_t machine;              /* pid of the guest it belongs to; -1: the host */
    const char *path;             /* perf's long name: as recorded */
    const char *name;             /* perf's short name: what reports print */
    struct build_id build_id;     /* n == 0: the capture has none */
    uint64_t code_foff, code_end; /* what of the file is mapped to be executed, over all processes; equal:
                                     nothing was seen */
    uint64_t main_foff, main_len; /* the longest of these mappings */
    struct file_id file;          /* of a USER object, unless its records have the build-id instead */
    uint32_t listed;              /* its row in the capture's build-id table, + 1; 0: it has none */
    uint64_t base;                /* MODULE, KSYMBOL: the avma at which it was mapped last; 0: not known */
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
