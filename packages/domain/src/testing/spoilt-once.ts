type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const title = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Values of every other shape than a given one. */
const othersThan = (value: unknown): readonly unknown[] =>
  [null, 7, true, 'x', ['x'], [[]], {}, { length: 1 }, Number.NaN].filter(
    (other) => shapeOf(other) !== shapeOf(value),
  );
const shapeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

export interface Spoilt {
  /** What was done, and to which member. */
  readonly place: string;
  readonly how: string;
  readonly value: unknown;
}

/** Every value in which one member, however deep, has another shape, another name or a neighbour that nobody knows. */
export const spoiltOnce = (value: unknown, place: string): Spoilt[] => [
  ...othersThan(value).map((other) => ({ place, how: `is ${JSON.stringify(other)}`, value: other })),
  ...(isMembers(value) ? spoiltMembers(value, place) : []),
  ...(Array.isArray(value)
    ? value.flatMap((entry, at) =>
        spoiltOnce(entry, `${place}[${at}]`).map((spoilt) => ({
          ...spoilt,
          value: value.with(at, spoilt.value),
        })),
      )
    : []),
];

const spoiltMembers = (value: Members, place: string): Spoilt[] =>
  Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _, ...others } = value;
    const renamed = [snake(name), camel(name), title(name), `${name}s`, ` ${name}`].filter(
      (other) => other !== name,
    );
    return [
      ...renamed.map((other) => ({
        place,
        how: `has ${other} for ${name}`,
        value: { ...others, [other]: member },
      })),
      { place, how: `has also ${name}_`, value: { ...value, [`${name}_`]: member } },
      ...spoiltOnce(member, `${place}.${name}`).map((spoilt) => ({
        ...spoilt,
        value: { ...value, [name]: spoilt.value },
      })),
    ];
  });
