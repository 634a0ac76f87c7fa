import type { ComponentChildren } from 'preact';

/** A fact about a record. */
export type Fact = readonly [name: string, value: ComponentChildren];

/** A record's facts, name by name. */
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
