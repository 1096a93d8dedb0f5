/* answer: the implementation of pf_view: an answer in memory, and the objects from which its rows are computed. */
#ifndef PERFOLIO_LIB_ANSWER_H
#define PERFOLIO_LIB_ANSWER_H

#include "lib/file.h"
#include "lib/view/kept_answer.h"
#include "lib/view/outlet.h"

struct pf_view {
    pf_file *f;
    struct desk desk; /* the environment of the question */
    struct kept_answer kept;
    struct answer_parts parts;
    struct arena words;      /* owns the words of the question */
    struct text said, shown; /* said: messages, in the first `nmessages` bytes, then problems as lines */
    size_t nmessages;
    int status;
};

#endif
