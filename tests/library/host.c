/* A program that has a locale of its own: usage: host FILE OBJECTS. With a decimal comma it prints what it prints without. */
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <perfolio.h>
#include <stdio.h>
#include <string.h>

/* The library's, too: what it has to say depends on the locale that it is asked in. */
char *strerror(int number)
{
    static char said[64];
    snprintf(said, sizeof(said), "error %d of %.1f", number, 1.5);
    return said;
}

/* The program's locale is what it was. */
static int kept(const char *after)
{
    char ours[16], said[16];
    snprintf(ours, sizeof(ours), "1%s5", localeconv()->decimal_point);
    snprintf(said, sizeof(said), "%.1f", 1.5);
    if (!strcmp(ours, said) && uselocale((locale_t)0) == LC_GLOBAL_LOCALE)
        return 1;
    fprintf(stderr, "after %s a number is %s\n", after, said);
    return 0;
}

int main(int argc, char **argv)
{
    const char *locale = setlocale(LC_ALL, "");
    const char *objects[] = { argc > 2 ? argv[2] : NULL, NULL };
    const pf_options options = { .size = sizeof(options), .objects = objects, .isolated = 1 };
    pf_error e = { 0 };
    int ok = locale && !pf_open("/nonexistent", &options, &e) && kept("an error");
    fprintf(stderr, "%s: %s\n", locale ? locale : "no locale", localeconv()->decimal_point);
    printf("%s\n", e.message);
    pf_file *f = argc > 1 ? pf_open(argv[1], &options, &e) : NULL;
    ok = ok && f && kept("opening");
    pf_samples *s = f ? pf_samples_read(f, PF_STACKS, &e) : NULL;
    ok = ok && s && kept("reading");
    pf_line lines[8];
    struct {
        pf_thread known;
        const void *later;
    } newer = { .later = &e };
    int32_t pid = 0;
    pf_place p;
    uint64_t times;
    const char *problem;
    for (uint32_t i = 0; s && i < s->places; i++) {
        const size_t n = pf_place_of(s, i, &p, sizeof(p)) ? pf_lines_of(s, i, lines, sizeof(*lines), 8) : 0;
        printf("%s %s:%" PRIu32 "\n", p.symbol ? p.symbol : "?", n && lines[0].file ? lines[0].file : "?",
               n ? lines[0].line : 0);
    }
    ok = ok && kept("asking");
    /* structs of other headers: a longer one, and one that ends earlier */
    if (!s || !pf_thread_of(s, 1, &newer.known, sizeof(newer)) || !newer.known.command || newer.later ||
        !pf_thread_of(s, 1, (pf_thread *)(void *)&pid, sizeof(pid)) || pid != newer.known.pid)
        ok = 0;
    for (size_t i = 0; f && (problem = pf_problem(f, i, &times)) != NULL; i++)
        printf("%s: %" PRIu64 "\n", problem, times);
    ok = ok && kept("problems");
    const char *words[] = { "report", NULL };
    for (size_t n = 0; n < 3; n += 2) { /* no words, and one that is none */
        e = (pf_error){ PF_OK, 0, "" };
        ok = ok && f && !pf_ask(f, words, n, 0, &e) && e.kind == PF_USAGE;
    }
    pf_samples_free(s);
    pf_close(f);
    const pf_options most = { .size = sizeof(most), .threads = (unsigned)-1, .isolated = 1 };
    f = argc > 1 ? pf_open(argv[1], &most, &e) : NULL;
    s = f ? pf_samples_read(f, 0, &e) : NULL;
    ok = ok && s && s->n;
    pf_samples_free(s);
    pf_close(f);
    return !(ok && kept("closing"));
}
