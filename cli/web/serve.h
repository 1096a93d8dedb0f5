/*
 * serve: perfolio view --web: the page of ./dev wasm in a browser of this machine, with this program as its engine
 * instead of the one in the page. The page is at an address that only the user knows, on the loopback interface; it
 * asks requests of lib/remote/bridge.h by HTTP.
 */
#ifndef PERFOLIO_CLI_WEB_SERVE_H
#define PERFOLIO_CLI_WEB_SERVE_H

#include "lib/question/common/common.h"

struct serve_opts {
    const struct common_opts *files; /* the files to show, and where their symbols are */
    const char *page;                /* path of perfolio.html; NULL: the desk finds it */
    uint16_t port;                   /* of the loopback interface; 0: any that is free */
};

/* Serves the page until the process is ended; prints its address to `out`. Returns 1 after printing why it cannot. */
int serve_page(const struct serve_opts *o, struct outlet *out, struct outlet *err);

#endif
