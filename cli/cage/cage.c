#include "cli/cage/cage.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>

void cage_free(struct cage *c)
{
    value_words_free(&c->reads);
    value_words_free(&c->places);
    value_words_free(&c->trees);
}

bool cage_enter(const struct cage *c, struct err *e)
{
    /* Without it only root may enter a cage (linux, Documentation/userspace-api/no_new_privs.rst). A kernel that does not
       know it has no cage, either. */
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        return errno == EINVAL || err_set(e, ERR_IO, 0, "privileges cannot be given up: %s", strerror(errno));
    return (!c->has_folders || folders_refuse(c, e)) && calls_refuse(c->rights, e);
}

void cage_describe(struct text *out)
{
    struct err e = { 0 };
    const char *lacking = calls_lacking();
    const int version = folders_version(&e);
    text_add(out, "sandbox: ");
    if (lacking)
        text_printf(out, "no system call is refused: %s; ", lacking);
    else
        text_add(out, "system calls (seccomp); ");
    if (version > 0)
        text_printf(out, "files (Landlock %d)\n", version);
    else if (version < 0)
        text_printf(out, "no file is refused: %s\n", e.msg);
    else
        text_add(out, "no file is refused: this kernel has no Landlock\n");
}
