#include "lib/session/input.h"

#include <stdlib.h>

#include "archive/content.h"
#include "archive/folio/folio.h"
#include "core/base/mem.h"
#include "formats/perf/file/perfdata.h"
#include "formats/perf/open.h"
#include "lib/session/session.h"

static void input_abandon(void *file)
{
    file_close(file);
}

static bool open_wrapped(struct input *in, const char *path, const char *temporary, struct err *e)
{
    struct file file;
    struct unwrapped w = { 0 };
    if (file_check_is_dir(path, e)) {
        in->fault = fault_new(path);
        return true;
    }
    if (e->kind != ERR_NONE)
        return false;
    if (!unwrap_open(&file, path, temporary, &w, e))
        return err_prefix(e, "%s", path);
    struct mem_undo undo;
    mem_undo_add(&undo, input_abandon, &file);
    const bool ok = input_open_file(in, path, &file, e);
    mem_undo_drop(&undo);
    in->unwrapped = w;
    return ok;
}

bool input_open(struct input *in, const char *path, const char *temporary, struct err *e)
{
    *in = (struct input){ 0 };
    bool ok = open_wrapped(in, path, temporary, e);
    in->wrong = *e;
    return ok;
}

/* Whether a file is a capture. False: `e` says what it is instead. */
static bool is_capture(const struct file *file, struct err *e)
{
    uint8_t head[CONTENT_HEAD];
    int64_t n = file_read(file, 0, head, sizeof(head), e);
    return n >= 0 && content_is_capture((struct span){ head, (size_t)n }, e);
}

bool input_open_file(struct input *in, const char *path, struct file *file, struct err *e)
{
    *in = (struct input){ 0 };
    switch (folio_recognise(file, e)) {
    case FOLIO_IS:
        in->folio = folio_open_file(path, file, e);
        return in->folio;
    case FOLIO_IS_NOT:
        if (!is_capture(file, e)) {
            file_close(file);
            return err_prefix(e, "%s", path);
        }
        in->fault = fault_new(path);
        in->file = file_take(file);
        in->file.fault = in->fault;
        return in->has_file = true;
    default:
        file_close(file);
        return err_prefix(e, "%s", path);
    }
}

bool input_reopen(struct input *in, const struct session *s, struct err *e)
{
    *in = s->o.opened ? *s->o.opened : s->input;
    in->lent = true;
    in->has_file = !in->folio && !s->capture->is_directory;
    if (!in->has_file || file_reopen(&in->file, perfdata_file(s->capture), e))
        return true;
    in->has_file = false;
    in->wrong = *e;
    return err_prefix(e, "%s", s->o.path);
}

bool input_check_reads(const struct input *in, struct err *e)
{
    if (in->folio)
        return folio_check_reads(in->folio, e);
    return fault_check(in->fault, e);
}

void input_close(struct input *in)
{
    if (in->has_file)
        file_close(&in->file);
    if (!in->lent) {
        folio_close(in->folio);
        fault_free(in->fault);
        free(in->unwrapped.name);
    }
    *in = (struct input){ 0 };
}

const char *input_kind_name(const char *path, const char *temporary, struct err *e)
{
    struct input in;
    if (!input_open(&in, path, temporary, e))
        return NULL;
    const char *what = in.folio ? "folio" : "capture";
    struct capture *directory = in.folio || in.has_file ? NULL : perfdata_open(path, NULL, e);
    input_close(&in);
    if (directory)
        directory->ops->close(directory);
    if (e->kind == ERR_NONE)
        return what;
    return NULL;
}
