// The generated sources of the TypeScript client: types.ts and operations.ts.
import type { Json } from '../../src/http/openapi/schemas.ts';
import { type ContractModel, type OperationModel, referredType } from './contract-model.ts';
import { COMMENT_WIDTH, wrapped } from './wrapped.ts';

const NOTICE = '// Generated from the contract of the service by `npm run generate`.';

/** The types of the contract: one exported type for each name. */
export function typescriptTypes({ types }: ContractModel): string {
  const declarations = [...types].map(([name, schema]) => declaration(name, schema));
  return `${[NOTICE, ...declarations].join('\n\n')}\n`;
}

function declaration(name: string, schema: Json): string {
  const comment = comments(schema['description'], '');
  return isPlainObject(schema)
    ? `${comment}export interface ${name} ${objectType(schema, '')}`
    : `${comment}export type ${name} = ${typeOf(schema, '')};`;
}

function isPlainObject(schema: Json): boolean {
  return schema['type'] === 'object' && schema['properties'] !== undefined;
}

function typeOf(schema: Json, indent: string): string {
  const name = referredType(schema);
  if (name !== null) return name;
  const anyOf = schema['anyOf'] as readonly Json[] | undefined;
  if (anyOf) return anyOf.map((each) => typeOf(each, indent)).join(' | ');
  if (schema['const'] !== undefined) return literal(schema['const']);
  const values = schema['enum'] as readonly unknown[] | undefined;
  if (values) return values.map(literal).join(' | ');
  const type = schema['type'];
  const names = Array.isArray(type) ? (type as string[]) : [type as string | undefined];
  return names.map((each) => simpleType(each, schema, indent)).join(' | ');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);
}

function simpleType(type: string | undefined, schema: Json, indent: string): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return arrayType(typeOf((schema['items'] as Json | undefined) ?? {}, indent));
    case 'object':
      return isPlainObject(schema) ? objectType(schema, indent) : recordType(schema, indent);
    default:
      return 'unknown';
  }
}

function arrayType(item: string): string {
  return / \| /.test(item) && !item.startsWith('{') ? `readonly (${item})[]` : `readonly ${item}[]`;
}

function recordType(schema: Json, indent: string): string {
  const values = schema['additionalProperties'];
  return `Readonly<Record<string, ${typeof values === 'object' ? typeOf(values as Json, indent) : 'unknown'}>>`;
}

function objectType(schema: Json, indent: string): string {
  const required = new Set((schema['required'] as readonly string[] | undefined) ?? []);
  const inner = `${indent}  `;
  const members = Object.entries(schema['properties'] as Record<string, Json>).map(([name, member]) => {
    const optional = required.has(name) ? '' : '?';
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    return `${comments(member['description'], inner)}${inner}readonly ${key}${optional}: ${typeOf(member, inner)}${required.has(name) ? '' : ' | undefined'};`;
  });
  return `{\n${members.join('\n')}\n${indent}}`;
}

/** A documentation comment of one or more paragraphs; empty if there is no text. */
function comments(text: unknown, indent: string): string {
  if (typeof text !== 'string') return '';
  const lines = wrapped(text);
  return lines.length === 1 && lines[0] !== undefined && lines[0].length < COMMENT_WIDTH - indent.length
    ? `${indent}/** ${lines[0]} */\n`
    : `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}

/** The class with one method for each operation. */
export function typescriptOperations(model: ContractModel): string {
  const { operations } = model;
  const used = operations.flatMap(({ bodyType, answerType, rowType }) => [bodyType, answerType, rowType]);
  const imports = [...new Set(used.filter((name) => name !== null))].sort();
  return `${NOTICE}
import type { CallOptions, Result } from '../call.ts';
import type { Paged } from '../paged.ts';
import type {
${imports.map((name) => `  ${name},\n`).join('')}} from './types.ts';

/** How the rows of an answer continue. */
export type Paging = 'cursor' | 'page';

/** The calls of the API: one method for each operation. */
export abstract class Operations {
  /** Makes one call. */
  protected abstract call<Answer>(
    method: 'GET' | 'POST',
    path: string,
    body: unknown,
    options: CallOptions | undefined,
  ): Promise<Result<Answer>>;

  /** Makes the call of the first page; the others follow while rows are read. */
  protected abstract paged<Answer, Row>(
    path: string,
    body: object,
    paging: Paging,
    options: CallOptions | undefined,
  ): Paged<Answer, Row>;

${operations.map(method).join('\n\n')}
}
`;
}

function method({ name, method, path, description, bodyType, answerType, paging, rowType }: OperationModel): string {
  const comment = comments(description.join('\n\n'), '  ');
  const body = bodyType === null ? '' : `body: ${bodyType}, `;
  if (paging !== null) {
    return `${comment}  ${name}(${body}options?: CallOptions): Paged<${answerType}, ${rowType}> {
    return this.paged('${path}', body, '${paging}', options);
  }`;
  }
  return `${comment}  ${name}(${body}options?: CallOptions): Promise<Result<${answerType}>> {
    return this.call('${method}', '${path}', ${bodyType === null ? 'undefined' : 'body'}, options);
  }`;
}
