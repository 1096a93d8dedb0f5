#include "cli/pager.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    NOT_RUN = 127,
    SIGNALLED = 128
}; /* how a shell ends that finds no such program; what it adds to signals */

/* The environment variable that tells the worker that its output goes to a pager on a terminal, as GIT_PAGER_IN_USE
   does; the worker sees only a pipe. */
static const char in_use[] = "PERFOLIO_PAGER_IN_USE";

/* The pager's command for a shell, from the variables of perf and git; "" and "cat" mean no pager. */
static const char *pager_words(void)
{
    static const char *const names[] = { "PERF_PAGER", "PAGER" };
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        const char *words = getenv(names[i]);
        if (words) {
            if (strcmp(words, "cat"))
                return words;
            return "";
        }
    }
    return "less";
}

/* In the pager's process: runs the pager on the worker's output. */
static void become(const char *words, const int pipe_ends[2])
{
    dup2(pipe_ends[0], STDIN_FILENO);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    setenv("LESS", "FRSX", 0); /* ends where all fits on the screen, which stays; names may be long */
    execl("/bin/sh", "/bin/sh", "-c", words, (char *)NULL);
    _exit(NOT_RUN);
}

/* In the worker's process: connects `out` to the pager. */
static void pager_work(struct pager *p, FILE *out, const int pipe_ends[2])
{
    dup2(pipe_ends[1], fileno(out));
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    setenv(in_use, "1", 1);
    p->works = true;
}

bool pager_open(struct pager *p, FILE *out)
{
    const char *words = pager_words();
    int ends[2];
    *p = (struct pager){ .works = false };
    if (!isatty(fileno(out)) || !*words || fflush(NULL) || pipe(ends))
        return true;
    p->worker = fork();
    if (!p->worker) {
        pager_work(p, out, ends);
        return true;
    }
    void (*interrupted)(int) =
        signal(SIGINT, SIG_IGN); /* before there is a pager that somebody may interrupt */
    p->pid = p->worker < 0 ? -1 : fork();
    if (p->pid <= 0)
        signal(SIGINT, interrupted);
    if (!p->pid)
        become(words, ends);
    close(ends[0]);
    close(ends[1]);
    return p->worker < 0;
}

bool pager_is_interactive(FILE *out)
{
    return isatty(fileno(out)) || getenv(in_use);
}

static int pager_wait_for(long pid)
{
    int how = 0;
    while (pid > 0 && waitpid((pid_t)pid, &how, 0) < 0 && errno == EINTR)
        ;
    return how;
}

int pager_close(struct pager *p, int status)
{
    if (p->works) {
        fflush(NULL);
        _exit(status);
    }
    if (p->worker <= 0)
        return status;
    const int read = pager_wait_for(p->pid);
    signal(SIGINT, SIG_DFL); /* nobody reads any more: there is the work alone to wait for */
    const int how = pager_wait_for(p->worker);
    if (WIFEXITED(how) && WEXITSTATUS(how) == 1)
        return 1; /* it has said why */
    if (p->pid < 0 || (WIFEXITED(read) && WEXITSTATUS(read) == NOT_RUN))
        return -1;
    if (WIFSIGNALED(how)) {
        if (WTERMSIG(how) == SIGPIPE)
            return 0;
        return SIGNALLED + WTERMSIG(how);
    }
    return WEXITSTATUS(how);
}
