/*
 * served: the program for many command lines in one process, for tests that give it thousands
 * (tests/program.py): a sanitized process takes 25 ms to start, and on a busy machine each start waits for
 * its turn.
 *
 * On standard input, for each: the number of arguments, a newline, the arguments, each with a 0 behind it.
 * On standard output: status, bytes of output, bytes of errors, a newline, then these bytes.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/outlets.h"

enum { MOST_WORDS = 64 };

/* The next argument, of the heap; NULL at the end of input. */
static char *word(FILE *from)
{
    char *s = NULL;
    size_t room = 0;
    if (getdelim(&s, &room, 0, from) >= 0)
        return s;
    free(s);
    return NULL;
}

int main(void)
{
    /* A command that reads standard input finds it empty, and one that writes standard output disturbs
     * nothing. */
    FILE *asked = fdopen(dup(0), "r"), *answers = fdopen(dup(1), "w");
    if (!asked || !answers || !freopen("/dev/null", "r", stdin) || dup2(2, 1) < 0)
        return 1;
    int n;
    while (fscanf(asked, "%d", &n) == 1 && n > 0 && n < MOST_WORDS && fgetc(asked) == '\n') {
        char *argv[MOST_WORDS] = { NULL }, *output = NULL, *errors = NULL;
        size_t noutput = 0, nerrors = 0;
        FILE *out = open_memstream(&output, &noutput), *err = open_memstream(&errors, &nerrors);
        for (int i = 0; i < n; i++)
            if (!(argv[i] = word(asked)))
                return 1;
        if (!out || !err)
            return 1;
        int status = perfolio_to(n, (const char **)(void *)argv, out, err);
        fclose(out);
        fclose(err);
        fprintf(answers, "%d %zu %zu\n", status, noutput, nerrors);
        fwrite(output, 1, noutput, answers);
        fwrite(errors, 1, nerrors, answers);
        fflush(answers);
        for (int i = 0; i < n; i++)
            free(argv[i]);
        free(output);
        free(errors);
    }
    bool good = feof(asked);
    fclose(asked);
    fclose(answers);
    return !good;
}
