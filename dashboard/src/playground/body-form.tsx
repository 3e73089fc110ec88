// A form for a request body, generated from its schema. Values that the form does not support stay in the JSON.
import { useState } from 'preact/hooks';
import { Button, IconButton } from '../components/button.tsx';
import { ChipsField } from '../components/chips-field.tsx';
import { CheckField, Select, TextField } from '../components/field.tsx';
import { PLAYGROUND_TEXTS } from '../texts/playground-texts.ts';
import { isShowable, type Json, type OpenApi, type Schema, shapeFor, typeOf, withMember } from './body-schema.ts';

interface BodyFormProps {
  readonly document: OpenApi;
  readonly schema: Schema;
  readonly value: Json;
  readonly onValue: (value: Json) => void;
  /** Error messages of the last response, by path in the body. */
  readonly errorOf: (path: string) => string | null;
}

export function BodyForm({ schema, value, ...rest }: BodyFormProps) {
  return <Members {...rest} shape={shapeFor(schema, value, rest.document)} value={value} path="" />;
}

interface PartProps extends Omit<BodyFormProps, 'schema'> {
  readonly path: string;
}

type JsonObject = { readonly [member: string]: Json };

/** An object with more members shows only those that are required or set, and hides the rest until requested. */
const MEMBERS_SHOWN_MAX = 4;

/** The members of an object, one per row. */
function Members({ shape, value, onValue, path, ...rest }: PartProps & { readonly shape: Schema }) {
  const object = (value ?? {}) as JsonObject;
  const names = Object.keys(shape.properties ?? {});
  const isNeeded = (name: string) => (shape.required?.includes(name) ?? false) || object[name] !== undefined;
  // Computed on the first render only, so that a field does not move while it is edited.
  const [first] = useState(() => (names.length <= MEMBERS_SHOWN_MAX ? names : names.filter(isNeeded)));
  const others = names.filter((name) => !first.includes(name));
  const memberOf = (name: string) => (
    <Member
      key={name}
      {...rest}
      name={name}
      schema={shape.properties?.[name] ?? {}}
      isRequired={shape.required?.includes(name) ?? false}
      path={path === '' ? name : `${path}.${name}`}
      value={object[name]}
      onValue={(next) => onValue(withMember(object, name, next))}
    />
  );
  return (
    <div class="stack">
      {first.map(memberOf)}
      {others.length > 0 && (
        <details class="body-more" open={first.length === 0}>
          <summary>
            {first.length === 0 ? PLAYGROUND_TEXTS.fields : PLAYGROUND_TEXTS.moreFields}{' '}
            <span class="muted number">{others.length}</span>
          </summary>
          <div class="stack">{others.map(memberOf)}</div>
        </details>
      )}
    </div>
  );
}

interface MemberProps extends Omit<PartProps, 'value' | 'onValue'> {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly value: Json | undefined;
  readonly onValue: (value: Json | undefined) => void;
}

function Member(props: MemberProps) {
  const { name, schema, value, onValue, document, path, errorOf, isRequired } = props;
  const shape = shapeFor(schema, value, document);
  const label = isRequired ? PLAYGROUND_TEXTS.required(name) : name;
  if (!isShowable(shape, value))
    return (
      <p class="muted">
        <span class="mono">{name}</span> {PLAYGROUND_TEXTS.noControl}
      </p>
    );
  const type = typeOf(shape);
  if (type === 'object') return <Part {...{ shape, document, path, errorOf, label, value, onValue }} />;
  if (type === 'array') return <ListMember {...props} shape={shape} label={label} />;
  const common = { label, error: errorOf(path), hint: shape.description };
  if (type === 'boolean')
    return (
      <CheckField
        label={<span class="mono">{label}</span>}
        isChecked={value === true}
        onCheck={(isChecked) => onValue(isChecked ? true : undefined)}
        {...(shape.description ? { hint: shape.description } : {})}
      />
    );
  if (shape.enum)
    return (
      <Select
        {...common}
        value={String(value ?? '')}
        options={[
          { value: '', label: PLAYGROUND_TEXTS.notSent },
          ...shape.enum.map((each) => ({ value: String(each), label: String(each) })),
        ]}
        onSelect={(chosen) => onValue(chosen === '' ? undefined : chosen)}
      />
    );
  const isNumber = type === 'integer' || type === 'number';
  return (
    <TextField
      {...common}
      type={isNumber ? 'number' : 'text'}
      value={value === undefined || value === null ? '' : String(value)}
      placeholder={shape.default === undefined ? '' : String(shape.default)}
      onText={(text) => onValue(text === '' ? undefined : isNumber ? Number(text) : text)}
    />
  );
}

interface PartMemberProps extends Omit<MemberProps, 'name' | 'schema' | 'isRequired'> {
  readonly shape: Schema;
  readonly label: string;
}

/** A nested object. It is collapsed while it is empty, unless the reader opened it. */
function Part({ shape, label, value, onValue, ...rest }: PartMemberProps) {
  const [isOpened, setOpened] = useState(value !== undefined);
  return (
    <details
      class="body-part"
      open={isOpened || value !== undefined}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <span class="mono">{label}</span> <span class="muted">{shape.description}</span>
      </summary>
      <Members {...rest} shape={shape} value={value ?? {}} onValue={onValue} />
    </details>
  );
}

function ListMember(props: MemberProps & { readonly shape: Schema; readonly label: string }) {
  const { shape, label, value, onValue, document, path, errorOf } = props;
  const items = shapeFor(shape.items ?? {}, undefined, document);
  const list = (value ?? []) as readonly Json[];
  if (typeOf(items) === 'object') return <PartList {...props} items={items} list={list} />;
  const known = (items.enum ?? items.examples ?? []).map(String);
  const wanted = (typed: string) => known.filter((each) => each.toLowerCase().includes(typed.trim().toLowerCase()));
  const firstError = list.map((_, at) => errorOf(`${path}[${at}]`)).find((error) => error !== null);
  return (
    <ChipsField
      label={label}
      hint={shape.description}
      error={errorOf(path) ?? firstError ?? null}
      values={list.map(String)}
      onValues={onValue}
      suggest={(typed) => wanted(typed).map((each) => ({ value: each }))}
      isFree={items.enum === undefined}
    />
  );
}

/** A list of objects, each as a nested form. */
function PartList(
  props: MemberProps & { readonly label: string; readonly items: Schema; readonly list: readonly Json[] },
) {
  const { label, items, list, onValue, document, path, errorOf } = props;
  return (
    <fieldset class="body-list">
      <legend class="mono">{label}</legend>
      {list.map((entry, at) => (
        <div key={at} class="body-entry">
          <div class="body-entry-head">
            <span class="muted">
              {path}[{at}]
            </span>
            <IconButton
              icon="trash"
              label={PLAYGROUND_TEXTS.removeEntry(`${path}[${at}]`)}
              onClick={() => onValue(list.toSpliced(at, 1))}
            />
          </div>
          <Members
            {...{ document, errorOf }}
            shape={items}
            path={`${path}[${at}]`}
            value={entry}
            onValue={(next) => onValue(list.toSpliced(at, 1, next))}
          />
        </div>
      ))}
      <Button icon="plus" onClick={() => onValue([...list, {}])}>
        {PLAYGROUND_TEXTS.addTo(props.name)}
      </Button>
    </fieldset>
  );
}
