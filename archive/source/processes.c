#include "archive/source/processes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/date.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "formats/text/proc_maps.h"

/* Limits for the number of processes, bytes of /proc/PID/maps and status, and mappings. A process may have
   65530 mappings (vm.max_map_count) with names of up to 4096 bytes; few have a thousand. */
enum { PIDS_MOST = 65536, MAPS_MOST = 64 << 20, STATUS_MOST = 64 << 10, MAPPED_MOST = 1 << 22 };
/* most bytes of /proc/stat: it has a line per processor, and a line with all interrupts */
enum { STAT_MOST = 4 << 20 };
/* in ns; USER_HZ is 100 on all architectures of perf except Alpha */
enum { SECOND = NSEC_PER_SEC, TICK = SECOND / 100 };

bool processes_read(const char *root, size_t most, struct text *out, const char *fmt, ...)
{
    char path[128];
    struct text whole = { 0 };
    struct err refused = { 0 };
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(path, sizeof(path), fmt, ap);
    va_end(ap);
    text_printf(&whole, "%s%s", root, path);
    bool read = file_read_all(whole.s, most, out, &refused);
    text_free(&whole);
    return read;
}

static void processes_add(struct processes *p, uint32_t pid, const struct proc_map *m, const char *name)
{
    *MEM_ADD(p->v, p->n, p->cap) = (struct mapped){
        .name = arena_names_id(&p->names, name),
        .pid = pid,
        .start = m->start,
        .end = m->end,
        .dev = m->dev,
        .ino = m->ino,
        .deleted = m->deleted,
    };
}

/* Adds the executable mappings of a process. For a process below another root (chroot) the kernel shows
   paths from our root, but a recording has the paths that the process sees. So the leading `below` is
   removed. */
static void list_maps(struct processes *p, uint32_t pid, struct span maps, const char *below)
{
    size_t n = strlen(below);
    struct proc_map m;
    struct text name = { 0 };
    while (p->n < MAPPED_MOST && proc_maps_next(&maps, &m)) {
        if (!m.exec || !m.name.n || memchr(m.name.p, 0, m.name.n))
            continue;
        name.n = 0;
        text_add_n(&name, (const char *)m.name.p, m.name.n);
        const char *path = name.s;
        if (!strncmp(path, below, n) && path[n] == '/')
            path += n;
        if (*name.s == '/' || !strcmp(name.s, "[vdso]"))
            processes_add(p, pid, &m, path);
    }
    text_free(&name);
}

static int processes_by_name(const void *a, const void *b)
{
    const struct mapped *x = a, *y = b;
    if (x->name != y->name) {
        if (x->name < y->name)
            return -1;
        return 1;
    }
    if (x->pid != y->pid) {
        if (x->pid < y->pid)
            return -1;
        return 1;
    }
    if (x->start < y->start)
        return -1;
    return x->start > y->start;
}

static void processes_list(struct processes *p)
{
    struct text path = { 0 }, maps = { 0 }, below = { 0 };
    size_t n;
    text_printf(&path, "%s/proc", p->root);
    uint32_t *pids = file_list_numeric_names(path.s, PIDS_MOST, &n);
    for (size_t i = 0; i < n; i++) {
        maps.n = below.n = 0;
        if (!processes_read(p->root, MAPS_MOST, &maps, "/proc/%u/maps", pids[i]))
            continue;
        if (!processes_link(p, pids[i], "root", &below) || !strcmp(below.s, "/"))
            below.n = 0;
        text_add(&below, ""); /* a NUL at the end */
        list_maps(p, pids[i], (struct span){ (const uint8_t *)maps.s, maps.n }, below.s);
    }
    mem_sort(p->v, p->n, sizeof(*p->v), processes_by_name);
    for (size_t i = p->n; i--;)
        *idmap_find_or_add(&p->first, p->v[i].name) = (uint32_t)i + 1;
    free(pids);
    text_free(&path);
    text_free(&maps);
    text_free(&below);
}

