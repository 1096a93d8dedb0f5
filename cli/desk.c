#include "cli/desk.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cage/needs.h"
#include "core/base/file/output.h"

extern char **environ;

/* Sets the debuginfod servers. libdebuginfod reads its settings from the environment only, so this writes to the
   environment, before any thread runs. */
static bool name_servers(const char *urls, struct err *e)
{
    const char *named = *urls ? urls : getenv("DEBUGINFOD_URLS");
    if (!named || !*named)
        return err_set(
            e, ERR_USAGE, 0,
            "--debuginfod: no servers are named, neither by the option nor by DEBUGINFOD_URLS in the "
            "environment");
    file_set_environment("DEBUGINFOD_URLS", named, true);
    /* bytes of a file that a server sends; libdebuginfod's default is any number */
    file_set_environment("DEBUGINFOD_MAXSIZE", "2147483647", false);
    file_set_environment(
        "DEBUGINFOD_TIMEOUT", "20",
        /* seconds without progress until a download is given up; libdebuginfod's default is 90 */
        false);
    return true;
}

/* Finds the page: next to the program, if both were unpacked or built there; else where it is installed. */
static bool desk_find_page(struct text *path)
{
    static const char *const places[] = { "perfolio.html", "perfolio-" PERFOLIO_VERSION ".html",
                                          "../share/perfolio/perfolio.html" };
    struct text program = { 0 };
    bool found = false;
    if (!file_read_link("/proc/self/exe", &program))
        return false;
    const int folder = (int)(text_base_name(program.s) - program.s);
    for (size_t i = 0; i < COUNT(places) && !found; i++) {
        path->n = 0;
        text_printf(path, "%.*s%s", folder, program.s, places[i]);
        found = file_kind_of(path->s) == FILE_REGULAR;
    }
    text_free(&program);
    return found;
}

static void show_download(void *arg, const char *object, long have, long of)
{
    struct desk_streams *s = arg;
    if (of < 0)
        progress_clear(&s->progress);
    else
        progress_show_download(&s->progress, object, have, of);
}

static void show_work(void *arg, const char *what, const char *name)
{
    struct desk_streams *s = arg;
    if (what)
        progress_show(&s->progress, what, name);
    else
        progress_clear(&s->progress);
}

/* Enters the cage, once. The pager starts outside of it. */
static bool desk_give_up(void *arg, const struct command *c, const struct common_opts *o, struct err *e)
{
    struct desk_streams *s = arg;
    struct cage cage;
    if (s->keeps_rights)
        return true;
    s->keeps_rights = true;
    pager_prepare(&s->pager);
    needs_find(c, o, &cage);
    const bool ok = cage_enter(&cage, e);
    cage_free(&cage);
    return ok;
}

void desk_streams_init(struct desk_streams *s)
{
    pager_init(&s->pager);
    progress_init(&s->progress, &s->pager);
}

int desk_streams_close(struct desk_streams *s, int status)
{
    progress_clear(&s->progress);
    return pager_close(&s->pager, status);
}

struct desk desk_of_program(struct desk_streams *s)
{
    return (struct desk){ .around = { .temporary = getenv("TMPDIR"),
                                      .path = getenv("PATH"),
                                      .environment = (const char *const *)environ },
                          .home = getenv("HOME"),
                          .waits = isatty(STDIN_FILENO),
                          .find_page = desk_find_page,
                          .name_servers = name_servers,
                          .watch = s->progress.is_watched ? &s->progress.watch : NULL,
                          .give_up = desk_give_up,
                          .arg = s,
                          .progress = show_download,
                          .works_on = show_work };
}

static bool is_dumb(void)
{
    const char *terminal = getenv("TERM");
    return !terminal || !strcmp(terminal, "dumb");
}

/* The colours and width of text for a terminal (https://no-color.org). */
static struct style desk_style(bool is_terminal, unsigned columns)
{
    const char *no_color = getenv("NO_COLOR");
    const bool colors = is_terminal && !is_dumb() && !(no_color && *no_color);
    return (struct style){ .columns = is_terminal ? columns : 0,
                           .colors = colors,
                           .pages = is_dumb() ? PAGES_NONE : PAGES_LONG };
}

static bool desk_answer(struct outlet *o, const char *s, size_t n)
{
    struct desk_streams *to = o->arg;
    progress_clear(&to->progress);
    return pager_write(&to->pager, o->style.pages, s, n);
}

static bool desk_flush(struct outlet *o UNUSED)
{
    return !fflush(stdout);
}

struct outlet desk_out(const struct desk *d, struct desk_streams *s)
{
    const bool is_terminal = isatty(STDOUT_FILENO);
    return (struct outlet){ .write = desk_answer,
                            .flush = desk_flush,
                            .arg = s,
                            .desk = d,
                            .style = desk_style(is_terminal, s->pager.columns),
                            .is_terminal = is_terminal,
                            .person_reads = is_terminal };
}

static bool desk_say(struct outlet *o, const char *s, size_t n)
{
    struct desk_streams *to = o->arg;
    progress_clear(&to->progress);
    if (pager_takes_message(&to->pager, s, n))
        return true;
    if (output_is_shared())
        fflush(stdout);
    return fwrite(s, 1, n, stderr) == n;
}

struct outlet desk_err(const struct desk *d, struct desk_streams *s)
{
    const bool is_terminal = isatty(STDERR_FILENO);
    return (struct outlet){ .write = desk_say,
                            .arg = s,
                            .desk = d,
                            .style = desk_style(is_terminal, s->pager.columns),
                            .is_terminal = is_terminal };
}
