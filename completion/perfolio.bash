# Completion for bash; zsh reads it after `autoload bashcompinit && bashcompinit`. Commands and options are asked of
# the program itself, so that nothing has to be kept in step here.
# shellcheck shell=bash disable=SC2207  # words without blanks

_perfolio()
{
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="$("$program" --help 2>/dev/null | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p') version --help --version"
        COMPREPLY=($(compgen -W "$words" -- "$word"))
        return
    fi
    # Words of a command stand in its help, as the commands in the program's, or in its usage: `lock report|info [options]`.
    local command=("${COMP_WORDS[1]}") views
    views=$("$program" "${command[0]}" --help 2>/dev/null |
        sed -n -e 's/^  \([a-z][a-z-]*\)  .*/\1/p' -e 's/^Usage: [a-z-]* \([a-z|-]*\) .*/\1/p' | tr '|' '\n')
    if [ -n "$views" ]; then
        if [ "$COMP_CWORD" -eq 2 ]; then
            COMPREPLY=($(compgen -W "$views --help" -- "$word"))
            return
        fi
        command+=("${COMP_WORDS[2]}")
    fi
    case $before in
    -s | --sort | -F | --fields)      # the last word of a list
        local head=
        case $word in *,*) head=${word%,*}, ;; esac
        words="pid tid comm dso symbol parent cpu socket srcline srcfile time cgroup cgroup_id"
        words="$words overhead overhead_sys overhead_us overhead_guest_sys overhead_guest_us overhead_children"
        COMPREPLY=($(compgen -P "$head" -W "$words sample period" -- "${word##*,}"))
        return ;;
    --percentage)
        COMPREPLY=($(compgen -W "relative absolute" -- "$word"))
        return ;;
    --compute)
        COMPREPLY=($(compgen -W "delta delta-abs ratio wdiff:" -- "$word"))
        return ;;
    --weight)
        COMPREPLY=($(compgen -W "period samples" -- "$word"))
        return ;;
    --level)
        COMPREPLY=($(compgen -W "min symbols code full" -- "$word"))
        return ;;
    --stage)
        COMPREPLY=($(compgen -W "header records timeline" -- "$word"))
        return ;;
    esac
    case $word in
    -*)
        words=$("$program" "${command[@]}" --help 2>/dev/null |
            sed -n -e 's/^  *\(-[^-]\), \(--[a-zA-Z-]*\).*/\1 \2/p' -e 's/^  *\(--[a-zA-Z-]*\).*/\1/p')
        COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    esac
}
complete -o default -F _perfolio perfolio      # nothing of ours: a file
