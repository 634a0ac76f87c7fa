import {
  Button,
  Checkbox,
  FormGroup,
  FormHelperText,
  FormSelect,
  FormSelectOption,
  HelperText,
  HelperTextItem,
  TextArea,
  TextInput,
} from '@patternfly/react-core';
import { useId } from 'react';
import { texts } from '../texts.js';
import { Picker } from './picker.js';
import type { Pick } from './picks.js';

/** An input of a form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'long' | 'choice' | 'check' | 'moment' | 'code';
  readonly values?: readonly string[];
  /** Records whose id it wants, to be chosen by name. */
  readonly pick?: Pick;
  /** It takes several, with commas between them. */
  readonly isMany?: boolean;
  readonly initial?: string;
  readonly isRequired?: boolean;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly hint?: string;
  /** Its text may be chosen as a file of this kind, such as `.json`. */
  readonly accepts?: string;
}

/** The input, by field name; a ticked checkbox is `yes`. */
export type Values = Readonly<Record<string, string>>;

/** What is wrong with a field, as the API found. */
export interface WrongField {
  readonly name: string;
  readonly says: string;
}

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
  readonly wrong: WrongField | undefined;
  readonly onChange: (name: string, value: string) => void;
}) => (
  <>
    {fields.map((field) => (
      <FieldInput
        key={field.name}
        field={field}
        value={values[field.name] ?? ''}
        values={values}
        wrong={wrong?.name === field.name ? wrong.says : undefined}
        onChange={(value) => onChange(field.name, value)}
      />
    ))}
  </>
);

interface Input {
  readonly field: Field;
  readonly value: string;
  /** The whole form. */
  readonly values: Values;
  readonly wrong: string | undefined;
  readonly onChange: (value: string) => void;
}

type Controlled = Input & { readonly id: string };

const FieldInput = (input: Input) => {
  const id = useId();
  const { kind, label, hint } = input.field;
  const Control = input.field.pick === undefined ? CONTROLS[kind] : Picked;
  return (
    <FormGroup fieldId={id} {...(kind === 'check' ? {} : { label })}>
      <Control {...input} id={id} />
      {(hint !== undefined || input.wrong !== undefined) && (
        <FormHelperText>
          <HelperText id={`${id}-hint`}>
            {input.wrong !== undefined && <HelperTextItem variant="error">{input.wrong}</HelperTextItem>}
            {hint !== undefined && <HelperTextItem>{hint}</HelperTextItem>}
          </HelperText>
        </FormHelperText>
      )}
    </FormGroup>
  );
};

const commonOf = ({ field: { name, hint, isRequired = false }, id, value, wrong, onChange }: Controlled) => ({
  id,
  name,
  value,
  isRequired,
  required: isRequired,
  ...(wrong === undefined ? {} : { validated: 'error' as const }),
  ...(hint === undefined && wrong === undefined ? {} : { 'aria-describedby': `${id}-hint` }),
  onChange: (_: unknown, next: string) => onChange(next),
});

const Line = (controlled: Controlled) => {
  const { field, onChange } = controlled;
  const { values = [], pattern, maxLength = 128 } = field;
  return (
    <>
      <TextInput
        {...commonOf(controlled)}
        type={field.kind === 'moment' ? 'datetime-local' : 'text'}
        autoComplete="off"
        maxLength={maxLength}
        {...(pattern === undefined ? {} : { pattern })}
      />
      {values.length > 0 && (
        <span className="presets">
          {values.map((one) => (
            <Button key={one} size="sm" variant="tertiary" onClick={() => onChange(one)}>
              {one.replaceAll('_', ' ')}
            </Button>
          ))}
        </span>
      )}
    </>
  );
};

const Picked = (controlled: Controlled) => {
  const { field, id, value, values, onChange } = controlled;
  const { label, pick = 'user', isMany = false, maxLength = 128 } = field;
  const { name, required, 'aria-describedby': describedBy } = commonOf(controlled);
  return (
    <Picker
      {...{ id, label, pick, isMany, value, values, onChange }}
      inputProps={{ name, required, maxLength, 'aria-describedby': describedBy }}
    />
  );
};

const Choice = (controlled: Controlled) => {
  const { isRequired, initial, values = [] } = controlled.field;
  const { isRequired: _, ...common } = commonOf(controlled);
  return (
    <FormSelect {...common}>
      {!(isRequired && initial) && <FormSelectOption value="" label={texts.none} />}
      {values.map((one) => (
        <FormSelectOption key={one} value={one} label={one} />
      ))}
    </FormSelect>
  );
};

const Area = (controlled: Controlled) => {
  const { field, onChange } = controlled;
  const { kind, label, accepts, maxLength = 1024 } = field;
  return (
    <>
      {accepts !== undefined && (
        <input
          type="file"
          accept={accepts}
          aria-label={texts.fileFor(label)}
          onChange={({ target }) => void target.files?.[0]?.text().then(onChange)}
        />
      )}
      <TextArea
        {...commonOf(controlled)}
        className={kind}
        rows={kind === 'code' ? 8 : 3}
        resizeOrientation="vertical"
        maxLength={maxLength}
        spellCheck={kind === 'long'}
      />
    </>
  );
};

const Tick = ({ field: { name, label }, id, value, onChange }: Controlled) => (
  <Checkbox
    id={id}
    name={name}
    label={label}
    isChecked={value === 'yes'}
    onChange={(_, isChecked) => onChange(isChecked ? 'yes' : '')}
  />
);

const CONTROLS = { text: Line, moment: Line, choice: Choice, long: Area, code: Area, check: Tick };
