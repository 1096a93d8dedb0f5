#include "lib/remote/served_page.h"

#include <string.h>

#include "archive/package/page.h"
#include "core/base/sort_by.h"

#define POLICY "default-src 'none';" /* of web/make.py: allows no requests */

/* Adds the rest of the page up to `what`, and moves *rest after it. False: the rest does not contain `what`. */
static bool copy_until(const char **rest, const char *what, struct text *out)
{
    const char *at = strstr(*rest, what);
    if (!at)
        return false;
    text_add_n(out, *rest, (size_t)(at - *rest));
    *rest = at + strlen(what);
    return true;
}

static void add_word(struct text *json, const char *option, const char *value)
{
    struct text word = { 0 };
    if (!value)
        return;
    text_add(&word, option);
    text_add(&word, value);
    text_add(json, ",");
    text_add_quoted(json, word.s, word.n);
    text_free(&word);
}

/* Adds the request that opens a file. */
static void add_open(struct text *json, const struct common_opts *files, const char *path)
{
    text_add(json, "[\"open\"");
    add_word(json, "", path);
    for (size_t i = 0; i < files->objects.n; i++)
        add_word(json, "--objects=", files->objects.v[i]);
    add_word(json, "--capture=", files->capture);
    add_word(json, "--symfs=", files->symfs);
    add_word(json, "--kallsyms=", files->kallsyms);
    add_word(json, "--vmlinux=", files->vmlinux);
    add_word(json, "--home=", files->isolated ? NULL : files->desk->home);
    if (files->isolated)
        add_word(json, "", "--isolated");
    text_add(json, "]");
}

/* Adds the list of requests as JSON, escaped so that it cannot end the script element. */
static void add_files(struct text *out, const struct common_opts *files)
{
    struct text json = { 0 };
    text_add(&json, "[");
    for (size_t i = 0; i < files->inputs.n; i++) {
        text_char(&json, ',', i > 0);
        add_open(&json, files, files->inputs.v[i]);
    }
    text_add(&json, "]");
    for (const char *s = json.s; *s; s++) {
        if (*s == '<')
            text_add(out, "\\u003c");
        else
            text_char(out, *s, 1);
    }
    text_free(&json);
}

bool served_page_make(const struct text *page, const struct common_opts *files, struct text *out,
                      struct err *e)
{
    const char *rest = text_str(page);
    const bool has_policy = copy_until(&rest, POLICY, out);
    text_add(out, POLICY " connect-src 'self';");
    if (!has_policy || !copy_until(&rest, PAGE_PLACE, out))
        return err_set(e, ERR_FORMAT, 0, "it is not the page that ./dev wasm makes: it has no %s",
                       has_policy ? PAGE_PLACE : POLICY);
    text_add(out, "<script type=\"application/json\" id=\"served\">");
    add_files(out, files);
    text_add(out, "</script>");
    text_add(out, rest);
    return true;
}

bool served_page_is_host(const char *host)
{
    static const char *const names[] = { "127.0.0.1", "localhost", "[::1]" };
    for (size_t i = 0; host && i < COUNT(names); i++) {
        const size_t n = strlen(names[i]);
        if (strncmp(host, names[i], n) != 0)
            continue;
        const char *port = host + n;
        if (!*port || (*port == ':' && port[1] && port[1 + strspn(port + 1, "0123456789")] == 0))
            return true;
    }
    return false;
}

bool served_page_is_origin(const char *origin, const char *host)
{
    static const char scheme[] = "http://";
    return origin && host && !strncmp(origin, scheme, strlen(scheme)) &&
           !strcmp(origin + strlen(scheme), host);
}
