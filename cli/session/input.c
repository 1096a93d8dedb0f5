#include "cli/session/input.h"

#include "archive/folio/folio.h"

bool input_open(struct input *in, const char *path, struct err *e)
{
    struct file file;
    *in = (struct input){ 0 };
    if (file_is_dir(path))
        in->fault = fault_new(path);
    else if (!file_open(&file, path, e))
        return err_in(e, "%s", path);
    return in->fault || input_open_file(in, path, &file, e);
}

bool input_open_file(struct input *in, const char *path, struct file *file, struct err *e)
{
    *in = (struct input){ 0 };
    switch (folio_look(file, e)) {
    case FOLIO_IS:
        in->folio = folio_open_file(path, file, e);
        return in->folio;
    case FOLIO_IS_NOT:
        in->file = *file;
        in->file.fault = in->fault = fault_new(path);
        return in->has_file = true;
    default:
        file_close(file);
        return err_in(e, "%s", path);
    }
}

bool input_all_read(const struct input *in, struct err *e)
{
    return in->folio ? folio_all_read(in->folio, e) : fault_none(in->fault, e);
}

void input_close(struct input *in)
{
    folio_close(in->folio);
    if (in->has_file)
        file_close(&in->file);
    fault_free(in->fault);
    *in = (struct input){ 0 };
}
