/* The samples of a thread, each with its call chain, the innermost function first: thread FILE TID [OBJECTS] */
#include <inttypes.h>
#include <perfolio.h>
#include <stdio.h>
#include <stdlib.h>

static void show(pf_samples *s, size_t i)
{
    pf_stack at;
    pf_place p;
    printf("%" PRIu64 ".%09" PRIu64, s->time[i] / 1000000000, s->time[i] % 1000000000);
    for (uint32_t stack = s->stack[i]; pf_stack_of(s, stack, &at, sizeof(at)); stack = at.parent)
        if (pf_place_of(s, at.place, &p, sizeof(p)) && p.symbol)
            printf(" %s", p.symbol);
        else
            printf(" 0x%" PRIx64, p.address);
    printf("\n");
}

int main(int argc, char **argv)
{
    const char *objects[] = { argc > 3 ? argv[3] : NULL, NULL };
    const pf_options options = { .size = sizeof(options), .objects = objects, .isolated = 1 };
    pf_error e = { .message = "usage: thread FILE TID [OBJECTS]" };
    pf_file *f = argc > 2 ? pf_open(argv[1], &options, &e) : NULL;
    pf_samples *s = f ? pf_samples_read(f, PF_STACKS, &e) : NULL;
    for (size_t i = 0; s && i < s->n; i++) {
        pf_thread t;
        pf_thread_of(s, s->thread[i], &t, sizeof(t));
        if (t.tid == atoi(argv[2]))
            show(s, i);
    }
    const int wrong = !s;
    if (wrong)
        fprintf(stderr, "thread: %s\n", e.message);
    pf_samples_free(s);
    pf_close(f);
    return wrong;
}
