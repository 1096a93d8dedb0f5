/* cage_absent: replaces cage.c, calls.c and folders.c where there is no cage: on systems other than Linux, and in
   builds for tests that need more of the system than the program does (sanitizers). */
#include "cli/cage/cage.h"

void cage_free(struct cage *c)
{
    value_words_free(&c->reads);
    value_words_free(&c->places);
    value_words_free(&c->trees);
}

bool cage_enter(const struct cage *c, struct err *e)
{
    (void)c;
    (void)e;
    return true;
}

void cage_describe(struct text *out)
{
    text_add(out, "sandbox: none in this build\n");
}

const char *calls_lacking(void)
{
    return "there is no sandbox in this build";
}

int calls_number(const char *name)
{
    (void)name;
    return -1;
}

int folders_version(struct err *e)
{
    (void)e;
    return 0;
}

bool calls_refuses(const char *name, unsigned rights)
{
    (void)name;
    (void)rights;
    return false;
}
