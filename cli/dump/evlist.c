#include "cli/commands.h"

#include "cli/session/answer.h"
#include "cli/session/captures.h"
#include "formats/perf/fields/event_text.h"

static void show(const struct capture *c, bool verbose, bool freq, bool group, FILE *out)
{
    struct text text = { 0 };
    events_show(c, verbose, freq, group, &text);
    if (text.n)
        fwrite(text.s, 1, text.n, out);
    text_free(&text);
}

static int run_once(struct captures *captures, int argc, const char **argv, FILE *out, FILE *err)
{
    int freq = 0, group = 0;
    struct common_opts o;
    const struct poptOption own[] = {
        { "freq", 'F', POPT_ARG_NONE, &freq, 0, "show the sampling frequency or period", NULL },
        { "group", 'g', POPT_ARG_NONE, &group, 0, "show groups as {leader,member}", NULL },
        POPT_TABLEEND
    };
    struct session s;
    int status = options_read(
        argc, argv, &(struct options){ .command = "evlist", .captures = captures, .own = own }, &o, out, err);
    if (status < 0) {
        status = 1;
        if (session_open(&s, &o, SESSION_HEADER, err)) {
            if (o.json) {
                struct json j = answer_begin(out, "evlist");
                answer_events(&j, s.capture);
                answer_end(&j, &s, NULL);
            } else {
                show(s.capture, o.verbose, freq, group, out);
                session_problems_show(&s, NULL, 0, err);
            }
            session_close(&s);
            status = 0;
        }
    }
    options_free(&o);
    return status;
}

int cmd_evlist(int argc, const char **argv, FILE *out, FILE *err)
{
    return captures_run(run_once, false, argc, argv, out, err);
}
