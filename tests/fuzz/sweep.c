/*
 * sweep: every fixture cut off after every byte, and with bits and numbers changed, through the commands that read
 * captures. Any clean outcome passes: exit status 0 or 1, and a sentence on standard error with 1. A signal,
 * a sanitizer's report, an exit from inside, a run of more than 10 seconds or, with -m, of more memory than
 * docs/limits.md states for MIB unpacked MiB fails and names the case.
 *
 * usage: sweep [-s SECONDS] [-n CASES] [-k CUTS] [-r] [-m MIB] CAPTURE...
 *                                                   within a budget per file, shared by cutting and changing; -k: at most
 *                                                   so many cuts; -r: each case meets two commands, in turn
 *        sweep -a CAPTURE...                        every length, without a budget (hours for large ones)
 *        sweep -c LENGTH | -f SEED CAPTURE          one case again, by all commands
 *
 * Lengths come in halving strides, so a budget that ends early has still looked everywhere; the case numbers
 * of flips are their seeds. Commands are called in this process; each file is swept by a child, so that the
 * parent lives to say which case it was.
 */
#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "tests/fuzz/case.h"
#include "tests/fuzz/lines.h"

enum { FLIPS = 3 };

/* What the parent must know about the child's work. */
struct state {
    char command[32];
    uint64_t length, seed; /* of the case at hand; seed 0: cut at length */
    uint64_t cuts, flips;
};

struct plan {
    double seconds; /* per file; 0: no budget */
    uint64_t cases; /* at most so many cuts, and so many flips; 0: all cuts */
    uint64_t cuts;  /* at most so many cuts; 0: as `cases` */
    bool in_turn;   /* each case meets the first command, and one other */
    double memory;  /* MiB that a file may take; 0: any */
    bool one_cut, one_flip;
    uint64_t length, seed;
};

struct victim {
    const struct plan *plan;
    const char *capture; /* what commands are given: the file, or the directory it lies in */
    int fd;
    const uint8_t *bytes; /* as they were */
    uint64_t size;
};

static void check_memory(const struct victim *v, const char *said)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    const double mib = (double)used.ru_maxrss / 1024;
    if (v->plan->memory <= 0 || (mib <= v->plan->memory && !strstr(said, "out of memory")))
        return;
    fprintf(stderr, "sweep: %.0f MiB, of at most %.0f: %s\n", mib, v->plan->memory, said);
    exit(3);
}

/* Whether a command meets the case with this number. Nearly all of them see only a part of the cases. */
static bool meets(const struct plan *p, size_t line, uint64_t number)
{
    enum { EACH = 8 };
    if (!line || p->one_cut || p->one_flip)
        return true;
    if (p->in_turn)
        return line == 1 + number % (nlines - 1);
    return number % EACH == 0;
}

static void run_all(struct state *s, const struct victim *v, uint64_t number)
{
    for (size_t i = 0; i < nlines; i++) {
        if (!meets(v->plan, i, number))
            continue;
        snprintf(s->command, sizeof(s->command), "%s", lines[i].argv[0]);
        char *said = NULL;
        size_t n = 0;
        FILE *out = fopen("/dev/null", "w"), *err = open_memstream(&said, &n);
        if (!out || !err)
            stop("/dev/null");
        limit(RUN_SECONDS);
        int status = line_run(&lines[i], v->capture, out, err);
        limit(0);
        fclose(out);
        fclose(err);
        if (status < 0 || status > 2 || (status == 1 && !n)) { /* 2: answered with no */
            fprintf(stderr, "sweep: exit status %d and %zu bytes on standard error\n", status, n);
            exit(3);
        }
        check_memory(v, said);
        free(said);
    }
}

static void put(const struct victim *v, uint64_t from, uint64_t to)
{
    while (from < to) {
        ssize_t n = pwrite(v->fd, v->bytes + from, to - from, (off_t)from);
        if (n < 0)
            stop("pwrite");
        from += (uint64_t)n;
    }
}

