/* answer: what is behind a pf_view: an answer that is kept, and all that its rows are made of. */
#ifndef PERFOLIO_LIB_ANSWER_H
#define PERFOLIO_LIB_ANSWER_H

#include "lib/file.h"
#include "lib/view/kept_answer.h"
#include "lib/view/outlet.h"

struct pf_view {
    pf_file *f;
    struct desk desk; /* where it was asked */
    struct kept_answer kept;
    struct answer_parts parts;
    struct arena words; /* of the question */
    struct text said, shown;
    int status;
};

#endif
