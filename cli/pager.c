#include "cli/pager.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/base/date.h"
#include "core/base/file/threads.h"
#include "lib/view/short_name.h"

extern char **environ;

enum {
    /* a shell's exit status if it cannot run a program; if it does not find the program, one more */
    NOT_RUN = 126,
    INTERRUPTED = 130 /* a shell's exit status for a program that SIGINT ended */
};

/* How long the beginning of an answer is kept before the pager is started. */
#define PATIENCE (NSEC_PER_SEC / 5)

/* Whether a program is in PATH. */
static bool is_installed(const char *program)
{
    const char *path = text_or(getenv("PATH"), "");
    struct text file = { 0 };
    bool found = false;
    while (*path && !found) {
        const size_t n = strcspn(path, ":");
        file.n = 0;
        text_add_n(&file, path, n);
        text_printf(&file, "/%s", program);
        found = !access(file.s, X_OK);
        path += n + (path[n] == ':');
    }
    text_free(&file);
    return found;
}

/* The command of the pager, from the environment variables of perf and git; NULL: none. */
static const char *pager_words(void)
{
    static const char *const names[] = { "PERF_PAGER", "PAGER" };
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        const char *words = getenv(names[i]);
        if (words && (!*words || !strcmp(words, "cat")))
            return NULL;
        if (words)
            return words;
    }
    return is_installed("less") ? "less" : NULL;
}

void pager_init(struct pager *p)
{
    struct winsize size = { 0 };
    *p = (struct pager){ .state = PAGER_PRINTS, .messages = -1, .input = -1, .start = -1 };
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    if (!isatty(STDOUT_FILENO))
        return;
    p->words = pager_words();
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size)) {
        p->rows = size.ws_row;
        p->columns = size.ws_col;
    }
    p->takes_messages = isatty(STDERR_FILENO);
    if (!p->words)
        return;
    p->state = PAGER_IDLE;
    /* less ends if everything fits on the screen, leaves it there, and does not wrap long names */
    setenv("LESS", "FRSX", 0);
    setvbuf(stdout, NULL, _IOLBF, 0); /* line-buffered, as it would be on a terminal */
}

/* The handler of SIGINT, which stops the main thread, unless it blocks the signal. It closes the output, so that the
   pager reads to the end. The keeper ends the program when the pager has ended. */
static void stop_work(int signal_number)
{
    (void)signal_number;
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    for (;;)
        pause();
}

/* The process of the pager: waits for a byte, then runs the pager with `input` as its standard input. If the pipe ends
   before, it is not needed. */
static _Noreturn void wait_and_run(const struct pager *p, int input, int start)
{
    char *const argv[] = { (char[]){ "/bin/sh" }, (char[]){ "-c" }, (char *)(uintptr_t)p->words, NULL };
    sigset_t none;
    char byte;
    ssize_t n;
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    sigemptyset(&none); /* the keeper blocks signals */
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    while ((n = read(start, &byte, 1)) < 0 && errno == EINTR)
        ;
    if (n != 1 || dup2(input, STDIN_FILENO) < 0)
        _exit(n == 1 ? NOT_RUN : 0);
    execve(argv[0], argv, environ);
    _exit(NOT_RUN + 1);
}

/* Makes a pipe that programs do not inherit. */
static bool make_pipe_of_pager(int ends[2])
{
    if (pipe(ends))
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

/* Makes the process of the pager, which waits. Returns whether there is one. */
static bool fork_pager(struct pager *p)
{
    int input[2], start[2];
    if (!make_pipe_of_pager(input))
        return false;
    if (!make_pipe_of_pager(start)) {
        close(input[0]);
        close(input[1]);
        return false;
    }
    const pid_t pid = fork();
    if (!pid) {
        close(input[1]);
        close(start[1]);
        wait_and_run(p, input[0], start[0]);
    }
    close(input[0]);
    close(start[0]);
    if (pid < 0) {
        close(input[1]);
        close(start[1]);
        return false;
    }
    p->pid = pid;
    p->input = input[1];
    p->start = start[1];
    return true;
}

/* Closes the pipes to the process of the pager, which ends if it still waits. */
static void close_pipes(struct pager *p)
{
    close(p->input);
    close(p->start);
    p->input = p->start = -1;
}

void pager_prepare(struct pager *p)
{
    if (p->state == PAGER_IDLE && p->start < 0)
        fork_pager(p);
}

/* Locks the pager. SIGINT is blocked meanwhile, since its handler stops the thread, which must not hold the lock
   then. */
static void pager_lock(struct pager *p)
{
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, NULL);
    pthread_mutex_lock(&p->lock);
}

