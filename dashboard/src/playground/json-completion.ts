// Autocompletion of a JSON request body from its schema: object members, allowed values, and empty values of a type.
// Pure.
import { type Json, type OpenApi, type Schema, shapeFor, typeOf } from './body-schema.ts';
import { type JsonPosition, jsonPosition } from './json-position.ts';

export interface Completion {
  readonly label: string;
  /** The type, or a short description. */
  readonly detail: string;
  /** Replaces the text from `from` to `to`. */
  readonly insert: string;
  /** Caret offset in `insert`. */
  readonly caret: number;
}

export interface Completions {
  readonly from: number;
  readonly to: number;
  /** The typed prefix; if it is not empty, the first option is active. */
  readonly typed: string;
  readonly options: readonly Completion[];
}

const OPTIONS_MAX = 500;
const NONE: Completions = { from: 0, to: 0, typed: '', options: [] };

/** An empty value per type, which selects the alternatives of that type. */
const EMPTY: Readonly<Record<string, Json>> = { object: {}, array: [] };

/** The alternatives of a schema that have a type, with references resolved. */
function shapesOf(schema: Schema, type: 'object' | 'array', document: OpenApi): readonly Schema[] {
  const alternatives = schema.properties === undefined ? (schema.anyOf ?? []) : [];
  const own = shapeFor(schema, EMPTY[type], document);
  const inner = alternatives.flatMap((each) => shapesOf(each, type, document));
  return [own, ...inner].filter((shape) => typeOf(shape) === type);
}

/** The schemas of the innermost container. */
function containersAt({ path }: JsonPosition, schema: Schema, document: OpenApi): readonly Schema[] {
  let schemas: readonly Schema[] = [schema];
  for (const [depth, { kind, key }] of path.entries()) {
    const shapes = schemas.flatMap((each) => shapesOf(each, kind, document));
    if (depth === path.length - 1) return shapes;
    schemas = shapes.flatMap((shape) =>
      kind === 'array' ? (shape.items ?? []) : (shape.properties?.[key ?? ''] ?? []),
    );
  }
  return [];
}

function detailOf(shape: Schema): string {
  const text = shape.description ?? typeOf(shape);
  return text.length > 90 ? `${text.slice(0, 88)}…` : text;
}

/** Text of a new value, with the caret inside. */
function emptyText(shape: Schema): { readonly text: string; readonly caret: number } {
  const type = typeOf(shape);
  const text = type === 'object' ? '{}' : type === 'array' ? '[]' : type === 'string' ? '""' : '';
  return { text, caret: text.length / 2 };
}

function memberOptions(position: JsonPosition, shapes: readonly Schema[], document: OpenApi): readonly Completion[] {
  const members = new Map(shapes.flatMap((shape) => Object.entries(shape.properties ?? {})));
  for (const shape of shapes)
    for (const [name, member] of Object.entries(shape.properties ?? {}))
      if (!members.has(name)) members.set(name, member);
  const comma = position.expects === 'next' ? ', ' : '';
  return [...members]
    .filter(([name]) => !position.keys.includes(name))
    .map(([name, member]) => {
      const shape = shapeFor(member, undefined, document);
      const { text, caret } = emptyText(shape);
      const head = `${comma}${JSON.stringify(name)}: `;
      return { label: name, detail: detailOf(shape), insert: `${head}${text}`, caret: head.length + caret };
    });
}

/** The allowed values of a schema: enums, examples and booleans; for objects and lists an empty value. */
function valueOptions(schema: Schema, document: OpenApi): readonly Completion[] {
  const alternatives = schema.properties === undefined ? (schema.anyOf ?? []) : [];
  const shape = shapeFor(schema, undefined, document);
  const type = typeOf(shape);
  const values = [...(shape.enum ?? shape.examples ?? (type === 'boolean' ? [true, false] : []))];
  const option = (label: string, insert: string, caret = insert.length): Completion => ({
    ...{ label, insert, caret },
    detail: '',
  });
  const own =
    type === 'object' && shape.properties
      ? [{ ...option('{ }', '{}', 1), detail: detailOf(shape) }]
      : type === 'array'
        ? [{ ...option('[ ]', '[]', 1), detail: detailOf(shape) }]
        : values.map((value) => option(String(value), JSON.stringify(value)));
  return [...own, ...alternatives.flatMap((each) => valueOptions(each, document))];
}

/** Options that begin with the typed text, then options that contain it. */
function matching(options: readonly Completion[], typed: string): readonly Completion[] {
  const wanted = typed.toLowerCase();
  const at = ({ label }: Completion) => label.toLowerCase().indexOf(wanted);
  const found = options.filter((option) => at(option) >= 0);
  return [...found.filter((option) => at(option) === 0), ...found.filter((option) => at(option) > 0)];
}

/** The completions at the caret; empty if the schema suggests none. */
export function completionsAt(
  text: string,
  caret: number,
  { schema, document }: { schema: Schema; document: OpenApi },
) {
  const position = jsonPosition(text, caret);
  const { expects, from, to, typed } = position;
  const top = position.path.at(-1);
  if (top === undefined || expects === 'nothing') return NONE;
  const shapes = containersAt(position, schema, document);
  const isMember = top.kind === 'object' && expects !== 'value';
  const schemas = shapes.flatMap((shape) =>
    top.kind === 'array' ? (shape.items ?? []) : (shape.properties?.[top.key ?? ''] ?? []),
  );
  const values = () => schemas.flatMap((each) => valueOptions(each, document));
  const all = isMember ? memberOptions(position, shapes, document) : expects === 'next' ? [] : values();
  const unique = [...new Map(all.map((option) => [option.label, option])).values()];
  const follows = /^\s*["[{\w-]/.test(text.slice(to));
  const options = matching(unique, typed)
    .slice(0, OPTIONS_MAX)
    .map((option) => (follows ? { ...option, insert: `${option.insert},` } : option));
  return { from, to, typed, options } satisfies Completions;
}
