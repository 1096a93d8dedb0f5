/*
 * debuginfod servers, through libdebuginfod (elfutils), which has its own cache. They are asked last, only by
 * build-id, only for objects that the user wants, and only if no other source has a complete table.
 */
#include "archive/source/sources.h"

#ifdef PERFOLIO_DEBUGINFOD

#include <dlfcn.h>
#include <elfutils/debuginfod.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive/blob_file.h"
#include "core/base/text.h"

/* The functions of the library that are called. It is loaded only if servers are asked. It loads about 30
   other libraries (curl, TLS), which takes several times as long as loading perfolio itself. */
#define CALLS(X)                                                                                             \
    X(begin)                                                                                                 \
    X(end)                                                                                                   \
    X(find_debuginfo)                                                                                        \
    X(find_executable)                                                                                       \
    X(find_source)                                                                                           \
    X(get_url)                                                                                               \
    X(set_user_data)                                                                                         \
    X(set_progressfn)

/* Its soname since elfutils 0.178, the first version that has it. */
static const char library_name[] = "libdebuginfod.so.1";

struct library {
    void *handle;
#define X(name) __typeof__(&debuginfod_##name) name;
    CALLS(X)
#undef X
};

/* Looks up a function by dlsym(). By POSIX a function pointer has the size of an object pointer. */
static bool find(void *handle, const char *name, void *to)
{
    void *p = NULL;
    if (handle)
        p = dlsym(handle, name);
    memcpy(to, &p, sizeof(p));
    return p;
}

static bool load(struct library *l, struct err *e)
{
    l->handle = dlopen(library_name, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
#define X(name) &&find(l->handle, "debuginfod_" #name, &l->name)
    if (l->handle CALLS(X))
        return true;
#undef X
    err_set(e, ERR_UNSUPPORTED, 0, "--debuginfod: %s", dlerror());
    if (l->handle)
        dlclose(l->handle);
    return false;
}

struct servers {
    struct source source;
    struct library lib;
    debuginfod_client *client;
    struct debuginfod_opts o;
    const char *asking; /* the object that is being requested */
    bool silent;        /* no server could be reached for a source text, so no more texts are requested */
};

static int progress(debuginfod_client *client, long have, long of)
{
    __typeof__(&debuginfod_get_user_data) user_data;
    void *loaded = dlopen(library_name, RTLD_LAZY | RTLD_NOLOAD); /* the callback gets only the client */
    const struct servers *v = NULL;
    if (find(loaded, "debuginfod_get_user_data", &user_data))
        v = user_data(client);
    if (v && v->o.progress)
        v->o.progress(v->o.arg, v->asking, have, of);
    if (loaded)
        dlclose(loaded);
    return 0; /* continue the download */
}

static enum answer failed(const struct servers *v, int status, struct err *e)
{
    const char *url = v->lib.get_url(v->client);
    if (url)
        err_set(e, ERR_IO, 0, "debuginfod: %s: %s", strerror(-status), url);
    else
        err_set(e, ERR_IO, 0, "debuginfod: %s", strerror(-status));
    return ANSWER_UNUSABLE;
}

static enum answer servers_open(struct source *s, const struct want *w, unsigned i, struct blob *out,
                                struct err *e)
{
    struct servers *v = (struct servers *)s;
    int (*const finds[])(debuginfod_client *, const unsigned char *, int,
                         char **) = { v->lib.find_debuginfo, v->lib.find_executable };
    char *path = NULL;
    bool by_id = w->kind == WANT_ELF || (w->kind == WANT_ALT && !i);
    if (!by_id || i >= COUNT(finds) || (v->o.wanted && !v->o.wanted(v->o.arg, w->object)))
        return ANSWER_ABSENT;
    v->asking = w->object->name;
    int fd = finds[i](v->client, w->id.bytes, w->id.n, &path);
    progress(v->client, 0, -1); /* the download has finished */
    if (fd == -ENOENT) {
        if (i)
            return ANSWER_ABSENT;
        return servers_open(s, w, 1, out, e);
    }
    if (fd < 0)
        return failed(v, fd, e);
    enum answer a = blob_open_file(path, &v->source.names, &w->id, NULL, out, e);
    close(fd);
    free(path);
    return a;
}

/* Whether a failure means that the servers cannot be reached. Other failures concern only this file. */
static bool is_unreachable(int status)
{
    static const int of[] = { EHOSTUNREACH, ENETUNREACH, ECONNREFUSED, ECONNRESET, ETIME, ETIMEDOUT };
    for (size_t i = 0; i < COUNT(of); i++)
        if (status == -of[i])
            return true;
    return false;
}

static enum answer servers_open_text(struct source *s, const struct object *o, const char *name,
                                     struct blob *out, struct err *e)
{
    struct servers *v = (struct servers *)s;
    char *path = NULL;
    if (v->silent || name[0] != '/' || (v->o.wanted && !v->o.wanted(v->o.arg, o)))
        return ANSWER_ABSENT;
    v->asking = text_base_name(name);
    int fd = v->lib.find_source(v->client, o->build_id.bytes, o->build_id.n, name, &path);
    progress(v->client, 0, -1); /* the download has finished */
    if (fd == -ENOENT)
        return ANSWER_ABSENT;
    if (fd < 0) {
        v->silent = is_unreachable(fd);
        return failed(v, fd, e);
    }
    enum answer a = blob_open_file(path, &v->source.names, NULL, NULL, out, e);
    close(fd);
    free(path);
    return a;
}

static void servers_close(struct source *s)
{
    struct servers *v = (struct servers *)s;
    v->lib.end(v->client);
    dlclose(v->lib.handle);
}

struct source *source_debuginfod(const struct debuginfod_opts *o, struct err *e)
{
    static const struct source_ops ops = {
        .name = "debuginfod", .open = servers_open, .open_text = servers_open_text, .close = servers_close
    };
    struct library lib;
    if (!load(&lib, e))
        return NULL;
    debuginfod_client *client = lib.begin();
    if (!client) {
        dlclose(lib.handle);
        err_set(e, ERR_IO, 0, "--debuginfod: the client library cannot start");
        return NULL;
    }
    struct servers *v = source_new(sizeof(*v), &ops, NULL);
    v->source.remote = v->source.by_id = true;
    v->o = *o;
    v->client = client;
    v->lib = lib;
    lib.set_user_data(v->client, v);
    lib.set_progressfn(v->client, progress);
    return &v->source;
}

#else

struct source *source_debuginfod(const struct debuginfod_opts *o UNUSED, struct err *e)
{
    err_set(e, ERR_UNSUPPORTED, 0, "--debuginfod: this program was built without libdebuginfod");
    return NULL;
}

#endif
