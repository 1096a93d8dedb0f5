#include "cli/output/pager.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_RUN = 127 }; /* how a shell ends that finds no such program */

/* Says to what asks later that standard output was a terminal, as GIT_PAGER_IN_USE does: a pipe does not tell. */
static const char in_use[] = "PERFOLIO_PAGER_IN_USE";

/* The words of a shell, as perf and git take it; "" and "cat" page nothing. */
static const char *pager_words(void)
{
    static const char *const names[] = { "PERF_PAGER", "PAGER" };
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        const char *words = getenv(names[i]);
        if (words)
            return strcmp(words, "cat") ? words : "";
    }
    return "less";
}

/* In the child: it reads what the parent writes. */
static void become(const char *words, const int pipe_ends[2])
{
    dup2(pipe_ends[0], STDIN_FILENO);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    setenv("LESS", "FRSX", 0); /* ends where all fits on the screen, which stays; names may be long */
    execl("/bin/sh", "/bin/sh", "-c", words, (char *)NULL);
    _exit(NOT_RUN);
}

void pager_open(struct pager *p, FILE *out)
{
    const char *words = pager_words();
    int ends[2];
    *p = (struct pager){ .out = out, .terminal = -1 };
    if (!isatty(fileno(out)) || !*words || fflush(out) || pipe(ends))
        return;
    p->terminal = dup(fileno(out));
    p->pid = p->terminal < 0 ? -1 : fork();
    if (!p->pid)
        become(words, ends);
    if (p->pid > 0) {
        dup2(ends[1], fileno(out));
        setenv(in_use, "1", 1);
    } else if (p->terminal >= 0) {
        close(p->terminal);
        p->terminal = -1;
    }
    close(ends[0]);
    close(ends[1]);
}

bool pager_person_reads(FILE *out)
{
    return isatty(fileno(out)) || getenv(in_use);
}

bool pager_close(struct pager *p)
{
    int how = 0;
    if (p->terminal < 0)
        return true;
    fflush(p->out); /* main() shows what could not be written */
    dup2(p->terminal, fileno(p->out));
    close(p->terminal);
    p->terminal = -1;
    unsetenv(in_use);
    while (waitpid((pid_t)p->pid, &how, 0) < 0 && errno == EINTR)
        ;
    return !WIFEXITED(how) || WEXITSTATUS(how) != NOT_RUN;
}