static void cut(struct state *s, const struct victim *v, uint64_t length)
{
    s->seed = 0;
    s->length = length;
    if (ftruncate(v->fd, (off_t)length))
        stop("ftruncate");
    run_all(s, v, s->cuts++);
    put(v, length, v->size);
}

/* Where to change the file: one in two places is in the first KiB, where headers are. */
static uint64_t changed_place(const struct victim *v, uint64_t r)
{
    const uint64_t span = r & 1 && v->size > 1024 ? 1024 : v->size;
    return (r >> 8) % span;
}

/* A number of records and headers becomes one at which readers err. */
static void change_number(const struct victim *v, uint64_t *x)
{
    static const uint64_t odd[] = {
        0, 1, 7, 8, 9, UINT16_MAX, INT32_MAX, UINT32_MAX, UINT64_C(1) << 32, INT64_MAX, UINT64_MAX
    };
    const uint64_t r = xorshift(x), at = changed_place(v, r) & ~UINT64_C(1),
                   size = UINT64_C(2) << (r >> 2 & 3) % 3;
    const uint64_t left = v->size - at,
                   values[] = { odd[(r >> 40) % (sizeof(odd) / sizeof(*odd))], v->size, left, r };
    uint64_t value = values[(r >> 4) % (sizeof(values) / sizeof(*values))];
    uint8_t bytes[8];
    for (unsigned i = 0; i < size; i++)
        bytes[r & 2 ? size - 1 - i : i] = (uint8_t)(value >> 8 * i);
    const size_t n = (size_t)(size < left ? size : left);
    if (pwrite(v->fd, bytes, n, (off_t)at) != (ssize_t)n)
        stop("pwrite");
}

/* A few bits, or a number; in one case of four a stretch of the file is copied over another one, too. */
static void flip(struct state *s, const struct victim *v, uint64_t seed)
{
    enum { LONGEST = 512 };
    uint64_t x = seed * UINT64_C(0x9e3779b97f4a7c15);
    s->seed = seed;
    for (int i = 0; i < FLIPS && seed % 2; i++) {
        const uint64_t r = xorshift(&x), at = changed_place(v, r);
        const uint8_t b = (uint8_t)(v->bytes[at] ^ 1u << (r >> 1 & 7));
        if (pwrite(v->fd, &b, 1, (off_t)at) != 1)
            stop("pwrite");
    }
    if (seed % 2 == 0)
        change_number(v, &x);
    if (seed % 4 == 0) {
        const uint64_t from = changed_place(v, xorshift(&x)), to = changed_place(v, xorshift(&x));
        const uint64_t behind = from > to ? from : to, left = v->size - behind;
        const size_t n = (size_t)(left < LONGEST ? left : LONGEST);
        if (pwrite(v->fd, v->bytes + from, n, (off_t)to) != (ssize_t)n)
            stop("pwrite");
    }
    run_all(s, v, s->flips++);
    put(v, 0, v->size);
}

static void sweep(struct state *s, const struct victim *v, const struct plan *p)
{
    double end = p->seconds > 0 ? now() + p->seconds / 2 : 1e300; /* else as long as it takes */
    if (p->one_cut)
        cut(s, v, p->length);
    if (p->one_flip)
        flip(s, v, p->seed);
    if (p->one_cut || p->one_flip)
        return;
    uint64_t stride = 1;
    while (stride < v->size)
        stride *= 2;
    const uint64_t cuts = p->cuts ? p->cuts : p->cases;
    for (uint64_t from = 0; stride; from = stride /= 2)
        for (uint64_t n = from; n < v->size && now() < end && (!cuts || s->cuts < cuts);
             n += from ? 2 * stride : stride)
            cut(s, v, n);
    end += p->seconds / 2;
    for (uint64_t seed = 1; v->size && now() < end && seed <= (p->cases ? p->cases : v->size); seed++)
        flip(s, v, seed);
}

/* One file: it is what the capture `capture` consists of, or lies in it. */
struct job {
    const char *path, *capture;
    const struct plan *plan;
    struct state *state;
};

