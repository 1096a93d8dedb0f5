/* outlets: the files of a test as outlets, at the desk where it runs. */
#ifndef PERFOLIO_TESTS_OUTLETS_H
#define PERFOLIO_TESTS_OUTLETS_H

#include "cli/desk.h"
#include "cli/perfolio.h"

static inline struct outlet outlet_to(FILE *to)
{
    static struct desk desk;
    static struct desk_streams streams = { .keeps_rights = true }; /* of nobody who waits */
    desk = desk_of_program(&streams);
    return outlet_of_file(to, &(const struct outlet){ .desk = &desk });
}

/* perfolio(), its answer and what it says to files. */
static inline int perfolio_to(int argc, const char **argv, FILE *out, FILE *err)
{
    struct outlet answers = outlet_to(out), says = outlet_to(err);
    return perfolio(argc, argv, &answers, &says);
}

#endif
