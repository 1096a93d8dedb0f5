/* together: whether captures are parts of one recording, or recordings of one boot of one machine with the same events. */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_TOGETHER_H
#define PERFOLIO_LIB_QUESTION_SHARE_TOGETHER_H

#include "lib/session/session.h"

/* Whether a capture can be joined with the first one; both are walked. False: `e` says why not. */
bool together_fit(const struct session *first, const struct session *other, struct err *e);

#endif
