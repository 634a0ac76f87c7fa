/** An input of a package or a remote: an argument, an environment variable or a header. One that is secret has no value. */
export interface ServerJsonInput {
  readonly description?: string | undefined;
  readonly format?: 'string' | 'number' | 'boolean' | 'filepath' | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isSecret?: boolean | undefined;
  readonly value?: string | undefined;
  readonly default?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly variables?: { readonly [name: string]: Omit<ServerJsonInput, 'variables'> } | undefined;
}

type ServerJsonNamedInput = ServerJsonInput & { readonly name: string };

export type ServerJsonArgument = ServerJsonInput & { readonly isRepeated?: boolean | undefined } & (
    | { readonly type: 'positional'; readonly valueHint?: string | undefined }
    | { readonly type: 'named'; readonly name: string }
  );

export interface ServerJsonRemote {
  readonly type: 'streamable-http' | 'sse';
  readonly url: string;
  readonly headers?: readonly ServerJsonNamedInput[] | undefined;
}

export interface ServerJsonPackage {
  readonly registryType: 'npm' | 'pypi' | 'oci' | 'nuget' | 'mcpb';
  readonly registryBaseUrl?: string | undefined;
  readonly identifier: string;
  readonly version?: string | undefined;
  readonly fileSha256?: string | undefined;
  readonly runtimeHint?: string | undefined;
  readonly transport: { readonly type: 'stdio' } | ServerJsonRemote;
  readonly runtimeArguments?: readonly ServerJsonArgument[] | undefined;
  readonly packageArguments?: readonly ServerJsonArgument[] | undefined;
  readonly environmentVariables?: readonly ServerJsonNamedInput[] | undefined;
}

/** A `server.json` of the MCP registry, in its own spelling (docs/spec/mcp-servers.md#serverjson). */
export interface ServerJson {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly version: string;
  readonly websiteUrl?: string | undefined;
  readonly repository?:
    | {
        readonly url: string;
        readonly source: string;
        readonly id?: string | undefined;
        readonly subfolder?: string | undefined;
      }
    | undefined;
  readonly packages?: readonly ServerJsonPackage[] | undefined;
  readonly remotes?: readonly ServerJsonRemote[] | undefined;
}
