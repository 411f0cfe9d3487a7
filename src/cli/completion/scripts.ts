/** The scripts that connect shells with `signalbox complete`. They know no verb and no option. */

/** Bash ends words at `=` and `:`: the pieces are put together again, and the candidates lose what is before the last. */
const bash = `# Completion of signalbox for bash: source <(signalbox completion bash)
_signalbox() {
  local words=() piece i joins=0
  for ((i = 1; i <= COMP_CWORD; i++)); do
    piece=\${COMP_WORDS[i]}
    if ((\${#words[@]} > 0 && joins)) || [[ \${#words[@]} -gt 0 && $piece == [=:]* && $COMP_WORDBREAKS == *"\${piece:0:1}"* ]]; then
      words[\${#words[@]}-1]+=$piece
    else
      words+=("$piece")
    fi
    joins=0
    [[ $piece == [=:] && $COMP_WORDBREAKS == *"$piece"* ]] && joins=1
  done
  local typed=\${words[\${#words[@]}-1]} head= files=0 line value
  [[ $COMP_WORDBREAKS == *=* && $typed == *=* ]] && head=\${typed%"\${typed##*=}"}
  [[ $COMP_WORDBREAKS == *:* && \${typed#"$head"} == *:* ]] && head=\${typed%"\${typed##*:}"}
  COMPREPLY=()
  while IFS= read -r line; do
    value=\${line%%$'\\t'*}
    case $value in
      :files | :folders)
        files=1
        compopt -o filenames 2>/dev/null
        local kind=-f path
        [[ $value == :folders ]] && kind=-d
        while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$kind" -- "\${typed#"$head"}")
        ;;
      *)
        COMPREPLY+=("\${value#"$head"}")
        ;;
    esac
  done < <("\${COMP_WORDS[0]}" complete -- "\${words[@]}" 2>/dev/null </dev/null)
  # Bash quotes the names of files only.
  ((files)) || for i in "\${!COMPREPLY[@]}"; do printf -v 'COMPREPLY[i]' %q "\${COMPREPLY[i]}"; done
}
complete -F _signalbox signalbox
`;

const zsh = `#compdef signalbox
# Completion of signalbox for zsh: source <(signalbox completion zsh), or save it as _signalbox in a folder of fpath.
_signalbox() {
  local -a plain described
  local line value files=0 folders=0
  for line in "\${(@f)$("\${words[1]}" complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null </dev/null)}"; do
    value=\${line%%$'\\t'*}
    case $value in
      '') ;;
      :files) files=1 ;;
      :folders) folders=1 ;;
      *)
        plain+=("$value")
        if [[ $line == *$'\\t'* ]]; then described+=("\${value//:/\\\\:}:\${line#*$'\\t'}"); else described+=("\${value//:/\\\\:}"); fi
        ;;
    esac
  done
  (( \${#plain} )) && _describe -V signalbox described plain
  (( files || folders )) && [[ $PREFIX == --*=* ]] && compset -P '*='
  (( files )) && _files
  (( folders )) && _files -/
  return 0
}
if [[ \${funcstack[1]} == _signalbox ]]; then
  _signalbox "$@"
else
  compdef _signalbox signalbox
fi
`;

const fish = `# Completion of signalbox for fish: signalbox completion fish | source
function __signalbox_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l head (string match -r -- '^--[^=]*=' "$typed")
    set -l path (string replace -r -- '^--[^=]*=' '' "$typed")
    for line in ($words[1] complete -- $words[2..-1] "$typed" 2>/dev/null </dev/null)
        switch $line
            case ':files'
                printf "$head%s\\n" (__fish_complete_path "$path")
            case ':folders'
                printf "$head%s\\n" (__fish_complete_directories "$path" '')
            case '*'
                printf '%s\\n' $line
        end
    end
end
complete -c signalbox -f -k -a '(__signalbox_complete)'
`;

const scripts: Readonly<Record<string, string>> = { bash, zsh, fish };

export const shells = Object.keys(scripts);

export const findScript = (shell: string): string | undefined =>
  Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
