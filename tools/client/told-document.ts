/** As much of the OpenAPI document as the client is made of. */
export interface ToldDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ToldOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, ToldSchema>>;
    readonly responses: Readonly<Record<string, ToldResponse>>;
  };
}

export interface ToldOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly unknown[];
  readonly 'x-scope': string;
  readonly parameters: readonly ToldParameter[];
  readonly requestBody?: { readonly required?: boolean };
  responses: Readonly<Record<string, Referred<ToldResponse>>>;
}

export interface ToldParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
}

export interface ToldResponse {
  readonly content?: Readonly<Record<string, { readonly schema: Referred<ToldSchema> }>>;
}

export interface ToldSchema {
  readonly properties?: Readonly<Record<string, Referred<ToldSchema>>>;
  readonly oneOf?: readonly unknown[];
}

export type Referred<T> = T & { readonly $ref?: string };

/** What stands in a place of the document, where it refers to another, too. */
export const inPlace = <T>({ components }: ToldDocument, value: Referred<T>): T => {
  if (value.$ref === undefined) return value;
  const [part = '', name = ''] = value.$ref.split('/').slice(-2);
  return (components as unknown as Record<string, Record<string, T>>)[part]?.[name] as T;
};
