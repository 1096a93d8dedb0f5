# Completion for fish. What a word may become is asked of the program, whose tables of options know it.

function __perfolio_complete
    set -l words (commandline -opc) (commandline -ct)
    command $words[1] complete $words[2..-1] 2>/dev/null
end

# Nothing of ours: a file.
complete -c perfolio -n 'count (__perfolio_complete) >/dev/null' -f -a '(__perfolio_complete)'
