/*
 * sweep: every fixture cut off after every byte, and with bits flipped, through the commands that read
 * captures. Any clean outcome passes: exit status 0 or 1, and a sentence on standard error with 1. A signal,
 * a sanitizer's report, an exit from inside or a run of more than 10 seconds fails and names the case.
 *
 * usage: sweep [-s SECONDS] [-n CASES] CAPTURE...   within a budget per file, shared by cutting and flipping
 *        sweep -a CAPTURE...                        every length, without a budget (hours for large ones)
 *        sweep -c LENGTH | -f SEED CAPTURE          one case again
 *
 * Lengths come in halving strides, so a budget that ends early has still looked everywhere; the case numbers
 * of flips are their seeds. Commands are called in this process; each file is swept by a child, so that the
 * parent lives to say which case it was.
 */
#include <dirent.h>
#include <fcntl.h>
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
    bool one_cut, one_flip;
    uint64_t length, seed;
};

struct victim {
    const char *capture; /* what commands are given: the file, or the directory it lies in */
    int fd;
    const uint8_t *bytes; /* as they were */
    uint64_t size;
};

static void run_all(struct state *s, const struct victim *v, bool brief)
{
    for (size_t i = 0; i < nlines; i++) {
        if (brief && i)
            return;
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
    run_all(s, v, s->cuts++ % 8); /* the other commands see every eighth case */
    put(v, length, v->size);
}

/* A few bits, one in two of them in the first KiB, where headers are. */
static void flip(struct state *s, const struct victim *v, uint64_t seed)
{
    uint64_t x = seed * UINT64_C(0x9e3779b97f4a7c15), at[FLIPS];
    s->seed = seed;
    for (int i = 0; i < FLIPS; i++) {
        uint64_t r = xorshift(&x), span = r & 1 && v->size > 1024 ? 1024 : v->size;
        at[i] = (r >> 8) % span;
        uint8_t b = (uint8_t)(v->bytes[at[i]] ^ 1u << (r >> 1 & 7));
        if (pwrite(v->fd, &b, 1, (off_t)at[i]) != 1)
            stop("pwrite");
    }
    run_all(s, v, s->flips++ % 8);
    for (int i = 0; i < FLIPS; i++)
        put(v, at[i], at[i] + 1);
}

static void sweep(struct state *s, const struct victim *v, const struct plan *p)
{
    double end = p->seconds > 0 ? now() + p->seconds / 2 : 1e300;
    if (p->one_cut)
        cut(s, v, p->length);
    if (p->one_flip)
        flip(s, v, p->seed);
    if (p->one_cut || p->one_flip)
        return;
    uint64_t stride = 1;
    while (stride < v->size)
        stride *= 2;
    for (uint64_t from = 0; stride; from = stride /= 2)
        for (uint64_t n = from; n < v->size && now() < end && (!p->cases || s->cuts < p->cases);
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
    struct victim v = { .capture = job->capture, .fd = open(job->path, O_RDWR) };
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
    while ((option = getopt(argc, argv, "s:n:ac:f:")) != -1) {
        switch (option) {
        case 's':
            p.seconds = atof(optarg);
            break;
        case 'n':
            p.cases = strtoull(optarg, NULL, 10);
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
