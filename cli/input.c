#include "cli/input.h"

#include "archive/folio.h"

bool input_open(struct input *in, const char *path, struct err *e)
{
    *in = (struct input){ 0 };
    if (file_is_dir(path))
        return true;
    if (!file_open(&in->file, path, e))
        return err_in(e, "%s", path);
    if (!folio_is(&in->file))
        return in->has_file = true;
    in->folio = folio_open_file(path, &in->file, e);
    return in->folio;
}

void input_close(struct input *in)
{
    folio_close(in->folio);
    if (in->has_file)
        file_close(&in->file);
    *in = (struct input){ 0 };
}