const struct mapped *processes_find_mapped(struct processes *p, const char *name, size_t *n)
{
    if (!p->listed)
        processes_list(p);
    p->listed = true;
    static const char deleted[] = " (deleted)";
    const size_t tail = sizeof(deleted) - 1;
    size_t length = strlen(name);
    if (length > tail && !strcmp(name + length - tail, deleted))
        length -= tail;
    struct text plain = { 0 };
    text_add_n(&plain, name, length);
    uint32_t id = arena_names_id(&p->names, plain.s);
    text_free(&plain);
    size_t from = idmap_get(&p->first, id);
    for (*n = 0; from && from - 1 + *n < p->n && p->v[from - 1 + *n].name == id; ++*n)
        ;
    if (from)
        return &p->v[from - 1];
    return NULL;
}

bool processes_link(const struct processes *p, uint32_t pid, const char *name, struct text *out)
{
    struct text path = { 0 }, says = { 0 };
    size_t n = strlen(p->root);
    text_printf(&path, "%s/proc/%u/%s", p->root, pid, name);
    bool ok = file_read_link(path.s, &says);
    const char *target = says.s;
    if (ok && !strncmp(target, p->root, n))
        target += n;
    if (ok)
        text_add(out, target);
    text_free(&path);
    text_free(&says);
    return ok;
}

/* The line is "NSpid:" with the pid in every namespace, from ours to its own; kernels before 4.1 have no
   such line (proc(5)). */
uint32_t processes_inner_pid(const struct processes *p, uint32_t pid)
{
    struct text status = { 0 };
    if (!processes_read(p->root, STATUS_MOST, &status, "/proc/%u/status", pid))
        pid = 0;
    char *line = NULL;
    if (pid)
        line = strstr(status.s, "\nNSpid:");
    if (line) {
        line[strcspn(line + 1, "\n") + 1] = 0;
        const char *last = line + strcspn(line, "\t ");
        for (const char *c = last; *c; c++) {
            if (*c == '\t' || *c == ' ')
                last = c + 1;
        }
        unsigned long inner = strtoul(last, NULL, 10);
        if (inner && inner <= UINT32_MAX)
            pid = (uint32_t)inner;
    }
    text_free(&status);
    return pid;
}

uint64_t processes_boot_time(const struct processes *p)
{
    struct text stat = { 0 };
    const char *line = NULL;
    uint64_t seconds = 0;
    if (processes_read(p->root, STAT_MOST, &stat, "/proc/stat"))
        line = strstr(stat.s, "\nbtime ");
    if (line)
        seconds = strtoull(line + strlen("\nbtime "), NULL, 10);
    text_free(&stat);
    if (seconds < UINT64_MAX / 2 / SECOND)
        return seconds * SECOND;
    return 0;
}

/* Reads field 22 of /proc/PID/stat, the start in ticks since boot (proc(5)). It is searched after the name
   in parentheses, which may contain any characters. */
static bool began_ticks(const char *stat, uint64_t *ticks)
{
    const char *at = strrchr(stat, ')');
    for (int field = 2; at && field < 22; field++) {
        at = strchr(at, ' ');
        if (at)
            at++;
    }
    if (!at)
        return false;
    *ticks = strtoull(at, NULL, 10);
    return *ticks < UINT64_MAX / 2 / TICK;
}

uint64_t processes_start_time(const struct processes *p, uint32_t pid)
{
    struct text stat = { 0 };
    uint64_t ticks = 0, boot = processes_boot_time(p);
    bool known = boot && processes_read(p->root, STATUS_MOST, &stat, "/proc/%u/stat", pid) &&
                 began_ticks(stat.s, &ticks);
    text_free(&stat);
    if (known)
        return boot + ticks * TICK;
    return 0;
}

void processes_free(struct processes *p)
{
    free(p->v);
    idmap_free(&p->first);
    arena_names_free(&p->names);
}
