#include "core/model/timeline/naming.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

enum { MAP_HUGETLB = 0x40000, PROT_EXEC_BIT = 4 };
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
            return end ? end + 1 : "";
        }
    return NULL;
}

/* A module's file name up to its extension: ".ko" and what compresses it. NULL when it is no module's. */
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

/* What perf calls the code that a process made: recorded, too, where perf inject -B wrote mappings anew. */
static bool is_perf_map(const char *path)
{
    if (!starts(path, "/tmp/perf-"))
        return false;
    const char *pid = path + strlen("/tmp/perf-");
    size_t digits = strspn(pid, "0123456789");
    return digits && !strcmp(pid + digits, ".map");
}

enum object_kind naming_kind_of(const char *name, uint32_t flags, uint32_t prot, int32_t pid,
                                const char **path, char buf[OBJECT_NAME_MAX])
{
    *path = name;
    if (!strcmp(name, "[vdso]") || !strcmp(name, "[vdso32]") || !strcmp(name, "[vdsox32]")) {
        *path = "[vdso]";
        return OBJECT_VDSO;
    }
    if (prot & PROT_JIT_SYMFILE_MAP || (prot & PROT_EXEC_BIT && is_perf_map(name)))
        return OBJECT_JIT;
    bool anonymous = starts(name, "//anon") || starts(name, "/dev/zero") || starts(name, "/anon_hugepage") ||
                     starts(name, "[anon:") || starts(name, "[anon_shmem:") || flags & MAP_HUGETLB;
    bool nothing = starts(name, "[stack") || starts(name, "/SYSV") || !strcmp(name, "[heap]");
    if (!anonymous && !nothing)
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
    if (kind == OBJECT_KERNEL)
        return strstr(path, "vmlinux") && *path != '[' ? "[kernel.vmlinux]" : path;
    if (kind == OBJECT_JIT && strstr(base, "_jit_app_cache:")) /* a file in it for each function (dso.cpp) */
        return "[JIT app cache]";
    if (kind == OBJECT_JIT && strstr(base, "_jit_zygote_cache:"))
        return "[JIT zygote cache]";
    if (kind == OBJECT_JIT && starts(base, "perf-") && starts(path, "/tmp/")) {
        snprintf(buf, OBJECT_NAME_MAX, "%s%d", jit_name, atoi(base + strlen("perf-")));
        return buf;
    }
    const char *ext = kind == OBJECT_MODULE && *path == '/' ? module_extension(base) : NULL;
    if (!ext)
        return kind == OBJECT_KSYMBOL ? path : base;
    snprintf(buf, OBJECT_NAME_MAX, "[%.*s]", (int)(ext - base < 4000 ? ext - base : 4000), base);
    for (char *c = buf; *c; c++) /* the kernel spells module names with underscores */
        if (*c == '-')
            *c = '_';
    return buf;
}

const char *naming_lasting_name(const char *short_name)
{
    return strncmp(short_name, jit_name, strlen(jit_name)) ? short_name : "[JIT]";
}
