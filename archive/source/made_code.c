#include "archive/source/made_code.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "archive/blob_file.h"
#include "core/base/text.h"

/* The largest difference between two clocks, in ns: /proc/stat has whole seconds, and file systems may
   have, too. */
static const uint64_t slack = 2000000000;

/* PID of "PREFIXPID.TAIL"; 0: the name has another form. */
static uint32_t number_in(const char *path, const char *prefix, const char *tail)
{
    const char *name = text_base_name(path);
    size_t n = strlen(prefix), digits;
    if (strncmp(name, prefix, n) != 0)
        return 0;
    digits = strspn(name + n, "0123456789");
    unsigned long long pid = 0;
    if (digits && digits <= 10)
        pid = strtoull(name + n, NULL, 10);
    if (pid <= UINT32_MAX && !strcmp(name + n + digits, tail))
        return (uint32_t)pid;
    return 0;
}

/* When the process began by the recording's clock: at its first record. 0: it ran before the recording. */
static uint64_t began_by_recording(const struct timeline *t, uint32_t pid)
{
    uint64_t first = 0;
    for (size_t i = 0; t && i < timeline_count_spaces(t); i++) {
        struct space_view v = timeline_space_view(t, i);
        bool own = v.machine == -1 && (uint32_t)v.pid == pid && v.from.time;
        if (own && (!first || v.from.time < first))
            first = v.from.time;
    }
    return first;
}

/* The latest time, in ns since 1970, at which the process certainly had not begun; 0: unknown. */
static uint64_t not_begun(const struct made_code *m, uint32_t pid)
{
    const struct live_recording *r = m->recording;
    uint64_t began = began_by_recording(r->timeline, pid), boot = processes_boot_time(m->processes);
    uint64_t lasted = 0, by_end = 0;
    if (r->last > began)
        lasted = r->last - began;
    if (r->until > lasted)
        by_end = r->until - lasted;
    uint64_t at = by_end;
    if (boot && boot + began < at)
        at = boot + began;
    if (began && at > slack)
        return at - slack;
    return 0;
}

struct window { /* when the recorded process may have written the file, ns since 1970 */
    uint64_t from, until;
    bool runs;
};

static struct window window_of(const struct made_code *m, uint32_t pid)
{
    uint64_t now = processes_start_time(m->processes, pid);
    const bool another = now > m->recording->until + slack;
    struct window w = { .from = not_begun(m, pid), .until = UINT64_MAX, .runs = !another };
    if (another)
        w.until = now;
    return w;
}

static bool is_its(const struct window *w, const struct file_facts *facts, struct blob *b, struct err *why)
{
    const char *than = NULL;
    if (facts->written < w->from)
        than = "before the recorded process began";
    else if (facts->written > w->until)
        than = "after another process got its number";
    if (!than)
        return true;
    if (why->kind == ERR_NONE)
        err_set(why, ERR_UNSUPPORTED, 0, "it was written %s", than);
    blob_close(b);
    return false;
}

/* The k-th path at which a process with this pid lists code that it generated: its perf map, then the
   jitdumps that it mapped. Processes map their jitdumps so that recordings show them (linux,
   tools/perf/Documentation/ jitdump-specification.txt). */
static bool made_path(const struct made_code *m, uint32_t pid, size_t k, struct text *path)
{
    path->n = 0;
    if (!k)
        text_printf(path, "/tmp/perf-%" PRIu32 ".map", pid);
    for (size_t o = 0; k && o < m->nexpected; o++)
        if (number_in(m->expected[o]->path, "jit-", ".dump") == pid &&
            blob_path_is_plain(m->expected[o]->path) && !--k)
            text_add(path, m->expected[o]->path);
    return path->n;
}

/* Opens the i-th existing file among the paths of made_path(). Returns how many existing files were found.
   A stranger may control the file system of a process, so no symbolic link is followed in it. In our own
   file system (`own`), folders may be links. */
static unsigned open_in(const struct made_code *m, const char *tree, bool own, uint32_t pid,
                        const struct window *window, unsigned i, struct blob *out, struct err *why)
{
    static const struct build_id none = { .n = 0 };
    struct text path = { 0 }, folder = { 0 };
    unsigned n = 0;
    for (size_t k = 0; n <= i && made_path(m, pid, k, &path); k++) {
        struct err refused = { 0 };
        struct file_facts facts = { 0 };
        size_t cut = 0;
        if (!own)
            cut = (size_t)(strrchr(path.s, '/') - path.s);
        folder.n = 0;
        text_add(&folder, tree);
        text_add_n(&folder, path.s, cut);
        if (!folder.n)
            text_add(&folder, "/");
        enum answer a = blob_open_beneath(folder.s, path.s + cut, m->origins, &none, &facts, out, &refused);
        if (a == ANSWER_UNUSABLE && why->kind == ERR_NONE)
            *why = refused;
        if (a != ANSWER_FOUND || !is_its(window, &facts, out, why))
            continue;
        if (n++ < i)
            blob_close(out);
    }
    text_free(&path);
    text_free(&folder);
    return n;
}

enum answer made_code_open(const struct made_code *m, const struct want *w, unsigned i, struct blob *out,
                           struct err *e)
{
    uint32_t pid = number_in(w->object->path, "perf-", ".map");
    struct window window = window_of(m, pid);
    uint32_t inner = 0;
    if (window.runs)
        inner = processes_inner_pid(m->processes, pid);
    struct err why = { 0 };
    struct text tree = { 0 };
    text_printf(&tree, "%s/proc/%" PRIu32 "/root", m->processes->root, pid);
    unsigned n = 0;
    if (inner)
        n = open_in(m, tree.s, true, inner, &window, i, out, &why);
    if (!n)
        n = open_in(m, m->processes->root, false, pid, &window, i, out, &why);
    text_free(&tree);
    if (n || why.kind == ERR_NONE) {
        if (out->bytes.n)
            return ANSWER_FOUND;
        return ANSWER_ABSENT;
    }
    *e = why;
    if (i)
        return ANSWER_ABSENT;
    return ANSWER_UNUSABLE;
}
