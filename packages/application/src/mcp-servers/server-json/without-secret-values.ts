import type {
  ServerJson,
  ServerJsonInput,
  ServerJsonPackage,
  ServerJsonRemote,
} from '@govgate/domain/internal';

/** The same without the values of inputs that are secret: their names are enough to ask for them. */
export const withoutSecretValues = (given: ServerJson): ServerJson => ({
  ...given,
  ...(given.packages && { packages: given.packages.map(packageWithout) }),
  ...(given.remotes && { remotes: given.remotes.map(remoteWithout) }),
});

const packageWithout = (one: ServerJsonPackage): ServerJsonPackage => ({
  ...one,
  transport: one.transport.type === 'stdio' ? one.transport : remoteWithout(one.transport),
  ...(one.runtimeArguments && { runtimeArguments: one.runtimeArguments.map(inputWithout) }),
  ...(one.packageArguments && { packageArguments: one.packageArguments.map(inputWithout) }),
  ...(one.environmentVariables && { environmentVariables: one.environmentVariables.map(inputWithout) }),
});

const remoteWithout = (remote: ServerJsonRemote): ServerJsonRemote => ({
  ...remote,
  ...(remote.headers && { headers: remote.headers.map(inputWithout) }),
});

const inputWithout = <I extends ServerJsonInput>(input: I): I => {
  if (input.isSecret === true) {
    const {
      value: _,
      default: _default,
      placeholder: _placeholder,
      choices: _choices,
      variables: _variables,
      ...rest
    } = input;
    return rest as I;
  }
  const { variables } = input;
  if (variables === undefined) return input;
  const each = Object.entries(variables).map(([name, variable]) => [name, inputWithout(variable)]);
  return { ...input, variables: Object.fromEntries(each) };
};

/** Where an argument would be nothing: a positional one without a value and without a name for it. */
export const valuelessPlace = ({ packages = [] }: ServerJson): string | undefined => {
  for (const [place, one] of packages.entries())
    for (const list of ['runtimeArguments', 'packageArguments'] as const)
      for (const [at, argument] of (one[list] ?? []).entries())
        if (
          argument.type === 'positional' &&
          argument.value === undefined &&
          argument.valueHint === undefined
        )
          return `packages.${place}.${list}.${at}.valueHint`;
  return undefined;
};
