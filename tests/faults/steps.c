/*
 * Steps that fail inside the program: usage: steps TIMES [NAME...]
 *
 * Command lines run in this process. The linker puts the functions called __wrap_* here in front of what reads and writes files, and
 * of each the K-th call fails, in one run each, for TIMES K spread over all of them, the first and the last among them (0: every K).
 * Calls of the system that fail (sweep.py) reach none of the steps that a buffer or a map stands in front of. A run with a fault ends
 * as the one without, with the same answer or the error told, or with exit status 1 and the error told; what it was to write is
 * the old file or the whole new one; nothing else is left in its folder, and no file stays open.
 */
#include <dirent.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/base/file/output.h"
#include "core/base/mem.h"
#include "tests/outlets.h"

static const char reason[] = "a fault that was planned";

/* The kinds of steps, each a function of the house. */
#define STEPS(X) X(add) X(patch) X(read_back) X(append) X(temp) X(zeroed) X(read) X(map) X(map_facts) X(open)
enum step {
#define X(name) STEP_##name,
    STEPS(X) STEP_KINDS
#undef X
};
static const char *const names[] = {
#define X(name) #name,
    STEPS(X)
#undef X
};

static atomic_ulong calls[STEP_KINDS];
static unsigned long failing[STEP_KINDS]; /* the call that fails; 0: none */

/* Whether this call is the one. */
static bool fails(enum step kind, struct err *e)
{
    if (atomic_fetch_add(&calls[kind], 1) + 1 != failing[kind])
        return false;
    err_set(e, ERR_IO, 0, "%s", reason);
    return true;
}

