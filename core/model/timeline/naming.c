#include "core/model/timeline/naming.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/sort_by.h"
#include "core/base/text.h"

enum { MAP_SHARED_BIT = 1, MAP_HUGETLB = 0x40000, PROT_EXEC_BIT = 4 };
enum { PROT_JIT_SYMFILE_MAP = 0x4000 /* simpleperf, thread_tree.h: code made at run time */ };

static bool starts(const char *s, const char *with)
{
    return !strncmp(s, with, strlen(with));
}

const char *naming_kernel_suffix(const char *name)
{
    static const char *const kernels[] = { "[kernel.kallsyms]", "[kernel.vmlinux]",
                                           "[guest.kernel.kallsyms" };
    for (size_t i = 0; i < COUNT(kernels); i++)
        if (starts(name, kernels[i])) {
            const char *end = strchr(name, ']');
            if (end)
                return end + 1;
            return "";
        }
    return NULL;
}

/* The extension of a module's file name: ".ko", perhaps with that of its compression; NULL: not a module's
   name. */
static const char *module_extension(const char *path)
{
    const char *at = NULL;
    for (const char *p = path; (p = strstr(p, ".ko")); p += 3)
        if (!p[3] || p[3] == '.')
            at = p;
    return at;
}

bool naming_is_module_path(const char *path)
{
    if (*path == '[')
        return !naming_kernel_suffix(path) && !starts(path, "[vdso");
    return module_extension(path);
}

/* Whether the path is perf's name for JIT code. perf inject -B records it in mappings. */
static bool naming_is_perf_map(const char *path)
{
    if (!starts(path, "/tmp/perf-"))
        return false;
    const char *pid = path + strlen("/tmp/perf-");
    size_t digits = strspn(pid, "0123456789");
    return digits && !strcmp(pid + digits, ".map");
}

/* Names of mappings without a file on disk (linux: perf_event_mmap_event(), show_map_vma()). A row has a
   prefix or the whole name, and says whether such a mapping may have a file after all. */
static const struct fileless {
    const char *name;
    bool whole;
    enum { NO_FILE, MEMORY_FILE, SHARED_FOLDER } file;
} fileless[] = {
    { "//anon", false, NO_FILE },          { "/dev/zero", false, NO_FILE },
    { "/anon_hugepage", false, NO_FILE },  { "[anon:", false, NO_FILE }, /* prctl(2), PR_SET_VMA_ANON_NAME */
    { "[anon_shmem:", false, NO_FILE },                                  /* the same for shared memory */
    { "[stack", false, NO_FILE },          { "[heap]", true, NO_FILE },
    { "/SYSV", false, NO_FILE },           /* shmget(2) */
    { "anon_inode:", false, NO_FILE },     /* a driver's memory */
    { "/memfd:", false, MEMORY_FILE },     /* memfd_create(2) */
    { "/dev/shm/", false, SHARED_FOLDER }, /* shm_open(3): a folder that may also contain programs */
};

static const struct fileless *fileless_row(const char *name)
{
    for (size_t i = 0; i < COUNT(fileless); i++) {
        const bool is_it = fileless[i].whole ? !strcmp(name, fileless[i].name)
                                             : starts(name, fileless[i].name);
        if (is_it)
            return &fileless[i];
    }
    return NULL;
}

static bool is_deleted(const char *name)
{
    static const char tail[] = " (deleted)";
    const size_t n = strlen(name), end = sizeof(tail) - 1;
    return n > end && !strcmp(name + n - end, tail);
}

/* Whether a row applies to a mapping. Rows with NO_FILE always apply. The other rows do not apply to ELF
   files: files with a build-id, and files in a shared-memory folder that are mapped privately, as loaders
   do. */
static bool is_fileless(const struct fileless *row, const char *name, uint32_t flags, bool has_id)
{
    const bool shared = flags & MAP_SHARED_BIT || is_deleted(name);
    return row && (row->file == NO_FILE || (!has_id && (row->file == MEMORY_FILE || shared)));
}

enum object_kind naming_kind_of(const char *name, uint32_t flags, uint32_t prot, int32_t pid, bool has_id,
                                const char **path, char buf[OBJECT_NAME_MAX])
{
    *path = name;
    const bool is_vdso = !strcmp(name, "[vdso]") || !strcmp(name, "[vdso32]") || !strcmp(name, "[vdsox32]");
    if (is_vdso) {
        *path = "[vdso]";
        return OBJECT_VDSO;
    }
    const bool is_code_of_map = prot & PROT_EXEC_BIT && naming_is_perf_map(name);
    if (prot & PROT_JIT_SYMFILE_MAP || is_code_of_map)
        return OBJECT_JIT;
    if (!is_fileless(fileless_row(name), name, flags, has_id) && !(flags & MAP_HUGETLB))
        return OBJECT_USER;
    if (!(prot & PROT_EXEC_BIT))
        return OBJECT_DATA;
    snprintf(buf, OBJECT_NAME_MAX, "/tmp/perf-%d.map", pid);
    *path = buf;
    return OBJECT_JIT;
}

static const char jit_name[] = "[JIT] tid ";

const char *naming_short_name(enum object_kind kind, const char *path, char buf[OBJECT_NAME_MAX])
{
    const char *base = text_base_name(path);
    if (kind == OBJECT_KERNEL) {
        if (strstr(path, "vmlinux") && *path != '[')
            return "[kernel.vmlinux]";
        return path;
    }
    if (kind == OBJECT_JIT && strstr(base, "_jit_app_cache:")) /* one file for each function (dso.cpp) */
        return "[JIT app cache]";
    if (kind == OBJECT_JIT && strstr(base, "_jit_zygote_cache:"))
        return "[JIT zygote cache]";
    const bool is_map_path = starts(base, "perf-") && starts(path, "/tmp/");
    if (kind == OBJECT_JIT && is_map_path) {
        snprintf(buf, OBJECT_NAME_MAX, "%s%d", jit_name, atoi(base + strlen("perf-")));
        return buf;
    }
    const char *ext = kind == OBJECT_MODULE && *path == '/' ? module_extension(base) : NULL;
    if (!ext) {
        if (kind == OBJECT_KSYMBOL)
            return path;
        return base;
    }
    const int length = (int)lesser_of((uint64_t)(ext - base), 4000);
    snprintf(buf, OBJECT_NAME_MAX, "[%.*s]", length, base);
    for (char *c = buf; *c; c++) /* module names of the kernel have underscores */
        if (*c == '-')
            *c = '_';
    return buf;
}

const char *naming_lasting_name(const char *short_name)
{
    if (strncmp(short_name, jit_name, strlen(jit_name)))
        return short_name;
    return "[JIT]";
}
