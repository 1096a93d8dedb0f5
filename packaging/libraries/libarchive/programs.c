/* libarchive's filters that are programs (lrzip, grzip, lzop): none is run. Nor is a temporary file named. */
#include <stddef.h>

int __archive_create_child(const char *command, int *in, int *out, void *child);
void __archive_check_child(int in, int out);
int archive_random(void *bytes, size_t n);

int __archive_create_child(const char *command, int *in, int *out, void *child)
{
    (void)command;
    (void)in;
    (void)out;
    (void)child;
    return -1;
}

void __archive_check_child(int in, int out)
{
    (void)in;
    (void)out;
}

int archive_random(void *bytes, size_t n)
{
    (void)bytes;
    (void)n;
    return -1;
}
