#include "cli/session/session.h"

int session_run(const struct command *c, void *opts, FILE *out, FILE *err)
{
    struct session s;
    struct err e = { 0 };
    if ((c->prepare && !c->prepare(opts, err)) || !session_open(&s, opts, c->depth, err))
        return 1;
    bool ok = c->work(&s, opts, out, err, &e);
    if (!ok && e.kind != ERR_NONE)
        session_failed(&s, &e, err);
    session_close(&s);
    return !ok;
}
