// The table of commands as completion for shells. Each script finds the command that is being typed, then offers the
// possible words: after an option with a value, its values or files; otherwise options, subcommands, and the values of
// the first argument.
import type { Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

interface OptionEntry {
  readonly flag: string;
  readonly description: string;
  /** Null if the option takes no value; empty if it takes any value, such as a file. */
  readonly values: readonly string[] | null;
}

interface CommandEntry {
  /** Words after `cardfile`; empty for the program itself. */
  readonly path: string;
  readonly below: readonly { readonly word: string; readonly description: string }[];
  readonly options: readonly OptionEntry[];
  /** Values of the first argument, if it has a closed list. */
  readonly values: readonly string[];
}

export function completionScript(program: Command, shell: Shell): string {
  const entries = entriesBelow(program, '');
  if (shell === 'bash') return bashScript(entries);
  return shell === 'zsh' ? zshScript(entries) : fishScript(entries);
}

function entriesBelow(command: Command, path: string): CommandEntry[] {
  const below = command.commands.map((each) => ({ word: each.name(), description: firstSentence(each.description()) }));
  const [first] = command.registeredArguments;
  const options = optionsOf(command);
  const entry = { path, below, options, values: first?.argChoices ?? [] };
  return [
    entry,
    ...command.commands.flatMap((each) => entriesBelow(each, path === '' ? each.name() : `${path} ${each.name()}`)),
  ];
}

/** Options of the command and of its parent commands, which it accepts as well. */
function optionsOf(command: Command): OptionEntry[] {
  const help: OptionEntry = { flag: '--help', description: 'show help', values: null };
  const own = (each: Command): OptionEntry[] => [
    ...each.options.flatMap(entryOf),
    ...(each.parent ? own(each.parent) : []),
  ];
  return [...own(command).filter(({ flag }) => command.parent === null || flag !== '--version'), help];
}

function entryOf({ long, description, required, optional, argChoices }: Option): OptionEntry[] {
  if (!long) return [];
  return [
    { flag: long, description: firstSentence(description), values: required || optional ? (argChoices ?? []) : null },
  ];
}

const firstSentence = (text: string) => text.split(/[;:]/)[0]?.replace(/["'`\\$[\]]/g, '') ?? '';
const words = (list: readonly string[]) => list.join(' ');
const takingValues = (entries: readonly CommandEntry[]) => [
  ...new Set(entries.flatMap(({ options }) => options.filter(({ values }) => values !== null).map(({ flag }) => flag))),
];
const flags = ({ options }: CommandEntry) => options.map(({ flag }) => flag);
const quoted = (text: string) => `'${text}'`;

/** The lines of a `case` that sets `variable` by the path of the command. */
function cases(entries: readonly CommandEntry[], line: (entry: CommandEntry) => string): string {
  return entries.map((entry) => `    ${quoted(entry.path)}) ${line(entry)} ;;`).join('\n');
}

/** For bash and zsh: sets `path` to the command in the words before the cursor. */
function findPath(entries: readonly CommandEntry[]): string {
  const known = entries.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `  local entered='' word next skip='' has_arguments=''
  for word in "\${before[@]}"; do
    if [[ -n $skip ]]; then skip=''; continue; fi
    case "$word" in
      ${takingValues(entries).join('|')}) skip=1; continue ;;
      -*) continue ;;
    esac
    if [[ -n $has_arguments ]]; then continue; fi
    next="\${entered:+$entered }$word"
    case "$next" in
      ${known.join('|')}) entered=$next ;;
      *) has_arguments=1 ;;
    esac
  done`;
}

/** The lines of a `case` that sets `values` if the option before the word being typed has a list of values. */
function valueCases(entries: readonly CommandEntry[]): string {
  const listed = entries.flatMap(({ path, options }) =>
    options.flatMap(({ flag, values }) =>
      values !== null && values.length > 0
        ? [`    ${quoted(`${path} ${flag}`)}) values=${quoted(words(values))} ;;`]
        : [],
    ),
  );
  return listed.join('\n');
}

function bashScript(entries: readonly CommandEntry[]): string {
  return `# Completion of cardfile for bash: source <(cardfile completion bash)
_cardfile() {
  local typed="\${COMP_WORDS[COMP_CWORD]}" last="\${COMP_WORDS[COMP_CWORD-1]}"
  local -a before=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
${findPath(entries)}
  local below='' options='' values=''
  case "$entered" in
${cases(entries, (entry) => `below=${quoted(words(entry.below.map(({ word }) => word)))} options=${quoted(words(flags(entry)))} values=${quoted(words(entry.values))}`)}
  esac
  COMPREPLY=()
  if [[ -n $skip ]]; then
    values=''
    case "$entered $last" in
${valueCases(entries)}
    esac
    if [[ -n $values ]]; then COMPREPLY=($(compgen -W "$values" -- "$typed")); else compopt -o default; fi
  elif [[ $typed == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$typed"))
  elif [[ -n $below ]]; then
    COMPREPLY=($(compgen -W "$below" -- "$typed"))
  elif [[ -n $values && -z $has_arguments ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$typed"))
  else
    compopt -o default
  fi
}
complete -F _cardfile cardfile
`;
}

function zshScript(entries: readonly CommandEntry[]): string {
  const described = (list: readonly (readonly [string, string])[]) =>
    list.map(([word, description]) => quoted(`${word}:${description}`)).join(' ');
  const of = (entry: CommandEntry) =>
    [
      `below=(${described(entry.below.map(({ word, description }) => [word, description]))})`,
      `options=(${described(entry.options.map(({ flag, description }) => [flag, description]))})`,
      `values=(${words(entry.values)})`,
    ].join(' ');
  return `#compdef cardfile
# Completion of cardfile for zsh: source <(cardfile completion zsh)
_cardfile() {
  local typed="\${words[CURRENT]}" last="\${words[CURRENT-1]}"
  local -a before below options values
  before=("\${(@)words[2,CURRENT-1]}")
${findPath(entries)}
  case "$entered" in
${cases(entries, of)}
  esac
  if [[ -n $skip ]]; then
    values=()
    case "$entered $last" in
${valueCases(entries).replace(/values='([^']*)'/g, 'values=($1)')}
    esac
    if (( $#values )); then compadd -- $values; else _files; fi
  elif [[ $typed == -* ]]; then
    _describe option options
  elif (( $#below )); then
    _describe command below
  elif (( $#values )) && [[ -z $has_arguments ]]; then
    compadd -- $values
  else
    _files
  fi
}
compdef _cardfile cardfile
`;
}

function fishScript(entries: readonly CommandEntry[]): string {
  const lines = entries.flatMap(({ path, below, options, values }) => {
    const when = `-n '__cardfile_at "${path}"'`;
    return [
      ...below.map(({ word, description }) => `complete -c cardfile -f ${when} -a ${word} -d ${quoted(description)}`),
      ...(values.length > 0 ? [`complete -c cardfile -f ${when} -a ${quoted(words(values))}`] : []),
      ...options.map(({ flag, description, values: listed }) => {
        const takes = listed === null ? '' : listed.length > 0 ? ` -x -a ${quoted(words(listed))}` : ' -r';
        return `complete -c cardfile ${when} -l ${flag.slice(2)}${takes} -d ${quoted(description)}`;
      }),
    ];
  });
  const known = entries.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `# Completion of cardfile for fish: cardfile completion fish > ~/.config/fish/completions/cardfile.fish
function __cardfile_at
  set -l path
  set -l skip 0
  set -l has_arguments 0
  for word in (commandline -opc)[2..]
    if test $skip = 1; set skip 0; continue; end
    switch $word
      case ${words(takingValues(entries))}; set skip 1; continue
      case '-*'; continue
    end
    set -l next (string join ' ' $path $word)
    if test $has_arguments = 0; and contains -- $next ${words(known)}; set path $next; else; set has_arguments 1; end
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}
