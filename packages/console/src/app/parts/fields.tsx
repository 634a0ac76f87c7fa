import { useId } from 'preact/hooks';
import { texts } from '../texts.js';

/** An input of a form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'long' | 'choice' | 'check' | 'moment' | 'code';
  readonly values?: readonly string[];
  readonly initial?: string;
  readonly isRequired?: boolean;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly hint?: string;
}

/** The input, by field name; a ticked checkbox is `yes`. */
export type Values = Readonly<Record<string, string>>;

export const initialValues = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map(({ name, initial = '' }) => [name, initial]));

/** The fields of a form, each with its label; the API's finding is shown at the field it names. */
export const FieldInputs = ({
  fields,
  values,
  wrong,
  onChange,
}: {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly wrong: string | undefined;
  readonly onChange: (name: string, value: string) => void;
}) => (
  <>
    {fields.map((field) => (
      <FieldInput
        key={field.name}
        field={field}
        value={values[field.name] ?? ''}
        isWrong={wrong === field.name}
        onChange={(value) => onChange(field.name, value)}
      />
    ))}
  </>
);

interface Input {
  readonly field: Field;
  readonly value: string;
  readonly isWrong: boolean;
  readonly onChange: (value: string) => void;
}

const FieldInput = (input: Input) => {
  const id = useId();
  const { kind, label, hint } = input.field;
  const Control = CONTROLS[kind];
  return (
    <div class={`field ${kind}`}>
      <label for={id}>{label}</label>
      <Control {...input} id={id} />
      {hint !== undefined && (
        <small id={`${id}-hint`} class="quiet">
          {hint}
        </small>
      )}
    </div>
  );
};

type Controlled = Input & { readonly id: string };

const commonOf = ({ field: { name, hint, isRequired = false }, id, isWrong, onChange }: Controlled) => ({
  id,
  name,
  required: isRequired,
  'aria-invalid': isWrong,
  ...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }),
  onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
    onChange(event.currentTarget.value),
});

const Line = (controlled: Controlled) => {
  const { field, id, value } = controlled;
  const { values, pattern, maxLength = 128 } = field;
  return (
    <>
      <input
        {...commonOf(controlled)}
        type={field.kind === 'moment' ? 'datetime-local' : 'text'}
        autocomplete="off"
        maxLength={maxLength}
        {...(pattern === undefined ? {} : { pattern })}
        {...(values === undefined ? {} : { list: `${id}-list` })}
        value={value}
      />
      {values !== undefined && (
        <datalist id={`${id}-list`}>
          {values.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
};

const Choice = (controlled: Controlled) => {
  const { isRequired, initial, values = [] } = controlled.field;
  return (
    <select {...commonOf(controlled)} value={controlled.value}>
      {!(isRequired && initial) && <option value="">{texts.none}</option>}
      {values.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
};

const Area = (controlled: Controlled) => {
  const { kind, maxLength = 1024 } = controlled.field;
  return (
    <textarea
      {...commonOf(controlled)}
      rows={kind === 'code' ? 18 : 3}
      maxLength={maxLength}
      spellcheck={kind === 'long'}
      value={controlled.value}
    />
  );
};

const Tick = (controlled: Controlled) => (
  <input
    {...commonOf(controlled)}
    type="checkbox"
    checked={controlled.value === 'yes'}
    onInput={({ currentTarget }) => controlled.onChange(currentTarget.checked ? 'yes' : '')}
  />
);

const CONTROLS = { text: Line, moment: Line, choice: Choice, long: Area, code: Area, check: Tick };