#define WRAP(type, step, value, name, params, args)                                                          \
    type __real_##name params;                                                                               \
    type __wrap_##name params;                                                                               \
    type __wrap_##name params                                                                                \
    {                                                                                                        \
        return fails(STEP_##step, e) ? (value) : __real_##name args;                                         \
    }

WRAP(bool, add, false, output_add, (struct output * o, const void *p, size_t n, struct err *e), (o, p, n, e))
WRAP(bool, patch, false, output_patch,
     (struct output * o, uint64_t at, const void *p, size_t n, struct err *e), (o, at, p, n, e))
WRAP(bool, read_back, false, output_read_back, (struct output * o, struct file *f, struct err *e), (o, f, e))
WRAP(bool, append, false, file_append, (struct file * f, const void *p, size_t n, struct err *e),
     (f, p, n, e))
WRAP(bool, temp, (*f = (struct file){ .fd = -1 }, false), file_temp,
     (struct file * f, const char *temporary, struct err *e), (f, temporary, e))
WRAP(uint8_t *, zeroed, NULL, file_map_zeroed, (uint64_t n, struct err *e), (n, e))
WRAP(bool, map, (*b = (struct span){ NULL, 0 }, false), file_map,
     (const char *path, struct span *b, struct err *e), (path, b, e))
WRAP(bool, map_facts, (*b = (struct span){ NULL, 0 }, false), file_map_facts,
     (const char *path, struct span *b, struct file_facts *facts, struct err *e), (path, b, facts, e))
WRAP(bool, open, (*f = (struct file){ .fd = -1 }, false), file_open,
     (struct file * f, const char *path, struct err *e), (f, path, e))

/* Only calls that read from a descriptor: those of a view of a file lead to these. */
int64_t __real_file_read(const struct file *f, uint64_t at, void *buf, size_t n, struct err *e);
int64_t __wrap_file_read(const struct file *f, uint64_t at, void *buf, size_t n, struct err *e);
int64_t __wrap_file_read(const struct file *f, uint64_t at, void *buf, size_t n, struct err *e)
{
    return !f->view && fails(STEP_read, e) ? -1 : __real_file_read(f, at, buf, n, e);
}

/* The same pseudonyms in each run. */
bool __wrap_file_random(void *to, size_t n);
bool __wrap_file_random(void *to, size_t n)
{
    memset(to, 'k', n);
    return true;
}

/* One worker: the K-th call is the same in each run. */
unsigned __wrap_file_processors(void);
unsigned __wrap_file_processors(void)
{
    return 1;
}

/* A command line. "@" in a word is its folder; `made` is the file that it writes there, `old` what is copied there first. */
struct line {
    const char *name, *old, *made;
    const char *argv[16];
};

#define F     "fixtures/"
#define DEBUG "--isolated", "--objects", F "hppa/debug"
static const struct line lines[] = {
    { "report", NULL, NULL, { "report", "-i", F "hppa/user.data", DEBUG } },
    { "zstd", NULL, NULL, { "report", "--isolated", "-s", "comm,sym", "-i", F "amd64/zstd.data" } },
    { "folio", NULL, NULL, { "report", "--isolated", "-s", "srcline,sym", "-i", F "armhf/dwarf.folio" } },
    { "annotate",
      NULL,
      NULL,
      { "annotate", "--isolated", "--top", "1", "-i", F "amd64/annotate.data", "--objects",
        F "amd64/annotate" } },
    { "script", NULL, NULL, { "script", "--isolated", "-i", F "amd64/dir.data" } },
    { "verify", NULL, NULL, { "verify", F "armhf/dwarf.folio" } },
    { "doctor", NULL, NULL, { "doctor", "--isolated", "-i", F "armhf/dwarf.folio" } },
    { "pack", NULL, "o", { "pack", F "hppa/user.data", "-o", "@o", "--level", "full", DEBUG } },
    { "stacks", NULL, "o", { "pack", F "amd64/jit.data", "-o", "@o", "--isolated" } },
    { "page",
      F "armhf/dwarf.folio",
      "o.html",
      { "pack", F "hppa/user.data", "--html", "--page", "@page", "-o", "@o.html", DEBUG } },
    { "append", F "armhf/dwarf.folio", "o", { "pack", "--append", F "hppa/user.data", "-o", "@o", DEBUG } },
    { "merge", F "armhf/dwarf.folio", "o", { "merge", "@o", F "s390x/dwarf.folio", "-o", "@o" } },
    { "again", NULL, "o", { "pack", F "armhf/dwarf.folio", "-o", "@o", "--isolated", "--level", "min" } },
    { "public", NULL, "o", { "pack", F "hppa/user.data", "-o", "@o", "--for", "public", DEBUG } },
    { "scrub", NULL, "o", { "scrub", F "hppa/user.data", "-o", "@o", "--isolated" } },
    { "scrub-folio", NULL, "o", { "scrub", F "armhf/dwarf.folio", "-o", "@o", "--isolated" } },
    { "cut", NULL, "o", { "cut", F "hppa/user.data", "-o", "@o", "--time", "10%-60%" } },
    { "repair", NULL, "o", { "repair", F "bad/cut-off.data", "-o", "@o" } },
    { "html", NULL, "o", { "export", "html", "-i", F "hppa/user.data", "-o", "@o", DEBUG } },
    { "firefox", NULL, "o", { "export", "firefox", "-i", F "hppa/user.data", "-o", "@o", DEBUG } },
};
static const char page[] = "<!doctype html>\n<p>before</p>\n<!-- folio -->\n<p>after</p>\n";

static char dir[] = "/tmp/perfolio-steps-XXXXXX";

struct result {
    int status;
    struct text out, err, made; /* `made` as it is after the run */
    bool is_there;              /* whether it is */
    unsigned others;            /* other files in the folder */
    unsigned open;              /* open files */
};

static void result_free(struct result *r)
{
    text_free(&r->out);
    text_free(&r->err);
    text_free(&r->made);
}

_Noreturn static void stop(const char *what)
{
    perror(what);
    exit(2);
}

static bool slurp(const char *path, struct text *to)
{
    FILE *f = fopen(path, "rb");
    char buf[65536];
    for (size_t n; f && (n = fread(buf, 1, sizeof(buf), f)) > 0;)
        text_add_n(to, buf, n);
    if (f)
        fclose(f);
    return f;
}

static void spill(const char *path, const char *p, size_t n)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(p, 1, n, f) != n || fclose(f))
        stop(path);
}

static const char *in_dir(const char *name)
{
    static char path[256];
    snprintf(path, sizeof(path), "%s/%s", dir, name);
    return path;
}

static unsigned entries(const char *folder, const char *but)
{
    unsigned n = 0;
    DIR *d = opendir(folder);
    if (!d)
        stop(folder);
    for (const struct dirent *e; (e = readdir(d)) != NULL;)
        n += e->d_name[0] != '.' || strlen(e->d_name) > 2 ? !but || strcmp(e->d_name, but) != 0 : 0;
    closedir(d);
    return n;
}

/* Empties the folder, and puts there what the line finds. */
static void prepare(const struct line *l)
{
    DIR *d = opendir(dir);
    if (!d)
        stop(dir);
    for (const struct dirent *e; (e = readdir(d)) != NULL;)
        unlink(in_dir(e->d_name)); /* not "." and ".." */
    closedir(d);
    spill(in_dir("page"), page, strlen(page));
    if (l->old) {
        struct text old = { 0 };
        if (!slurp(l->old, &old))
            stop(l->old);
        spill(in_dir(l->made), old.s, old.n);
        text_free(&old);
    }
}

