// Executes one call of a tool: converts its arguments to the body of an API call, and the reply to text.
import { ENDPOINTS, type SingleOperation } from '../contract/endpoints/endpoints.ts';
import type { CallApi } from '../http/in-process-calls.ts';
import { nearest } from '../words/nearest.ts';
import { answersRecords, memberPaths } from './record-fields.ts';
import { type ToolAnswer, toolAnswer } from './tool-answer.ts';
import type { Json } from './tool-schema.ts';
import { TOOLS, type Tool, ToolFault } from './tools.ts';

const TOOL_NAMES = TOOLS.map(({ name }) => name);
const ALL_FIELDS = '*';

/** Invalid arguments are answered with a message that describes the correction, before any call is made. */
export async function callTool(tool: Tool, given: Json, callApi: CallApi): Promise<ToolAnswer> {
  try {
    const { fields, max_credits: maxCredits, ...rest } = given;
    const { operation, body } = tool.call(rest);
    const { method, path, credits } = ENDPOINTS[operation];
    const chosen = chosenFields(tool, operation, fields);
    checkPrice(maxCredits, credits);
    return toolAnswer(await callApi({ method, path, body }), chosen);
  } catch (error) {
    if (!(error instanceof ToolFault)) throw error;
    const end = error.message.endsWith('?') ? '' : '.';
    return { text: `INVALID_INPUT: ${error.message}${end}\nCost: 0 credits.`, isError: true };
  }
}

/** The tool of this name; null if there is none. */
export function toolNamed(name: string): Tool | null {
  return TOOLS.find((tool) => tool.name === name) ?? null;
}

/** The message for an unknown name, with the nearest known one. */
export function noSuchTool(name: string): string {
  return `there is no tool ${JSON.stringify(name.slice(0, 100))}${didYouMean(name, TOOL_NAMES)}`;
}

/**
 * The requested members, by default those of the tool; null for all members, for example in an answer without records.
 */
function chosenFields(tool: Tool, operation: SingleOperation, requested: unknown): readonly string[] | null {
  if (requested === undefined) return answersRecords(operation) ? tool.fields : null;
  const isList =
    Array.isArray(requested) && requested.length > 0 && requested.every((field) => typeof field === 'string');
  if (!isList) throw new ToolFault('fields: must be a list of member names');
  if (requested.includes(ALL_FIELDS)) return null;
  const known = memberPaths(operation);
  const unknown = requested.findIndex((field) => !known.includes(field));
  if (unknown < 0) return requested;
  const field = String(requested[unknown]).slice(0, 100);
  const holder = answersRecords(operation) ? 'a row' : 'the answer';
  throw new ToolFault(
    `fields[${unknown}]: ${holder} has no member ${JSON.stringify(field)}${didYouMean(field, known)}`,
  );
}

function didYouMean(input: string, candidates: readonly string[]): string {
  const hint = nearest(input, candidates);
  return hint === null ? '' : `; did you mean ${hint}?`;
}

function checkPrice(maxCredits: unknown, credits: number): void {
  if (maxCredits === undefined) return;
  if (!Number.isInteger(maxCredits) || Number(maxCredits) < 0)
    throw new ToolFault('max_credits: must be a whole number from 0');
  if (credits > Number(maxCredits))
    throw new ToolFault(`max_credits: the call costs ${credits}, more than ${maxCredits}`);
}
