/** As much of the OpenAPI document as the client is made of. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, DocumentedSchema>>;
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
  };
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly unknown[];
  readonly 'x-scope': string;
  readonly parameters: readonly DocumentedParameter[];
  readonly requestBody?: { readonly required?: boolean };
  responses: Readonly<Record<string, Referred<DocumentedResponse>>>;
}

export interface DocumentedParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
}

export interface DocumentedResponse {
  readonly content?: Readonly<Record<string, { readonly schema: Referred<DocumentedSchema> }>>;
}

export interface DocumentedSchema {
  readonly properties?: Readonly<Record<string, Referred<DocumentedSchema>>>;
  readonly oneOf?: readonly unknown[];
}

export type Referred<T> = T & { readonly $ref?: string };

/** What stands in a place of the document, where it refers to another, too. */
export const inPlace = <T>({ components }: OpenApiDocument, value: Referred<T>): T => {
  if (value.$ref === undefined) return value;
  const [part = '', name = ''] = value.$ref.split('/').slice(-2);
  return (components as unknown as Record<string, Record<string, T>>)[part]?.[name] as T;
};
