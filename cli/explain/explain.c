/* explain: why an address has the name it has, and where the symbols of a name are. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/explain/show.h"
#include "cli/options/time_ranges.h"
#include "cli/session/captures.h"

/* An address is in hex and begins with 0x or a digit, as no symbol does, or has 16 digits. */
static bool is_address(const char *s)
{
    size_t n = strlen(s), hex = strspn(s, "0123456789abcdefABCDEF");
    return (s[0] >= '0' && s[0] <= '9') || (n == 16 && hex == n);
}

static bool read_address(const char *s, uint64_t *avma, struct err *e)
{
    const char *digits = s[0] == '0' && (s[1] == 'x' || s[1] == 'X') ? s + 2 : s;
    size_t n = strlen(digits);
    errno = 0;
    *avma = strtoull(digits, NULL, 16);
    return (n && strspn(digits, "0123456789abcdefABCDEF") == n && !errno) ||
           err_set(e, ERR_USAGE, 0, "'%.100s' is no address: hex digits of up to 64 bits were expected", s);
}

static int explain(void *opts, FILE *out, FILE *err)
{
    struct explain *x = opts;
    struct err e = { 0 };
    x->about = x->common.subject;
    if (!x->about) {
        fputs("perfolio explain: what? an address or a symbol was expected\n", err);
        return 1;
    }
    bool address = is_address(x->about);
    x->when = WHEN_NEVER; /* with --time: behind all records of that moment */
    if ((address && !read_address(x->about, &x->avma, &e)) ||
        (x->time && !time_ranges_seconds_read(x->time, x->time + strlen(x->time), &x->when.time) &&
         !err_set(&e, ERR_USAGE, 0, "--time: '%.100s' is no moment: seconds were expected", x->time))) {
        fprintf(err, "perfolio explain: %s\n", e.msg);
        return 1;
    }
    if (!session_open(&x->session, &x->common, SESSION_WALK, err))
        return 1;
    x->session.chain.keep_losers = true;
    int status = 1;
    if (session_deepen(&x->session, &x->common, SESSION_RESOLVE, err))
        status = (address || explain_offset(x) ? explain_address : explain_symbol)(x, out, err);
    session_close(&x->session);
    return status;
}

#define OPTS struct explain
static const struct option_row rows[] = {
    OPT("pid", 0, NUMBER, pid, "PID", "only this process, and the kernel where it has nothing",
        .most = INT32_MAX),
    OPT("time", 0, TEXT, time, "SECONDS", "what was mapped at this moment (the end of the recording)"),
    OPT_END
};

const struct command explain_command = COMMAND(
    "explain", "why an address has its name; where a symbol is mapped",
    "ADDR|OBJECT+ADDR|SYMBOL [options] [-i] FILE", rows, .size = sizeof(struct explain),
    .usual = &(const struct explain){ .pid = -1 }, .run = explain, .traits = COMMAND_EACH | COMMAND_SUBJECT);
