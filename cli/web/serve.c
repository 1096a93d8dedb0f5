#include "cli/web/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/web/run_command.h"
#include "lib/remote/served_page.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "lib/remote/bridge.h"
#include "lib/session/input.h"

enum {
    CONNECTIONS = 32,      /* most connections at a time; further ones are refused */
    SECONDS = 30,          /* after which an idle connection is closed */
    SECRET = 16,           /* bytes of the random part of the page's address, which only the user knows */
    PAGE_MAX = 64 << 20,   /* most bytes of perfolio.html */
    REQUEST_MAX = 1 << 20, /* most bytes of a request */
};

struct server {
    struct bridge *bridge;
    struct text page, root; /* root: the path of the page, "/SECRET/" */
    int client;             /* the socket of who waits for the bridge */
};

/* A request of which some bytes have arrived. */
struct server_request {
    struct text body;
    bool is_too_long;
    bool is_command; /* a command of the console; else a request for the bridge */
};

static enum MHD_Result respond(struct MHD_Connection *c, unsigned status, const char *type, const void *s,
                               size_t n)
{
    static const struct {
        const char *name, *value;
    } headers[] = {
        { "Cache-Control", "no-store" },
        { "X-Content-Type-Options", "nosniff" },
        { "Referrer-Policy", "no-referrer" },
        { "Cross-Origin-Resource-Policy", "same-origin" },
        { "Cross-Origin-Opener-Policy", "same-origin" },
        { "X-Frame-Options", "DENY" },
    };
    struct MHD_Response *r = MHD_create_response_from_buffer(n, (void *)(uintptr_t)s, MHD_RESPMEM_MUST_COPY);
    if (!r)
        return MHD_NO;
    MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    for (size_t i = 0; i < COUNT(headers); i++)
        MHD_add_response_header(r, headers[i].name, headers[i].value);
    const enum MHD_Result result = MHD_queue_response(c, status, r);
    MHD_destroy_response(r);
    return result;
}

static enum MHD_Result serve_refusal(struct MHD_Connection *c, unsigned status, const char *why)
{
    return respond(c, status, "text/plain; charset=utf-8", why, strlen(why));
}

/* The answer to a request of the bridge is worked for as long as somebody waits for it. */
static bool server_goes_on(void *arg)
{
    const struct server *s = arg;
    return !run_command_is_alone(s->client);
}

static enum MHD_Result answer_request(struct server *s, struct MHD_Connection *c,
                                      const struct server_request *r)
{
    struct text ran = { 0 };
    struct err e = { 0 };
    enum MHD_Result result;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (r->is_too_long) {
        result = serve_refusal(c, MHD_HTTP_CONTENT_TOO_LARGE, "the request is too long\n");
    } else if (!r->is_command) {
        s->client = info->connect_fd;
        const char *answer = bridge_request(s->bridge, text_str(&r->body), r->body.n);
        result = respond(c, MHD_HTTP_OK, "application/json", answer, strlen(answer));
    } else if (run_command(text_str(&r->body), r->body.n, info->connect_fd, &ran, &e)) {
        result = respond(c, MHD_HTTP_OK, "application/octet-stream", ran.s, ran.n);
    } else {
        result = serve_refusal(c, MHD_HTTP_INTERNAL_SERVER_ERROR, e.msg);
    }
    text_free(&ran);
    return result;
}

/* Takes bytes of a request; answers the request when no more bytes follow. */
static enum MHD_Result take_request(struct server *s, struct MHD_Connection *c, struct server_request *r,
                                    const char *bytes, size_t *n)
{
    if (!*n)
        return answer_request(s, c, r);
    r->is_too_long = r->is_too_long || *n > REQUEST_MAX - r->body.n;
    if (!r->is_too_long)
        text_add_n(&r->body, bytes, *n);
    *n = 0;
    return MHD_YES;
}

/* The handler that libmicrohttpd calls: when the headers of a request have arrived (*state is NULL), for each piece of
   its body, and at its end. */
