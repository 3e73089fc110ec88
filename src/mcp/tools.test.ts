import { expect, it } from 'vitest';
import { answersRecords, memberPaths, withFields } from './record-fields.ts';
import { TOOLS, type Tool } from './tools.ts';

/** The operations of a tool: one, or one for each value of the argument that chooses. */
function operationsOf({ call, inputSchema: { properties } }: Tool) {
  const [choice] = Object.entries(properties).filter(([name]) => ['operation', 'kind', 'by', 'of'].includes(name));
  if (choice === undefined) return [call({}).operation];
  const [name, schema] = choice;
  return (schema['enum'] as readonly string[]).map((value) => call({ [name]: value }).operation);
}

const withRows = TOOLS.filter((tool) => operationsOf(tool).some(answersRecords));

it.each(withRows.map((tool) => [tool.name, tool] as const))('%s answers members that its rows have', (_, tool) => {
  const known = new Set(operationsOf(tool).filter(answersRecords).flatMap(memberPaths));
  expect((tool.fields ?? []).filter((field) => !known.has(field))).toEqual([]);
});

it.each(withRows.filter(({ fields }) => fields !== null).map((tool) => [tool.name, tool] as const))(
  '%s answers by default the name, the profile URL and the title or domain of each kind of row',
  (_, tool) => {
    for (const operation of operationsOf(tool).filter(answersRecords)) {
      const own = memberPaths(operation).filter((path) => tool.fields?.includes(path));
      expect(own.filter((path) => /(^|\.)(name|full_name|title)$/.test(path))).not.toEqual([]);
      expect(own.filter((path) => /(^|\.)network_url$/.test(path))).not.toEqual([]);
      expect(own.filter((path) => /(^|\.)(job_title|domain|title)$/.test(path))).not.toEqual([]);
    }
  },
);

it('chooses members of an answer without records', () => {
  expect(withFields({ found: true, email: 'jane@acme.example', status: null }, ['email'])).toEqual({
    email: 'jane@acme.example',
  });
  expect(memberPaths('email')).toEqual(expect.arrayContaining(['found', 'email', 'status']));
});
