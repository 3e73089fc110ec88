// The generated sources of the Python client: types.py with a TypedDict for each object, and operations.py with the
// methods, synchronous and asynchronous.
import type { Json } from '../../src/http/openapi/schemas.ts';
import { type ContractModel, type OperationModel, referredType } from './contract-model.ts';
import { wrapped } from './wrapped.ts';

const NOTICE = '# Generated from the contract of the service by `npm run generate`.';

/** Keywords, which cannot be names of class members. */
const KEYWORDS = new Set(['from', 'import', 'class', 'in', 'is', 'not', 'and', 'or', 'pass', 'global', 'lambda']);

const INDENT = '    ';

/** The types of the contract. The name of a nested object is composed of the names of the objects around it. */
export function pythonTypes({ types }: ContractModel): string {
  const written: string[] = [];
  for (const [name, schema] of types) {
    if (isPlainObject(schema)) writeClass(name, schema, written);
    else written.push(`${name} = ${typeOf(schema, { path: name, written, isAlias: true })}\n`);
  }
  const imports =
    'from __future__ import annotations\n\nfrom typing import Any, Literal, NotRequired, TypedDict, Union';
  return `${NOTICE}\n${imports}\n\n\n${written.join('\n\n')}`;
}

function isPlainObject(schema: Json): boolean {
  return schema['type'] === 'object' && schema['properties'] !== undefined;
}

interface Place {
  /** Name of the class that is written for an object at this place. */
  readonly path: string;
  readonly written: string[];
  /** A type alias is evaluated when the module is loaded, so names that are defined later are quoted. */
  readonly isAlias?: boolean;
}

function typeOf(schema: Json, place: Place): string {
  const name = referredType(schema);
  if (name !== null) return place.isAlias ? `"${name}"` : name;
  const anyOf = schema['anyOf'] as readonly Json[] | undefined;
  if (anyOf) return union(anyOf.map((each) => typeOf(each, place)));
  if (schema['const'] !== undefined) return `Literal[${literal(schema['const'])}]`;
  const values = schema['enum'] as readonly unknown[] | undefined;
  if (values) return `Literal[${values.map(literal).join(', ')}]`;
  const type = schema['type'];
  const names = Array.isArray(type) ? (type as string[]) : [type as string | undefined];
  return union(names.map((each) => simpleType(each, schema, place)));
}

function union(types: readonly string[]): string {
  return types.length === 1 ? (types[0] ?? 'Any') : `Union[${types.join(', ')}]`;
}

function literal(value: unknown): string {
  if (value === null) return 'None';
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}

function simpleType(type: string | undefined, schema: Json, place: Place): string {
  switch (type) {
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      return `list[${typeOf((schema['items'] as Json | undefined) ?? {}, place)}]`;
    case 'object':
      return objectType(schema, place);
    default:
      return 'Any';
  }
}

function objectType(schema: Json, { path, written }: Place): string {
  if (isPlainObject(schema)) {
    writeClass(path, schema, written);
    return path;
  }
  const values = schema['additionalProperties'];
  return `dict[str, ${typeof values === 'object' ? typeOf(values as Json, { path, written }) : 'Any'}]`;
}

function writeClass(name: string, schema: Json, written: string[]): void {
  const required = new Set((schema['required'] as readonly string[] | undefined) ?? []);
  const properties = Object.entries(schema['properties'] as Record<string, Json>);
  const members = properties.map(([member, inner]) => {
    const type = typeOf(inner, { path: `${name}${pascalCase(member)}`, written });
    return { member, type: required.has(member) ? type : `NotRequired[${type}]`, comment: inner['description'] };
  });
  const isClass = properties.every(([member]) => /^[a-z_]\w*$/i.test(member) && !KEYWORDS.has(member));
  if (isClass) {
    const text = typeof schema['description'] === 'string' ? [`${INDENT}"""${schema['description']}"""\n`] : [];
    const lines = members.map(
      ({ member, type, comment }) =>
        `${typeof comment === 'string' ? comments(comment, INDENT) : ''}${INDENT}${member}: ${type}`,
    );
    written.push(`class ${name}(TypedDict):\n${[...text, ...lines].join('\n')}\n`);
  } else {
    // A class cannot declare a member whose name is not an identifier.
    const lines = members.map(({ member, type }) => `${INDENT}${INDENT}"${member}": "${type.replaceAll('"', "'")}",\n`);
    written.push(`${name} = TypedDict(\n${INDENT}"${name}",\n${INDENT}{\n${lines.join('')}${INDENT}},\n)\n`);
  }
}

function comments(text: string, indent: string): string {
  return wrapped(text)
    .map((line) => `${indent}# ${line}\n`)
    .join('');
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|[_.])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The classes with one method for each operation. */
export function pythonOperations({ operations }: ContractModel): string {
  const used = operations.flatMap(({ bodyType, answerType, rowType }) => [bodyType, answerType, rowType]);
  const imports = [...new Set(used.filter((name) => name !== null))].sort();
  return `${NOTICE}
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable
from typing import Any, Literal, Unpack

from .._call import CallOptions, Result
from .._paging import AsyncPaged, Paged, Paging
from .types import (
${imports.map((name) => `${INDENT}${name},\n`).join('')})

Method = Literal["GET", "POST"]


class Operations(ABC):
    """The calls of the API: one method for each operation."""

    @abstractmethod
    def _call(self, method: Method, path: str, body: Any, options: CallOptions) -> Result[Any]: ...

    @abstractmethod
    def _paged(self, path: str, body: Any, paging: Paging, options: CallOptions) -> Paged[Any, Any]: ...

${operations.map((operation) => pythonMethod(operation, false)).join('\n')}

class AsyncOperations(ABC):
    """The calls of the API: one method for each operation, to be awaited."""

    @abstractmethod
    async def _call(self, method: Method, path: str, body: Any, options: CallOptions) -> Result[Any]: ...

    @abstractmethod
    def _paged(self, path: str, body: Any, paging: Paging, options: CallOptions) -> AsyncPaged[Any, Any]: ...

${operations.map((operation) => pythonMethod(operation, true)).join('\n')}`;
}

function pythonMethod(operation: OperationModel, isAsync: boolean): string {
  const { name, method, path, description, bodyType, answerType, paging, rowType } = operation;
  const [first = '', ...rest] = description.flatMap((paragraph) => ['', ...wrapped(paragraph)]).slice(1);
  const lines = [`"""${first}`, ...rest, '"""'].map((line) => (line === '' ? '' : `${INDENT}${INDENT}${line}`));
  const body = bodyType === null ? '' : `, body: ${bodyType}`;
  const types = paging === null ? answerType : `${answerType}, ${rowType}`;
  const kind = paging === null ? 'Result' : isAsync ? 'AsyncPaged' : 'Paged';
  const answered = isAsync && paging === null ? `Awaitable[${kind}[${types}]]` : `${kind}[${types}]`;
  const call =
    paging === null
      ? `self._call("${method}", "${path}", ${bodyType === null ? 'None' : 'body'}, options)`
      : `self._paged("${path}", body, "${paging}", options)`;
  return `    def ${snakeCase(name)}(self${body}, **options: Unpack[CallOptions]) -> ${answered}:
${lines.join('\n')}
        return ${call}
`;
}
