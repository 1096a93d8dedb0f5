/* parts: what an export is made of: one capture, those of a folio, or the runs of two sides. */
#ifndef PERFOLIO_LIB_QUESTION_EXPORT_PARTS_H
#define PERFOLIO_LIB_QUESTION_EXPORT_PARTS_H

#include "lib/question/export/ready.h"
#include "lib/question/common/run_list.h"
#include "formats/export/join_commands.h"

/* All stay open until everything is written. */
struct parts {
    struct part {
        struct session session;
        struct ready ready;
    } * *v;
    size_t n, cap;
    size_t before; /* of a difference, how many are of the first side; else 0 */
    struct run_list runs;
    struct joined_commands joined; /* of both */
    bool meet;                     /* a stack is on both sides */
};

/* Of two sides: call commands of both alike that are one under two names. */
void parts_join_sides(struct parts *p, const struct export_opts *o);

/* Make the runs into one export of two events, called as the sides are, with the problems of all. As
   export_join_sides(). */
void parts_join(struct parts *p, const struct export_opts *o, struct export *to, struct capture *as);

/* What makes two sides less comparable than they look; and what was wrong with their runs. */
void parts_show_sides(const struct parts *p, const struct export_opts *o, struct outlet *err);

#endif
