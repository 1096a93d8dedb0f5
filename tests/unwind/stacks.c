/* stacks.c: what stacks look like. Spends its time in each of the places below in turn: usage: stacks SECONDS
 * [LIBRARY] */
#define _GNU_SOURCE
#include <alloca.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define OWN __attribute__((noinline, noclone))
static volatile unsigned long sink;
static double slice;
static unsigned long (*of_library)(unsigned long);

static OWN unsigned long fib(unsigned n)
{
    unsigned long a = n < 2 ? n : fib(n - 1) + fib(n - 2);
    sink += a;
    return a;
}

static OWN void recursion(void)
{
    fib(12);
}

static OWN int compare(const void *a, const void *b)
{
    sink++;
    return memcmp(a, b, 8);
}

static OWN void called_back(void)
{
    unsigned long v[128], x = 88172645463325252;
    for (int i = 0; i < 128; i++)
        v[i] = x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    qsort(v, 128, sizeof(*v), compare);
    sink += v[5];
}

static OWN unsigned long frame_of(unsigned n) /* whose size is known only when it runs */
{
    char *p = alloca(n);
    memset(p, (int)n, n);
    unsigned long r = n > 40 ? frame_of(n - 24) : fib(5);
    return r + (unsigned long)p[n / 2];
}

static OWN void dynamic_frames(void)
{
    sink += frame_of(200);
}

static OWN unsigned long deeper(unsigned n) /* than a dump reaches */
{
    volatile unsigned long here[8] = { n };
    unsigned long r = n ? deeper(n - 1) : fib(8);
    return r + here[0];
}

static OWN void too_deep(void)
{
    sink += deeper(300);
}

static OWN void handler(int n)
{
    sink += fib(6) + (unsigned long)n;
}

static OWN void raised(void)
{
    raise(SIGUSR1);
    sink++;
}

static OWN void interrupted(void) /* anywhere */
{
    struct itimerval often = { { 0, 300 }, { 0, 300 } }, never = { { 0, 0 }, { 0, 0 } };
    setitimer(ITIMER_VIRTUAL, &often, NULL);
    for (int i = 0; i < 20; i++)
        fib(14);
    setitimer(ITIMER_VIRTUAL, &never, NULL);
}

static OWN void in_vdso(void)
{
    struct timespec t;
    for (int i = 0; i < 100; i++)
        clock_gettime(CLOCK_MONOTONIC, &t), sink += (unsigned long)t.tv_nsec;
}

static OWN void in_kernel(void)
{
    int fd = open("/dev/null", O_WRONLY);
    for (int i = 0; i < 20; i++)
        if (write(fd, "x", 1) < 0)
            sink++;
    close(fd);
}

static OWN void in_libc(void)
{
    char text[400];
    void *p = malloc(3000);
    snprintf(text, sizeof(text), "%.40Lf %s %*d", (long double)sink, "text", 100, (int)sink);
    sink += (unsigned long)strtod(text, NULL) + strlen(text);
    free(memset(p, 1, 3000));
}

static OWN void in_library(void)
{
    sink += of_library ? of_library(40) : 0;
}

static OWN void spend(void (*place)(void))
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    for (double end = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec + slice;
         (double)t.tv_sec + 1e-9 * (double)t.tv_nsec < end; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t))
        place();
}

static void *thread(void *arg)
{
    spend(recursion);
    spend(called_back);
    return arg;
}

static OWN void at_exit(void)
{
    spend(recursion);
}

__attribute__((constructor)) static OWN void before_main(void)
{
    for (int i = 0; i < 200; i++)
        fib(12);
}

int main(int argc, char **argv)
{
    static void (*const places[])(void) = { recursion,   called_back, dynamic_frames, too_deep, raised,
                                            interrupted, in_vdso,     in_kernel,      in_libc,  in_library };
    const unsigned n = sizeof(places) / sizeof(*places);
    slice = (argc > 1 ? atof(argv[1]) : 0.5) / (n + 3);
    if (argc > 2) {
        void *library = dlopen(argv[2], RTLD_LAZY);
        of_library = library ? (unsigned long (*)(unsigned long))dlsym(library, "of_library") : NULL;
        if (!of_library)
            return fprintf(stderr, "%s\n", dlerror()), 1;
    }
    atexit(at_exit);
    signal(SIGUSR1, handler);
    signal(SIGVTALRM, handler);
    for (unsigned i = 0; i < n; i++)
        spend(places[i]);
    pthread_t t;
    if (!pthread_create(&t, NULL, thread, NULL))
        pthread_join(t, NULL);
    return 0;
}
