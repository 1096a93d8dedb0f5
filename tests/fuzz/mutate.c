/*
 * mutate: folios changed at random, through the commands that read them. Of every folio whose bytes are other
 * ones it is known what it was, so more is asked than a clean end: a command that cannot do its work says so,
 * and what another one prints is what the undamaged folio gives, or standard error says more than it did
 * then. verify and folio_check() complain about every one of them.
 * Every third case gets checksums that fit, as a stranger would make it: there any clean end will do.
 *
 * usage: mutate [-s SECONDS] [-n CASES] FOLIO...   of each folio; what comes first ends it
 *        mutate -c SEED FOLIO                      one case again
 */
#include <inttypes.h>

#include "archive/folio/folio.h"
#include "core/base/mem.h"
#include "tests/fuzz/case.h"
#include "tests/fuzz/lines.h"
#include "tests/unit/folio_make.h"

enum { LINES = sizeof(folio_lines) / sizeof(*folio_lines) };

enum { LONGEST = 4096, PAST = 256 }; /* of a stretch that is changed; how much longer a folio gets at most */

/* What a command said and answered. */
struct outcome {
    int status;
    char *out, *err;
    size_t nout, nerr;
};

/* What the parent must know about the child's work. */
struct state {
    char doing[32];
    uint64_t seed, cases, mended, unchanged, refused, told;
};

struct job {
    const char *name, *path; /* as the user calls it; where the changed ones lie */
    double seconds;
    uint64_t cases, seed; /* seed != 0: only that one */
    struct state *state;
    uint8_t *bytes, *changed; /* as it was; room for PAST more */
    size_t size;
    struct folio_parts parts;
    struct outcome was[LINES];
};

static void write_folio(const struct job *j, const uint8_t *p, size_t n)
{
    FILE *f = fopen(j->path, "wb");
    if (!f || fwrite(p, 1, n, f) != n || fclose(f))
        stop(j->path);
}

static struct outcome run(const struct job *j, size_t i)
{
    struct outcome o = { 0 };
    FILE *out = open_memstream(&o.out, &o.nout), *err = open_memstream(&o.err, &o.nerr);
    if (!out || !err)
        stop("open_memstream");
    snprintf(j->state->doing, sizeof(j->state->doing), "%s", folio_lines[i].argv[0]);
    limit(RUN_SECONDS);
    o.status = line_run(&folio_lines[i], j->path, out, err);
    limit(0);
    fclose(out);
    fclose(err);
    return o;
}

static void drop(struct outcome *o)
{
    free(o->out);
    free(o->err);
}

static bool is_command(size_t i, const char *name)
{
    return !strcmp(folio_lines[i].argv[0], name);
}

static bool same(const char *a, size_t na, const char *b, size_t nb)
{
    return na == nb && !memcmp(a, b, na);
}

_Noreturn static void find(const char *what, const struct outcome *o)
{
    fprintf(stderr, "mutate: %s\n", what);
    if (o)
        fprintf(stderr, "exit status %d, standard output:\n%sstandard error:\n%s", o->status, o->out, o->err);
    exit(3);
}

/* A place in the folio: anywhere, or, one time in two, where the headers and the manifest are. */
static size_t place(const struct job *j, uint64_t *x)
{
    const struct folio_parts *p = &j->parts;
    uint64_t r = xorshift(x), in = r >> 8, headers = p->head.nsections * FOLIO_SECTION_HEADER;
    switch (r & 7) {
    case 0:
        return (size_t)(in % FOLIO_ELF_HEADER);
    case 1:
        return (size_t)(p->head.headers_at + in % headers);
    case 2:
    case 3:
        return (size_t)(p->manifest.at + in % p->manifest.size);
    default:
        return (size_t)(in % j->size);
    }
}

/* A number that somebody might not have thought of. */
static uint64_t number(const struct job *j, uint64_t was, uint64_t *x)
{
    uint64_t r = xorshift(x);
    const uint64_t all[] = { 0,
                             1,
                             was + 1,
                             was - 1,
                             was ^ UINT64_C(1) << (r >> 8) % 64,
                             was * 2,
                             UINT64_MAX,
                             INT64_MAX,
                             UINT32_MAX,
                             j->size,
                             j->size - was,
                             r >> 8 };
    return all[r % (sizeof(all) / sizeof(*all))];
}

static void put(uint8_t *p, uint64_t v, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        p[i] = (uint8_t)(v >> 8 * i);
}

