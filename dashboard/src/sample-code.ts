// Generates programs that make a call with the TypeScript or the Python client. Pure.

/** A call of the API. */
export interface SampleCall {
  readonly path: string;
  readonly body: unknown;
}

interface Sample extends Pick<SampleCall, 'body'> {
  /** Operation in the endpoint table. */
  readonly operation: string;
  /** Address of the server. */
  readonly origin: string;
  /** Reads the rows of all pages of a search instead of one page. */
  readonly isPaged: boolean;
}

/** The method name of an operation: `peopleSearch`, `people_search`. */
const camelCase = (operation: string) => operation.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const snakeCase = (operation: string) => operation.replaceAll('-', '_');

/** A TypeScript program that makes the call, or reads the rows of all pages of a search. */
export function typescriptSample({ operation, body, origin, isPaged }: Sample): string {
  const given = body === null ? '' : JSON.stringify(body, null, 2);
  const method = `cardfile.${camelCase(operation)}(${given})`;
  return `import { Cardfile } from '@cardfile/sdk';

// The key is read from the environment variable CARDFILE_KEY.
const cardfile = new Cardfile({ baseUrl: ${JSON.stringify(origin)} });
${
  isPaged
    ? `for await (const row of ${method}) console.log(row);\n`
    : `const { data, credits } = await ${method};\nconsole.log(data, credits);\n`
}`;
}

/** A JSON value as a Python literal. */
function pythonLiteral(value: unknown, indent = ''): string {
  const inner = `${indent}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((each) => pythonLiteral(each, inner)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${inner}${JSON.stringify(name)}: ${pythonLiteral(each, inner)},`,
  );
  return members.length === 0 ? '{}' : `{\n${members.join('\n')}\n${indent}}`;
}

/** The same program in Python. */
export function pythonSample({ operation, body, origin, isPaged }: Sample): string {
  const given = body === null ? '' : pythonLiteral(body, '    ');
  const method = `cardfile.${snakeCase(operation)}(${given})`;
  return `from cardfile import Cardfile

# The key is read from the environment variable CARDFILE_KEY.
with Cardfile(base_url=${JSON.stringify(origin)}) as cardfile:
${isPaged ? `    for row in ${method}:\n        print(row)\n` : `    answer = ${method}\n    print(answer.data, answer.credits)\n`}`;
}