static void pager_unlock(struct pager *p)
{
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_mutex_unlock(&p->lock);
    pthread_sigmask(SIG_UNBLOCK, &interrupt, NULL);
}

static bool print(const char *s, size_t n)
{
    return fwrite(s, 1, n, stdout) == n;
}

/* Prints the kept text, to the terminal or to the pager. */
static void print_kept(struct text *kept)
{
    print(text_str(kept), kept->n);
    text_free(kept);
}

/* Starts the pager. If that fails, output goes to the terminal. */
static void start_pager(struct pager *p)
{
    p->state = PAGER_PRINTS;
    if (fflush(stdout) || (p->start < 0 && !fork_pager(p)))
        return;
    const struct sigaction stops = { .sa_handler = stop_work };
    sigaction(SIGINT, &stops, NULL);
    signal(SIGPIPE, SIG_IGN); /* a pager that quits must not end the program here: the keeper does */
    if (write(p->start, "", 1) == 1) {
        p->state = PAGER_RUNS;
        dup2(p->input, STDOUT_FILENO);
        if (p->takes_messages) {
            p->messages = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
            dup2(p->input, STDERR_FILENO);
        }
    }
    close_pipes(p);
    pthread_cond_broadcast(&p->changed);
}

/* Waits for the pager's end. Returns whether the pager could be run. */
static bool await_pager(const struct pager *p)
{
    int how = 0;
    while (waitpid(p->pid, &how, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(how))
        return WEXITSTATUS(how) != NOT_RUN && WEXITSTATUS(how) != NOT_RUN + 1;
    const int by = WTERMSIG(how); /* the pager was running until one of these signals ended it */
    return by == SIGPIPE || by == SIGINT || by == SIGHUP || by == SIGTERM;
}

/* Prints that the pager could not be run, to the original standard error. */
static void show_failure(const struct pager *p)
{
    dprintf(p->messages < 0 ? STDERR_FILENO : p->messages,
            "perfolio: the pager '%s' could not be run, so nothing is shown; --no-pager shows the result\n",
            p->words);
}

/* Waits for the pager. If it ends before the answer is complete, ends the program. Takes no lock, since the work may
   have been stopped while it held one. */
static void watch_pager(const struct pager *p)
{
    const bool could_run = await_pager(p), was_stopped = fcntl(STDOUT_FILENO, F_GETFD) < 0;
    if (!could_run)
        show_failure(p);
    if (!could_run)
        _exit(1);
    if (!atomic_load(&p->ended))
        _exit(was_stopped ? INTERRUPTED : 0);
}

/* Waits until the answer is complete or the pager runs, at most PATIENCE; then starts the pager. Waits for the pager's
   end. */
static void keep(void *arg, unsigned number UNUSED)
{
    struct pager *p = arg;
    struct timespec until;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    clock_gettime(CLOCK_REALTIME, &until);
    const uint64_t ns = (uint64_t)until.tv_nsec + PATIENCE;
    until.tv_sec += (time_t)(ns / NSEC_PER_SEC);
    until.tv_nsec = (long)(ns % NSEC_PER_SEC);
    pthread_mutex_lock(&p->lock);
    bool waits = true;
    while (p->state == PAGER_KEEPS && !atomic_load(&p->ended) && waits)
        waits = !pthread_cond_timedwait(&p->changed, &p->lock, &until);
    if (p->state == PAGER_KEEPS && !atomic_load(&p->ended)) {
        start_pager(p);
        print_kept(&p->kept);
    }
    const bool runs = p->state == PAGER_RUNS;
    pthread_mutex_unlock(&p->lock);
    if (runs)
        watch_pager(p);
}

/* Adds the rows of the screen that n bytes take. */
static void count_rows(struct pager *p, const char *s, size_t n)
{
    const char *end = s + n, *line;
    for (const char *at = s; (line = memchr(at, '\n', (size_t)(end - at))) != NULL; at = line + 1) {
        const size_t columns = short_name_columns(at, (size_t)(line - at));
        p->kept_rows++;
        if (p->columns && columns)
            p->kept_rows += (columns - 1) / p->columns;
    }
}

/* Appends to the kept text. Starts the pager if the text has become longer than the screen. */
static void pager_keep(struct pager *p, enum style_pages pages, const char *s, size_t n)
{
    if (p->state == PAGER_IDLE) {
        p->state = PAGER_KEEPS;
        p->keeper = threads_start(keep, NULL, p);
        if (!p->keeper)
            p->state = PAGER_PRINTS;
    }
    text_add_n(&p->kept, s, n);
    count_rows(p, s, n);
    if (p->state == PAGER_KEEPS && (pages == PAGES_ALL || p->kept_rows >= p->rows))
        start_pager(p);
}

/* Unlocks the pager. Then prints the kept text if it need not be kept any more, or, if they were not kept, the n bytes
   at `s`. The lock is not held meanwhile, since SIGINT may stop the thread while it waits for the pager to read. */
static bool unlock_and_print(struct pager *p, bool was_kept, const char *s, size_t n)
{
    struct text kept = { 0 };
    const enum pager_state state = p->state;
    if (state != PAGER_KEEPS) {
        kept = p->kept;
        p->kept = (struct text){ 0 };
    }
    pager_unlock(p);
    bool ok = true;
    if (!was_kept)
        ok = print(s, n);
    else if (kept.n)
        ok = print(kept.s, kept.n);
    text_free(&kept);
    while (!ok && state == PAGER_RUNS) /* the pager has quit; the keeper ends the program */
        pause();
    return ok;
}

bool pager_write(struct pager *p, enum style_pages pages, const char *s, size_t n)
{
    if (!p->words) /* no pager: nothing is kept */
        return print(s, n);
    pager_lock(p);
    const bool may_page = pages == PAGES_ALL || (pages == PAGES_LONG && p->rows);
    const bool keeps = p->state == PAGER_KEEPS || (p->state == PAGER_IDLE && may_page);
    if (keeps)
        pager_keep(p, pages, s, n);
    return unlock_and_print(p, keeps, s, n);
}

bool pager_takes_message(struct pager *p, const char *s, size_t n)
{
    if (!p->words)
        return false;
    pager_lock(p);
    const bool keeps = p->state == PAGER_KEEPS && p->takes_messages;
    const bool takes = keeps || (p->state == PAGER_RUNS && p->takes_messages);
    if (keeps)
        pager_keep(p, PAGES_LONG, s, n);
    if (takes)
        unlock_and_print(p, keeps, s, n);
    else
        pager_unlock(p);
    return takes;
}

bool pager_is_busy(struct pager *p)
{
    pager_lock(p);
    const bool busy = p->state == PAGER_KEEPS || p->state == PAGER_RUNS;
    pager_unlock(p);
    return busy;
}

int pager_close(struct pager *p, int status)
{
    pager_lock(p);
    if (p->state == PAGER_KEEPS)
        print_kept(&p->kept);
    const bool runs = p->state == PAGER_RUNS, is_written = !fflush(stdout);
    if (runs && !is_written) { /* the pager has quit; the keeper ends the program */
        pthread_mutex_unlock(&p->lock);
        for (;;)
            pause();
    }
    if (runs) /* Ctrl-C is for the pager from now on */
        signal(SIGINT, SIG_IGN);
    atomic_store(&p->ended, true);
    if (runs) { /* closes the pipe, so that the pager reads to the end */
        close(STDOUT_FILENO);
        if (p->messages >= 0)
            dup2(p->messages, STDERR_FILENO);
    }
    pthread_cond_broadcast(&p->changed);
    pager_unlock(p);
    if (p->keeper)
        threads_join(p->keeper);
    if (p->start >= 0) { /* a pager waits that is not needed */
        close_pipes(p);
        while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    return status;
}