/* Another number in a field of the ELF header or a section header (gabi). */
static void change_field(struct job *j, uint64_t *x)
{
    static const uint8_t of_elf[][2] = { { 4, 1 },  { 5, 1 },  { 6, 1 },  { 16, 2 }, { 18, 2 }, { 20, 4 },
                                         { 24, 8 }, { 32, 8 }, { 40, 8 }, { 48, 4 }, { 52, 2 }, { 54, 2 },
                                         { 56, 2 }, { 58, 2 }, { 60, 2 }, { 62, 2 } }; /* offset, bytes */
    static const uint8_t of_section[][2] = { { 0, 4 },  { 4, 4 },  { 8, 8 },  { 16, 8 }, { 24, 8 },
                                             { 32, 8 }, { 40, 4 }, { 44, 4 }, { 48, 8 }, { 56, 8 } };
    uint64_t r = xorshift(x), at = 0, was = 0;
    const uint8_t *field = of_elf[(r >> 8) % (sizeof(of_elf) / sizeof(*of_elf))];
    if (r & 7) {
        at = j->parts.head.headers_at + (r >> 32) % j->parts.head.nsections * FOLIO_SECTION_HEADER;
        field = of_section[(r >> 8) % (sizeof(of_section) / sizeof(*of_section))];
    }
    uint8_t *p = j->changed + at + field[0];
    for (unsigned i = field[1]; i--;)
        was = was << 8 | p[i];
    put(p, number(j, was, x), field[1]);
}

/* A stretch moves: what is behind it comes after `by` more bytes, or by fewer ones. */
static size_t shift(struct job *j, size_t at, uint64_t *x)
{
    uint64_t r = xorshift(x);
    size_t n = 1 + (size_t)(r >> 8) % PAST;
    if (r & 1) {
        memmove(j->changed + at + n, j->changed + at, j->size - at);
        return j->size + n;
    }
    n = n < j->size - at ? n : j->size - at;
    memmove(j->changed + at, j->changed + at + n, j->size - at - n);
    return j->size - n;
}

/* Change the folio; how long it is then. */
static size_t change(struct job *j, uint64_t *x)
{
    size_t at = place(j, x), other = place(j, x), n = 1 + (size_t)(xorshift(x) >> 8) % LONGEST;
    uint64_t r = xorshift(x);
    n >>= (r >> 16) % 12;
    n = n ? n : 1;
    n = n < j->size - at ? n : j->size - at;
    uint8_t *p = j->changed + at;
    switch (r % 10) {
    case 0:
    case 1:
        *p ^= (uint8_t)(1 << (r >> 8 & 7));
        return j->size;
    case 2:
        *p = (uint8_t)(r >> 8);
        return j->size;
    case 3:
        memset(p, 0, n);
        return j->size;
    case 4:
        return at;
    case 5: /* a stretch twice */
        n = n < j->size - other ? n : j->size - other;
        memmove(p, j->bytes + other, n);
        return j->size;
    case 6: /* two change places */
        n = n < j->size - other ? n : j->size - other;
        memcpy(p, j->bytes + other, n);
        memcpy(j->changed + other, j->bytes + at, n);
        return j->size;
    case 7:
        return shift(j, at, x);
    case 8: /* a digit of the manifest's */
        p = j->changed + j->parts.manifest.at + (r >> 8) % j->parts.manifest.size;
        if (*p >= '0' && *p <= '9')
            *p = (uint8_t)('0' + (r >> 40) % 10);
        return j->size;
    default:
        change_field(j, x);
        return j->size;
    }
}

static void on_fault(void *arg, const char *what)
{
    bool *said = arg;
    *said = *what != 0;
}

/* Whether it is found out that this is not the folio that was written. */
static bool is_told(const struct job *j)
{
    struct err e = { 0 };
    bool said = false;
    struct folio *f = folio_open(j->path, NULL, &e);
    bool told = !f || !folio_check(f, on_fault, &said);
    if (!f && (e.kind == ERR_NONE || !e.msg[0]))
        find("folio_open() fails without a word", NULL);
    if (f && told != said)
        find("folio_check() finds something without a word", NULL);
    folio_close(f);
    return told;
}

/* Any clean end. */
static void judge(const struct outcome *o, size_t i)
{
    bool answers = is_command(i, "verify") || is_command(i, "explain"); /* with no, too */
    if (o->status < 0 || o->status > (answers ? 2 : 1))
        find("no such exit status", o);
    if (o->status && !o->nerr && (o->status != 2 || !o->nout))
        find("a bad end without a word", o);
}

