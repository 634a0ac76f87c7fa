import type { ServerJsonArgument, ServerJsonPackage } from '@govgate/domain/internal';

interface Runner {
  readonly hint: string;
  /** The command's own arguments, up to and including the package. */
  readonly before: (one: ServerJsonPackage, runtimeArguments: readonly string[]) => readonly string[];
  /** What separates the package's arguments from the command's. */
  readonly separator?: string;
}

/** How packages are run, as the registry's own documentation has it. */
const RUNNERS: Readonly<Record<ServerJsonPackage['registryType'], Runner | undefined>> = {
  npm: {
    hint: 'npx',
    before: ({ identifier, version }, own) => [
      ...(own.length > 0 ? own : ['-y']),
      `${identifier}@${version}`,
    ],
  },
  pypi: { hint: 'uvx', before: ({ identifier, version }, own) => [...own, `${identifier}@${version}`] },
  oci: {
    hint: 'docker',
    before: ({ identifier, environmentVariables = [] }, own) => [
      ...['run', '-i', '--rm'],
      ...environmentVariables.flatMap(({ name }) => ['-e', name]),
      ...own,
      identifier,
    ],
  },
  nuget: {
    hint: 'dnx',
    before: ({ identifier, version }, own) => [`${identifier}@${version}`, ...own],
    separator: '--',
  },
  // Its client unpacks and runs a bundle in a way of its own.
  mcpb: undefined,
};

/**
 * The command that runs a package over standard input and output, word by word. Undefined where it is not one and the same for everybody: an
 * argument differs, it is run by another command, or it is reached over HTTP.
 */
export const runCommand = (one: ServerJsonPackage): readonly string[] | undefined => {
  const runner = RUNNERS[one.registryType];
  if (runner === undefined || one.transport.type !== 'stdio') return undefined;
  if (one.runtimeHint !== undefined && one.runtimeHint !== runner.hint) return undefined;
  const own = wordsOf(one.runtimeArguments);
  const rest = wordsOf(one.packageArguments);
  if (own === undefined || rest === undefined) return undefined;
  const separated = runner.separator === undefined || rest.length === 0 ? rest : [runner.separator, ...rest];
  return [runner.hint, ...runner.before(one, own), ...separated];
};

const wordsOf = (list: readonly ServerJsonArgument[] = []): readonly string[] | undefined => {
  const words: string[] = [];
  for (const argument of list) {
    const given = wordsOfOne(argument);
    if (given === undefined) return undefined;
    words.push(...given);
  }
  return words;
};

// An optional argument is left out, and so is what everybody may set.
const wordsOfOne = (argument: ServerJsonArgument): readonly string[] | undefined => {
  const { value, isRequired = false } = argument;
  if (value === undefined) return isRequired ? undefined : [];
  if (value.includes('{')) return undefined;
  return argument.type === 'named' ? [argument.name, value] : [value];
};