static void work(void *arg)
{
    struct job *job = arg;
    struct stat st;
    struct victim v = { .plan = job->plan, .capture = job->capture, .fd = open(job->path, O_RDWR) };
    if (v.fd < 0 || fstat(v.fd, &st))
        stop(job->path);
    v.size = (uint64_t)st.st_size;
    uint8_t *bytes = malloc(v.size + 1);
    if (!bytes || pread(v.fd, bytes, v.size, 0) != st.st_size)
        stop(job->path);
    v.bytes = bytes;
    sweep(job->state, &v, job->plan);
    free(bytes);
    close(v.fd);
}

/* Sweep a file, which the user calls `name`. */
static bool child(const char *name, const char *path, const char *capture, const struct plan *p,
                  struct state *s)
{
    struct job job = { path, capture, p, s };
    memset(s, 0, sizeof(*s));
    int status = in_child(work, &job);
    if (!status) {
        printf("%s: %llu cuts, %llu flips\n", name, (unsigned long long)s->cuts,
               (unsigned long long)s->flips);
        return true;
    }
    printf("FAILED %s: `%s` ended with %s %d; again with: sweep %s %llu %s\n", name, s->command,
           WIFSIGNALED(status) ? "signal" : "status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), s->seed ? "-f" : "-c",
           (unsigned long long)(s->seed ? s->seed : s->length), name);
    return false;
}

/* Sweep one capture: a file, or a directory of which each file is swept in turn. */
static bool sweep_capture(const char *name, const char *folder, const struct plan *p, struct state *s)
{
    char from[1024], to[1024];
    DIR *dir = opendir(name);
    if (!dir) {
        snprintf(to, sizeof(to), "%s/file", folder);
        copy(name, to);
        bool good = child(name, to, to, p, s);
        unlink(to);
        return good;
    }
    bool good = true;
    struct dirent *entry;
    while ((entry = readdir(dir))) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(from, sizeof(from), "%s/%s", name, entry->d_name);
        snprintf(to, sizeof(to), "%s/%s", folder, entry->d_name);
        copy(from, to);
    }
    for (rewinddir(dir); (entry = readdir(dir));) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(from, sizeof(from), "%s/%s", name, entry->d_name);
        snprintf(to, sizeof(to), "%s/%s", folder, entry->d_name);
        good &= child(from, to, folder, p, s);
        copy(from, to);
    }
    for (rewinddir(dir); (entry = readdir(dir));) {
        snprintf(to, sizeof(to), "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(to);
    }
    closedir(dir);
    return good;
}

int main(int argc, char **argv)
{
    struct plan p = { .seconds = 2, .cases = 20000 };
    const char *tmp = getenv("TMPDIR");
    char folder[256];
    int option;
    while ((option = getopt(argc, argv, "s:n:k:rm:ac:f:")) != -1) {
        switch (option) {
        case 's':
            p.seconds = atof(optarg);
            break;
        case 'n':
            p.cases = strtoull(optarg, NULL, 10);
            break;
        case 'k':
            p.cuts = strtoull(optarg, NULL, 10);
            break;
        case 'r':
            p.in_turn = true;
            break;
        case 'm': /* tests/limits.py holds the program to these */
            p.memory = 96 + 32 * atof(optarg);
            break;
        case 'a':
            p.seconds = 0;
            p.cases = 0;
            break;
        case 'c':
            p.one_cut = true;
            p.length = strtoull(optarg, NULL, 10);
            break;
        case 'f':
            p.one_flip = true;
            p.seed = strtoull(optarg, NULL, 10);
            break;
        default:
            return 2;
        }
    }
    snprintf(folder, sizeof(folder), "%s/sweep-XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(folder))
        stop(folder);
    struct state *s = shared_memory(sizeof(*s));
    bool good = optind < argc;
    for (int i = optind; i < argc; i++)
        good &= sweep_capture(argv[i], folder, &p, s);
    munmap(s, sizeof(*s));
    rmdir(folder);
    return good ? 0 : 1;
}
