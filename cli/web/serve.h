/*
 * serve: perfolio view --web. A browser on this machine shows the page of ./dev wasm; this program replaces the
 * WebAssembly engine in the page. The page has an address that only the user knows, on the loopback interface. It sends
 * requests of lib/remote/bridge.h by HTTP.
 */
#ifndef PERFOLIO_CLI_WEB_SERVE_H
#define PERFOLIO_CLI_WEB_SERVE_H

#include "lib/question/common/common.h"

struct serve_opts {
    const struct common_opts *files; /* the files to show, and the sources of their symbols */
    const char *page;                /* path of perfolio.html; NULL: desk.find_page() finds it */
    uint16_t port;                   /* TCP port on the loopback interface; 0: any free port */
};

/* Serves the page until the process is ended. Prints the page's address to `out`. Returns 1 after printing why it
   cannot serve. */
int serve_page(const struct serve_opts *o, struct outlet *out, struct outlet *err);

#endif
