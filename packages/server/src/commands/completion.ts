import type { Command } from 'commander';
import { CommandFailure, EXIT } from '../system/command-failure.js';

/** A position on the command line, and the words that may follow. */
interface CursorContext {
  /** The words before, without `govgate`: `audit verify`. */
  readonly path: string;
  readonly words: readonly Word[];
}

interface Word {
  readonly text: string;
  readonly description: string;
}

/** `govgate completion SHELL`: a script generated from the current commands, for the shell to load at its start. */
export const completion = (shell: string, program: Command): void => {
  const write = SHELLS[shell];
  if (write === undefined)
    throw new CommandFailure(`There is completion for ${Object.keys(SHELLS).join(', ')}.`, EXIT.usage);
  process.stdout.write(write(placesOf(program)));
};

const placesOf = (command: Command, path = ''): CursorContext[] => [
  { path, words: wordsAt(command) },
  ...command.commands.flatMap((one) => placesOf(one, `${path} ${one.name()}`.trim())),
];

const wordsAt = (command: Command): Word[] => [
  ...command.commands.map((one) => ({ text: one.name(), description: one.description() })),
  ...command.options.flatMap(({ long, description }) => (long == null ? [] : [{ text: long, description }])),
  { text: '--help', description: 'print the usage' },
];

/** A shell variable as written in a script. */
const variable = (name: string): string => `"$\{${name}}"`;

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const textsOf = ({ words }: CursorContext): string => words.map(({ text }) => text).join(' ');
const inside = (places: readonly CursorContext[]): readonly CursorContext[] =>
  places.filter(({ path }) => path !== '');

/** Shared by bash and zsh: the position reached by the preceding words, as far as they are commands. */
const walk = (places: readonly CursorContext[], words: string): string => `  local place='' word
  for word in ${words}; do
    case "\${place:+$place }$word" in
      ${inside(places)
        .map(({ path }) => single(path))
        .join(' | ')}) place="\${place:+$place }$word" ;;
    esac
  done`;

const bash = (
  places: readonly CursorContext[],
): string => `# govgate completion for bash: source <(govgate completion bash)
_govgate() {
${walk(places, variable('COMP_WORDS[@]:1:COMP_CWORD-1'))}
  case "$place" in
${places.map((place) => `    ${single(place.path)}) word=${single(textsOf(place))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$word" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _govgate govgate
`;

const described = ({ words }: CursorContext): string =>
  words.map(({ text, description }) => single(`${text}:${description.replaceAll(':', '\\:')}`)).join(' ');

const zsh = (places: readonly CursorContext[]): string => `#compdef govgate
# govgate completion for zsh: source <(govgate completion zsh)
_govgate() {
${walk(places, variable('(@)words[2,CURRENT-1]'))}
  local -a known
  case "$place" in
${places.map((place) => `    ${single(place.path)}) known=(${described(place)}) ;;`).join('\n')}
  esac
  _describe 'govgate' known || _files
}
compdef _govgate govgate
`;

const fish = (
  places: readonly CursorContext[],
): string => `# govgate completion for fish: govgate completion fish | source
function __govgate_at
    set -l place
    for word in (commandline -opc)[2..-1]
        set -l next (string join ' ' -- $place $word)
        if contains -- $next ${inside(places)
          .map(({ path }) => single(path))
          .join(' ')}
            set place $next
        end
    end
    test "$place" = "$argv[1]"
end
${places
  .flatMap(({ path, words }) =>
    words.map(
      ({ text, description }) =>
        `complete -c govgate -n ${single(`__govgate_at ${single(path)}`)} -a ${single(text)} -d ${single(description)}`,
    ),
  )
  .join('\n')}
`;

const SHELLS: Readonly<Record<string, (places: readonly CursorContext[]) => string>> = { bash, zsh, fish };
