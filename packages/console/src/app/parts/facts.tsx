import type { ComponentChildren } from 'preact';

/** Something that is known of a record. */
export type Fact = readonly [name: string, value: ComponentChildren];

/** What is known of a record, name by name. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
