/*
 * target_same: a libFuzzer entry (`./dev fuzz same`): one answer in different ways. The bytes as a capture, asked by 1 and by 7 workers
 * from blocks that end elsewhere (tests/workers.c), and then as a folio: an answer or an exit code that differs ends the process.
 */
#define _DEFAULT_SOURCE /* mkdtemp(), open_memstream() */
#define WORKERS_WITHOUT_MAIN
#include "tests/workers.c"

#include <fcntl.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* Without the name of the file in what they print. */
static const char *const asked[][12] = {
    { "report", "--stdio", "-q", "-n", "-s", "comm,dso,symbol", "--isolated" },
    { "script", "--isolated", "-F", "+misc,+addr", "--show-mmap-events", "--show-task-events" },
    { "export", "folded", "--isolated" },
};

struct said {
    char *text;
    size_t n;
    int status;
};

/* What `words` print, and after -i, `path`; free text. */
static struct said said_of(const char *n, const char *cut, const char *const *words, const char *path,
                           const char *to)
{
    const char *argv[24] = { "perfolio", n, cut };
    int argc = 3;
    struct said s = { 0 };
    FILE *out = open_memstream(&s.text, &s.n), *err = fopen("/dev/null", "w");
    if (!out || !err)
        abort();
    for (; *words; words++)
        argv[argc++] = *words;
    argv[argc++] = to ? "-o" : "-i";
    argv[argc++] = to ? to : path;
    if (to)
        argv[argc++] = path;
    argv[argc] = NULL;
    s.status = run_with_workers(argc, argv, out, err);
    fclose(out);
    fclose(err);
    return s;
}

static void must_be_same(const char *how, const char *command, const struct said *a, const struct said *b)
{
    if (a->status == b->status && a->n == b->n && !memcmp(a->text, b->text, a->n))
        return;
    fprintf(stderr, "%s: %s gives another answer: exit code %d and %d\n---\n%.*s\n---\n%.*s\n", command, how,
            a->status, b->status, (int)a->n, a->text, (int)b->n, b->text);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const char *const pack[] = { "pack", "--isolated", NULL };
    char folder[] = "/tmp/perfolio-fuzz-XXXXXX", capture[64], folio[64];
    if (!n || !mkdtemp(folder))
        return 0;
    snprintf(capture, sizeof(capture), "%s/perf.data", folder);
    snprintf(folio, sizeof(folio), "%s/folio", folder);
    const int fd = open(capture, O_WRONLY | O_CREAT, 0600);
    if (fd < 0 || write(fd, bytes, n) != (ssize_t)n)
        abort();
    close(fd);
    const struct said packed = said_of("1", "0", pack, capture, folio);
    for (size_t i = 0; i < COUNT(asked); i++) {
        const struct said one = said_of("1", "0", asked[i], capture, NULL),
                          many = said_of("7", "5", asked[i], capture, NULL);
        must_be_same("by 7 workers", asked[i][0], &one, &many);
        if (!packed.status) {
            const struct said of_folio = said_of("1", "0", asked[i], folio, NULL);
            must_be_same("of a folio", asked[i][0], &one, &of_folio);
            free(of_folio.text);
        }
        free(one.text);
        free(many.text);
    }
    free(packed.text);
    unlink(folio);
    unlink(capture);
    rmdir(folder);
    return 0;
}