static enum MHD_Result serve(void *arg, struct MHD_Connection *c, const char *path, const char *method,
                             const char *version, const char *bytes, size_t *n, void **state)
{
    struct server *s = arg;
    (void)version;
    const char *host = MHD_lookup_connection_value(c, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
    const char *origin = MHD_lookup_connection_value(c, MHD_HEADER_KIND, MHD_HTTP_HEADER_ORIGIN);
    const size_t root = s->root.n;
    if (!served_page_is_host(host))
        return serve_refusal(c, MHD_HTTP_FORBIDDEN, "this host is not served\n");
    if (strncmp(path, s->root.s, root) != 0)
        return serve_refusal(c, MHD_HTTP_NOT_FOUND, "there is nothing here\n");
    if (!strcmp(method, MHD_HTTP_METHOD_GET) && !path[root])
        return respond(c, MHD_HTTP_OK, "text/html; charset=utf-8", s->page.s, s->page.n);
    const bool is_command = !strcmp(path + root, "run"),
               is_request = is_command || !strcmp(path + root, "ask");
    if (strcmp(method, MHD_HTTP_METHOD_POST) != 0 || !is_request)
        return serve_refusal(c, MHD_HTTP_NOT_FOUND, "there is nothing here\n");
    if (!served_page_is_origin(origin, host))
        return serve_refusal(c, MHD_HTTP_FORBIDDEN, "another page may not ask\n");
    if (*state)
        return take_request(s, c, *state, bytes, n);
    struct server_request *r = mem_new(1, sizeof(*r));
    r->is_command = is_command;
    *state = r;
    return MHD_YES;
}

static void request_ends(void *arg, struct MHD_Connection *c, void **state,
                         enum MHD_RequestTerminationCode why)
{
    struct server_request *r = *state;
    (void)arg;
    (void)c;
    (void)why;
    if (r)
        text_free(&r->body);
    free(r);
    *state = NULL;
}

static bool make_root(struct text *root, struct err *e)
{
    uint8_t secret[SECRET];
    FILE *random = fopen("/dev/urandom", "rb");
    const size_t n = random ? fread(secret, 1, SECRET, random) : 0;
    if (random)
        fclose(random);
    if (n != SECRET)
        return err_set(e, ERR_IO, 0, "cannot read /dev/urandom");
    text_add(root, "/");
    text_add_hex_bytes(root, secret, SECRET);
    text_add(root, "/");
    return true;
}

static bool read_page(struct server *s, const struct serve_opts *o, struct err *e)
{
    const struct desk *desk = o->files->desk;
    struct text found = { 0 }, page = { 0 };
    const char *path = o->page;
    if (!path && desk->find_page && desk->find_page(&found))
        path = found.s;
    bool ok =
        path ||
        err_set(e, ERR_USAGE, 0,
                "--web: perfolio.html is neither beside the program nor installed: --page PAGE names it, "
                "./dev wasm makes it, and releases have it");
    if (ok && !(file_read_all(path, PAGE_MAX, &page, e) && served_page_make(&page, o->files, &s->page, e)))
        ok = err_prefix(e, "%s", path);
    text_free(&page);
    text_free(&found);
    return ok;
}

static struct MHD_Daemon *server_start(struct server *s, uint16_t port, struct err *e)
{
    struct sockaddr_in at = { .sin_family = AF_INET,
                              .sin_port = htons(port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    errno = 0;
    struct MHD_Daemon *d = MHD_start_daemon(MHD_NO_FLAG, 0, NULL, NULL, serve, s, MHD_OPTION_SOCK_ADDR, &at,
                                            MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS,
                                            MHD_OPTION_CONNECTION_TIMEOUT, SECONDS,
                                            MHD_OPTION_NOTIFY_COMPLETED, request_ends, NULL, MHD_OPTION_END);
    if (!d)
        err_set(e, ERR_IO, 0, "cannot listen on port %u of the loopback interface: %s", port,
                strerror(errno));
    return d;
}

/* Answers one request after the other; a signal ends the process. */
static void server_loop(struct MHD_Daemon *d)
{
    enum { FOREVER = -1 };
    while (MHD_run_wait(d, FOREVER) == MHD_YES)
        ;
}

/* Whether all files are captures or folios: the page would say so late, and only to who opens it. False with `e` set. */
static bool files_can_be_read(const struct common_opts *o, struct err *e)
{
    for (size_t i = 0; i < o->inputs.n; i++)
        if (!input_kind_name(o->inputs.v[i], o->desk->around.temporary, e))
            return false;
    return true;
}

int serve_page(const struct serve_opts *o, struct outlet *out, struct outlet *err)
{
    struct server s = { .bridge = bridge_new() };
    struct err e = { 0 };
    struct MHD_Daemon *d = NULL;
    if (s.bridge)
        bridge_watch(s.bridge, server_goes_on, &s);
    if (files_can_be_read(o->files, &e) && make_root(&s.root, &e) && read_page(&s, o, &e))
        d = server_start(&s, o->port, &e);
    if (d) {
        const union MHD_DaemonInfo *info = MHD_get_daemon_info(d, MHD_DAEMON_INFO_BIND_PORT);
        outlet_print(out, "http://127.0.0.1:%u%s\n", info->port, s.root.s);
        outlet_print(err, "perfolio view: open this address in a browser of this machine; Ctrl-C ends it\n");
        outlet_flush(out);
        server_loop(d);
        MHD_stop_daemon(d);
        err_set(&e, ERR_IO, 0, "the server stopped");
    }
    bridge_free(s.bridge);
    text_free(&s.page);
    text_free(&s.root);
    return outlet_fail(err, &e, "perfolio view: ") + 1;
}
