#include "cli/web/run_command.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"

#define PROGRAM "/proc/self/exe"

extern char **environ;

/* The words of a request as an argument list for a program. The caller frees the list. */
static char **arguments_of(const char *words, size_t bytes)
{
    size_t n = 0, cap = 0;
    char **v = NULL;
    v = mem_room(v, n, &cap, sizeof(*v));
    v[n++] = (char *)(uintptr_t) "perfolio";
    for (size_t at = 0; at < bytes && memchr(words + at, 0, bytes - at); at += strlen(words + at) + 1) {
        v = mem_room(v, n, &cap, sizeof(*v));
        v[n++] = (char *)(uintptr_t)(words + at);
    }
    v = mem_room(v, n, &cap, sizeof(*v));
    v[n] = NULL;
    return v;
}

bool run_command_is_alone(int client)
{
    char byte;
    return recv(client, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/* Waits for the end of a process; ends it if the client closes the connection. Returns its exit status, or 128 + the
   number of the signal that ended it; -1 with `e` set. */
static int wait_beside(pid_t pid, int client, struct err *e)
{
    enum { EVERY = 20 }; /* ms between checks */
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(pid, &status, WNOHANG)) == 0) {
        if (run_command_is_alone(client))
            kill(pid, SIGKILL);
        poll(NULL, 0, EVERY);
    }
    if (ended < 0) {
        err_set(e, ERR_IO, 0, "cannot wait for the command: %s", strerror(errno));
        return -1;
    }
    if (WIFSIGNALED(status))
        return 128 + WTERMSIG(status);
    return WEXITSTATUS(status);
}

/* Runs this program with standard output and error in files. Returns as wait_beside(). */
static int run_program(char **arguments, int client, const struct file *out, const struct file *said,
                       struct err *e)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&actions, out->fd, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, said->fd, STDERR_FILENO);
    const int failed = posix_spawn(&pid, PROGRAM, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (!failed)
        return wait_beside(pid, client, e);
    err_set(e, ERR_IO, 0, "cannot run the command: %s", strerror(failed));
    return -1;
}

/* Adds everything that another process wrote to a file. */
static bool add_written(int fd, struct text *to, struct err *e)
{
    char buf[1 << 14];
    ssize_t n;
    for (off_t at = 0; (n = pread(fd, buf, sizeof(buf), at)) > 0; at += n) {
        if (at > RUN_COMMAND_MAX)
            return err_set(e, ERR_UNSUPPORTED, 0,
                           "the output is longer than %d MiB: let the command write a file (-o)",
                           RUN_COMMAND_MAX >> 20);
        text_add_n(to, buf, (size_t)n);
    }
    return n == 0 || err_set(e, ERR_IO, 0, "cannot read what the command wrote: %s", strerror(errno));
}

bool run_command(const char *words, size_t bytes, int client, struct text *answer, struct err *e)
{
    struct file out = { .fd = -1 }, said = { .fd = -1 };
    struct text text = { 0 };
    char **arguments = arguments_of(words, bytes);
    int status = -1;
    /* refused: view runs until the user quits */
    const bool is_view = arguments[1] && !strcmp(arguments[1], "view");
    if (is_view)
        err_set(e, ERR_USAGE, 0, "view is what you see");
    else if (file_temp(&out, getenv("TMPDIR"), e) && file_temp(&said, getenv("TMPDIR"), e))
        status = run_program(arguments, client, &out, &said, e);
    bool ok = status >= 0 && add_written(said.fd, &text, e);
    if (ok) {
        text_printf(answer, "{\"status\":%d,\"said\":", status);
        text_add_quoted(answer, text_str(&text), text.n);
        text_add(answer, "}\n");
        ok = add_written(out.fd, answer, e);
    }
    file_close(&out);
    file_close(&said);
    text_free(&text);
    free(arguments);
    return ok;
}
