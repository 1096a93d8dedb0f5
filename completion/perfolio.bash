# Completion for bash. What a word may become is asked of the program, whose tables of options know it: nothing
# is to be kept in step here.
# shellcheck shell=bash disable=SC2207  # words without blanks

_perfolio()
{
    local IFS=$'\n'
    COMPREPLY=($("${COMP_WORDS[0]}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _perfolio perfolio      # nothing of ours: a file
