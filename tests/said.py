"""Parts of messages that several tests look for: each stands here once, as the program says it."""
TOO_MUCH = "unpacks to more than"               # core/base/budget.c
BY_NAME = "matched by name only"                # core/base/problem.h, NAME_ONLY
GATE_CLOSED = "the gate failed"                # lib/question/diff/gate_markdown.c
