#include "formats/export/exporter.h"

#include <string.h>

#include "core/profile/keys/keys.h"

const struct exporter *exporter_at(size_t i)
{
    static const struct exporter *const exporters[] = { &exporter_folded,     &exporter_html,
                                                        &exporter_pprof,      &exporter_firefox,
                                                        &exporter_speedscope, &exporter_callgrind };
    if (i < COUNT(exporters))
        return exporters[i];
    return NULL;
}

size_t export_keys(bool processes, bool threads, const struct key **keys)
{
    size_t n = 0;
    keys[n++] = key_find("comm", 4);
    if (processes || threads)
        keys[n++] = &key_process;
    if (threads)
        keys[n++] = &key_thread;
    return n;
}

void export_add_json_string(struct text *t, const char *s)
{
    text_add_quoted(t, s, strlen(s));
}

enum export_code export_code_of(const struct export_frame *f)
{
    if (!f->object)
        return EXPORT_UNKNOWN;
    enum object_kind kind = f->object->kind;
    bool kernel = kind == OBJECT_KERNEL || kind == OBJECT_MODULE || kind == OBJECT_KSYMBOL;
    if (kernel)
        return EXPORT_KERNEL;
    if (kind == OBJECT_JIT)
        return EXPORT_JIT;
    return EXPORT_USER;
}

void export_add_frame_name(const struct export_frame *f, struct text *out)
{
    const char *object = "unknown";
    if (f->object)
        object = f->object->name;
    if (f->name) {
        text_add(out, f->name);
    } else if (*object == '[') { /* the name has brackets already: [vdso] */
        text_add_clean(out, object);
    } else {
        text_char(out, '[', 1);
        text_add_clean(out, object);
        text_char(out, ']', 1);
    }
}

const char *export_unit(const struct event *ev)
{
    if (attr_is_clock(&ev->attr))
        return "nanoseconds";
    return "count";
}

void export_write_collected(struct export_sink *s)
{
    if (s->err.kind == ERR_NONE && s->text.n)
        s->write(s->arg, s->text.s, s->text.n, &s->err);
    s->text.n = 0;
}

void export_flush(struct export_sink *s)
{
    enum { MUCH = 1 << 16 };
    const size_t most = s->keeps ? s->keeps : MUCH;
    if (s->text.n >= most)
        export_write_collected(s);
}

bool export_end(struct export_sink *s)
{
    export_write_collected(s);
    text_free(&s->text);
    return s->err.kind == ERR_NONE;
}
