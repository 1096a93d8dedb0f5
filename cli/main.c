#include "cli/desk.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/perfolio.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"

struct main_call {
    struct desk_streams streams;
    int argc;
    const char **argv;
    int status;
};

static void main_answer(void *arg)
{
    struct main_call *c = arg;
    const struct desk desk = desk_of_program(&c->streams);
    struct outlet out = desk_out(&desk, &c->streams), err = desk_err(&desk, &c->streams);
    c->status = perfolio(c->argc, c->argv, &out, &err);
}

int main(int argc, char **argv)
{
    struct main_call call = { .argv = file_arguments(&argc, argv) };
    struct err e = { 0 };
    if (!file_standard_open())
        return 1;
    mem_set_up_malloc();
    /* files are mapped; handles SIGBUS, in case one is rewritten meanwhile */
    file_guard_begin();
    file_signals_by_default();
    call.argc = argc;
    desk_streams_init(&call.streams);
    if (!mem_run_protected(main_answer, &call, &e)) {
        progress_clear(&call.streams.progress);
        fprintf(stderr, "perfolio: %s\n", e.msg);
        return desk_streams_close(&call.streams, 1);
    }
    int status = call.status;
    const char *lost = NULL;
    if (ferror(stdout)) /* an earlier write failed; its errno is lost */
        lost = "a part of it could not be written";
    if (fflush(stdout))
        lost = strerror(errno);
    if (lost && status != 1) { /* if the disk is full, the exit status must not be "success" or "no" */
        fprintf(stderr, "perfolio: cannot write the result: %s\n", lost);
        status = 1;
    }
    return desk_streams_close(&call.streams, status);
}