static struct result run(const struct line *l)
{
    struct result r = { 0 };
    char *out = NULL, *err = NULL, words[COUNT(l->argv)][256];
    const char *argv[COUNT(l->argv) + 2] = { "perfolio" };
    int argc = 1;
    prepare(l);
    for (; l->argv[argc - 1]; argc++) {
        const char *word = l->argv[argc - 1];
        snprintf(words[argc - 1], sizeof(words[0]), "%s", word[0] == '@' ? in_dir(word + 1) : word);
        argv[argc] = words[argc - 1];
    }
    size_t nout, nerr;
    FILE *to = open_memstream(&out, &nout), *says = open_memstream(&err, &nerr);
    if (!to || !says)
        stop("open_memstream");
    for (int k = 0; k < STEP_KINDS; k++)
        atomic_store(&calls[k], 0);
    r.status = perfolio_to(argc, argv, to, says);
    fclose(to);
    fclose(says);
    text_add_n(&r.out, out, nout);
    text_add_n(&r.err, err, nerr);
    free(out);
    free(err);
    r.is_there = l->made && slurp(in_dir(l->made), &r.made);
    r.others = entries(dir, l->made);
    r.open = entries("/proc/self/fd", NULL);
    return r;
}

static bool same(const struct text *a, const struct text *b)
{
    return a->n == b->n && (!a->n || !memcmp(a->s, b->s, a->n));
}

/* What is wrong with a run with a fault; NULL: nothing. */
static const char *wrong(const struct line *l, const struct result *good, const struct result *now)
{
    struct text old = { 0 };
    const bool had_old = l->old && slurp(l->old, &old),
               is_old = now->is_there == had_old && (!had_old || same(&now->made, &old)),
               is_new = now->is_there == good->is_there && same(&now->made, &good->made),
               told = (now->err.n && strstr(now->err.s, reason)) ||
                      (now->out.n && strstr(now->out.s, reason));
    text_free(&old);
    if (now->status != good->status && now->status != 1)
        return "ends otherwise";
    if (now->status != good->status && !told)
        return "fails, and does not say why";
    if (now->status != good->status && !is_old && !is_new)
        return "what was there is lost";
    if (now->status == good->status && !told && (!same(&now->out, &good->out) || !is_new))
        return "another answer, and not why";
    if (now->others != good->others)
        return "leaves a file";
    if (now->open != good->open)
        return "a file stays open";
    return NULL;
}

/* Runs a line with faults in a kind of steps. Returns how many runs were wrong. */
static unsigned with_faults(const struct line *l, const struct result *good, enum step kind,
                            unsigned long ncalls, unsigned long times, unsigned long *runs)
{
    unsigned bad = 0;
    if (!times || times > ncalls)
        times = ncalls;
    for (unsigned long i = 0; i < times; i++) {
        failing[kind] = times == 1 ? 1 : 1 + i * (ncalls - 1) / (times - 1);
        struct result now = run(l);
        const char *what = wrong(l, good, &now);
        if (what) {
            printf("%s: %s %lu of %lu: %s: status %d: %.400s\n", l->name, names[kind], failing[kind], ncalls,
                   what, now.status, now.err.n ? now.err.s : "");
            bad++;
        }
        ++*runs;
        result_free(&now);
    }
    failing[kind] = 0;
    return bad;
}

static bool is_asked(const char *name, int argc, char **argv)
{
    bool is = argc <= 2;
    for (int i = 2; i < argc; i++)
        is = is || !strcmp(name, argv[i]);
    return is;
}

int main(int argc, char **argv)
{
    unsigned long runs = 0, bad = 0;
    if (argc < 2 || !mkdtemp(dir))
        stop("usage: steps TIMES [NAME...]");
    for (size_t i = 0; i < COUNT(lines); i++) {
        const struct line *l = &lines[i];
        unsigned long ncalls[STEP_KINDS];
        if (!is_asked(l->name, argc, argv))
            continue;
        struct result good = run(l), again = run(l);
        for (int k = 0; k < STEP_KINDS; k++)
            ncalls[k] = atomic_load(&calls[k]);
        const char *what = good.status ? "fails without a fault" : wrong(l, &good, &again);
        if (what) {
            printf("%s: %s: %s\n", l->name, what, good.err.n ? good.err.s : "");
            bad++;
        }
        for (int k = 0; k < STEP_KINDS && !what; k++)
            bad += with_faults(l, &good, (enum step)k, ncalls[k], strtoul(argv[1], NULL, 10), &runs);
        result_free(&good);
        result_free(&again);
    }
    printf("%lu steps that fail: %lu wrong\n", runs, bad);
    unlink(in_dir("page"));
    prepare(&lines[0]);
    unlink(in_dir("page"));
    rmdir(dir);
    return bad || !runs;
}
