/* serve_absent: replaces serve.c in a build without libmicrohttpd. */
#include "cli/web/serve.h"

int serve_page(const struct serve_opts *o, struct outlet *out, struct outlet *err)
{
    (void)o;
    (void)out;
    outlet_print(
        err,
        "perfolio view: --web: this perfolio was built without libmicrohttpd (Debian's libmicrohttpd-dev), "
        "which answers a browser; perfolio pack --html writes a page that needs no server\n");
    return 1;
}