static void one_case(struct job *j, uint64_t seed)
{
    struct state *s = j->state;
    uint64_t x = seed * UINT64_C(0x9e3779b97f4a7c15);
    s->seed = seed;
    memcpy(j->changed, j->bytes, j->size);
    memset(j->changed + j->size, 0xa5, PAST);
    size_t n = change(j, &x);
    bool mended = seed % 3 == 0 && folio_mend(j->changed, n), refused = true;
    if (same((char *)j->changed, n, (char *)j->bytes, j->size)) {
        s->unchanged++;
        return;
    }
    write_folio(j, j->changed, n);
    snprintf(s->doing, sizeof(s->doing), "folio_check");
    if (!is_told(j) && !mended)
        find("folio_check() finds nothing", NULL);
    bool differs = false;
    for (size_t i = 0; i < LINES; i++) {
        struct outcome o = run(j, i);
        const struct outcome *was = &j->was[i];
        bool verify = is_command(i, "verify");
        judge(&o, i);
        if (!mended && verify && !o.status)
            find("verify finds nothing", &o);
        bool other = !same(o.out, o.nout, was->out, was->nout);
        bool said = !same(o.err, o.nerr, was->err, was->nerr);
        if (is_command(i, "explain")) /* why is what it answers */
            said = said || strstr(o.out, "none: ");
        if (!mended && !verify && o.status != 1 && other && !said)
            find("another answer without a word", &o);
        refused = refused && (o.status == 1 || verify);
        differs = differs || (!verify && o.status != 1 && other);
        drop(&o);
    }
    s->cases++;
    s->mended += mended;
    s->refused += refused;
    s->told += differs;
}

static void work(void *arg)
{
    struct job *j = arg;
    double end = j->seconds > 0 ? now() + j->seconds : 1e300;
    for (size_t i = 0; i < LINES; i++) {
        j->was[i] = run(j, i);
        judge(&j->was[i], i);
        if (j->was[i].status == 1)
            find("the undamaged folio cannot be read", &j->was[i]);
    }
    if (is_told(j))
        find("folio_check() finds something in the undamaged folio", NULL);
    if (j->seed)
        one_case(j, j->seed);
    for (uint64_t seed = 1; !j->seed && seed <= j->cases && now() < end; seed++)
        one_case(j, seed);
    for (size_t i = 0; i < LINES; i++)
        drop(&j->was[i]);
}

static bool mutate(struct job *j)
{
    FILE *f = fopen(j->name, "rb");
    if (!f || fseek(f, 0, SEEK_END) || ftell(f) <= 0)
        stop(j->name);
    j->size = (size_t)ftell(f);
    j->bytes = mem_new(j->size, 1);
    j->changed = mem_new(j->size + PAST, 1);
    rewind(f);
    if (fread(j->bytes, 1, j->size, f) != j->size)
        stop(j->name);
    fclose(f);
    struct state *s = j->state;
    memset(s, 0, sizeof(*s));
    bool good = folio_find_parts((struct span){ j->bytes, j->size }, &j->parts);
    if (!good) {
        printf("FAILED %s: is no folio\n", j->name);
    } else {
        write_folio(j, j->bytes, j->size);
        int status = in_child(work, j);
        good = !status;
        if (good)
            printf("%s: %" PRIu64 " cases, %" PRIu64 " of them with checksums that fit; %" PRIu64
                   " refused by all commands, %" PRIu64 " with another answer, %" PRIu64 " unchanged\n",
                   j->name, s->cases, s->mended, s->refused, s->told, s->unchanged);
        else
            printf("FAILED %s: `%s` ended with %s %d; again with: mutate -c %" PRIu64 " %s\n", j->name,
                   s->doing, WIFSIGNALED(status) ? "signal" : "status",
                   WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), s->seed, j->name);
        unlink(j->path);
    }
    free(j->bytes);
    free(j->changed);
    return good;
}

int main(int argc, char **argv)
{
    struct job j = { .seconds = 2, .cases = 100000, .state = shared_memory(sizeof(struct state)) };
    char path[] = "/tmp/perfolio-mutate-XXXXXX";
    int option;
    while ((option = getopt(argc, argv, "s:n:c:")) != -1) {
        switch (option) {
        case 's':
            j.seconds = atof(optarg);
            break;
        case 'n':
            j.cases = strtoull(optarg, NULL, 10);
            j.seconds = 0;
            break;
        case 'c':
            j.seed = strtoull(optarg, NULL, 10);
            break;
        default:
            return 2;
        }
    }
    int fd = mkstemp(path);
    if (fd < 0 || close(fd))
        stop(path);
    j.path = path;
    bool good = optind < argc;
    for (int i = optind; i < argc; i++) {
        struct job own = j;
        own.name = argv[i];
        good &= mutate(&own);
    }
    unlink(path);
    munmap(j.state, sizeof(*j.state));
    return good ? 0 : 1;
}
