/*
 * limits: what no reader of a capture can go below: usage: limits VIEW FILE. `read` reads it once into a buffer of 1 MiB;
 * `records` maps it and walks from one record's header to the next; the others are what one row of ./dev bench has to do at
 * least, by one thread (views.h). What a view shows goes to standard output, what it found to standard error.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "views.h"

static const struct {
    const char *name;
    void (*work)(struct capture *c, struct out *o);
} views[] = {
    { "flat", views_flat },       { "children", views_children }, { "stacks", views_stacks },
    { "import", views_firefox },  { "script", views_script },     { "chains", views_chains },
    { "folded", views_folded },   { "pprof", views_pprof },       { "firefox", views_firefox },
    { "latency", views_latency }, { "timehist", views_timehist }, { "kmem", views_kmem },
    { "trace", views_trace },
};

void views_found(const char *what, uint64_t n)
{
    fprintf(stderr, "%s %llu\n", what, (unsigned long long)n);
}

static int read_once(const char *path)
{
    static char buffer[OUT_BYTES];
    uint64_t sum = 0;
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return 1;
    for (ssize_t n; (n = read(fd, buffer, sizeof(buffer))) > 0;)
        sum += (uint64_t)n;
    return printf("%llu bytes\n", (unsigned long long)sum) < 0;
}

static int walk_records(const char *path)
{
    struct capture c;
    uint64_t records = 0, samples = 0;
    capture_open(&c, path);
    while (c.end - c.at >= 8) {
        uint16_t length = u16(c.p + c.at + 6);
        if (length < 8 || length > c.end - c.at)
            break;
        records++;
        samples += u32(c.p + c.at) == SAMPLE;
        c.at += length;
    }
    return printf("%llu records, %llu samples\n", (unsigned long long)records, (unsigned long long)samples) <
           0;
}

int main(int argc, char **argv)
{
    struct capture c;
    struct out o = { 0 };
    if (argc != 3)
        return 1;
    if (!strcmp(argv[1], "read"))
        return read_once(argv[2]);
    if (!strcmp(argv[1], "records"))
        return walk_records(argv[2]);
    for (size_t i = 0; i < sizeof(views) / sizeof(*views); i++)
        if (!strcmp(argv[1], views[i].name)) {
            capture_open(&c, argv[2]);
            out_room(&o);
            views[i].work(&c, &o);
            out_flush(&o);
            views_found("samples", c.samples);
            views_found("bytes", o.bytes);
            return 0;
        }
    return 1;
}
