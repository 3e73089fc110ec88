// The node makes look-ups in bulk calls of up to 100 items, and searches page by page. n8n loads it by its class name.

const { NodeOperationError } = require('n8n-workflow');
const { Calls } = require('./calls.js');
const { description, inputsOf, isOwnField, operations } = require('./description.js');
const { bulk } = require('./manifest.json').calls;

const PAGE_ROWS_MAX = 100;

exports.Cardfile = class Cardfile {
  description = description;

  async execute() {
    const operation = operations.get(this.getNodeParameter('operation', 0));
    const calls = new Calls(this, await this.getCredentials('cardfileApi'));
    const { inputs, faults } = readInputs(this, operation);
    const callAll = operation.bulk_path === null ? oneByOne : inBulk;
    const output = [...faults, ...(await callAll(this, calls, operation, inputs))];
    return [output.sort((a, b) => a.pairedItem.item - b.pairedItem.item)];
  }
};

/** The body of the call for each input item; the error of an invalid item, if the workflow continues after errors. */
function readInputs(context, operation) {
  const inputs = [];
  const faults = [];
  for (const index of context.getInputData().keys()) {
    try {
      inputs.push({ index, body: bodyOf(context, operation, index) });
    } catch (error) {
      if (!context.continueOnFail()) throw error;
      faults.push({ json: { error: error.message }, pairedItem: { item: index } });
    }
  }
  return { inputs, faults };
}

/** The body of the call for an input item: the fields that are filled in. */
function bodyOf(context, operation, index) {
  const more = context.getNodeParameter('additionalFields', index, {});
  const body = {};
  for (const input of inputsOf(operation)) {
    const value = isOwnField(input) ? context.getNodeParameter(input.name, index, undefined) : more[input.name];
    const sent = sentValue(context, input, value, index);
    if (sent !== undefined) body[input.name] = sent;
  }
  return body;
}

/** The value of a field; undefined if it is empty. */
function sentValue(context, { title, type, required }, value, index) {
  const isEmpty = value === undefined || value === null || value === '';
  if (isEmpty || (type !== 'object' && type !== 'array')) return isEmpty ? undefined : value;
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  if (typeof parsed !== 'object' || parsed === null) {
    const message = `The field "${title}" is not a JSON ${type}`;
    throw new NodeOperationError(context.getNode(), message, { itemIndex: index });
  }
  return Object.keys(parsed).length === 0 && !required ? undefined : parsed;
}

/** The value of a JSON text; undefined if the text is not JSON. */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Looks up all items, up to 100 in a call. */
async function inBulk(context, calls, operation, inputs) {
  const output = [];
  for (let start = 0; start < inputs.length; start += bulk.items_max) {
    const group = inputs.slice(start, start + bulk.items_max);
    const items = group.map(({ body }) => body);
    const call = { method: 'POST', path: operation.bulk_path, body: { [bulk.items]: items }, place: start };
    const whole = await calls.answer(call);
    for (const [place, { index }] of group.entries()) {
      const result = whole.statusCode === 200 ? resultOf(whole.body[bulk.results][place]) : whole;
      const isMiss = whole.statusCode === 200 && result.statusCode === operation.miss_status;
      output.push(...itemsOf(context, calls, { ...result, isMiss }, index));
    }
  }
  return output;
}

/** The result of an item of a bulk call, in the form of the answer to a single call. */
function resultOf({ status, ...result }) {
  return { statusCode: status, body: result[bulk.body] ?? { error: result[bulk.error] } };
}

async function oneByOne(context, calls, operation, inputs) {
  const output = [];
  for (const { index, body } of inputs) {
    if (operation.paging !== null) output.push(...(await rowsOf(context, calls, operation, body, index)));
    else {
      const sent = operation.method === 'GET' ? undefined : body;
      const answer = await calls.answer({ method: operation.method, path: operation.path, body: sent, place: index });
      const isMiss = answer.statusCode === operation.miss_status;
      output.push(...itemsOf(context, calls, { ...answer, isMiss }, index));
    }
  }
  return output;
}

/** The output items of the answer to one input item. */
function itemsOf(context, calls, answer, index) {
  const pairedItem = { item: index };
  if (answer.statusCode === 200) return [{ json: answer.body, pairedItem }];
  const onMissing = answer.isMiss ? context.getNodeParameter('onMissing', index, 'mark') : 'fail';
  if (onMissing === 'omit') return [];
  if (onMissing === 'mark') return [{ json: { found: false, ...answer.body }, pairedItem }];
  const error = calls.error(answer, index);
  if (!context.continueOnFail()) throw error;
  return [{ json: { error: error.message }, pairedItem }];
}

/** The rows of a search, up to the limit of the node. */
async function rowsOf(context, calls, operation, body, index) {
  const all = context.getNodeParameter('returnAll', index, false);
  const limit = all ? Number.POSITIVE_INFINITY : context.getNodeParameter('limit', index, 50);
  const { by, rows } = operation.paging;
  const output = [];
  const size = Math.min(limit, PAGE_ROWS_MAX);
  for (let page = 1, cursor = null; output.length < limit; page++) {
    const place = by === 'cursor' ? { cursor } : { page };
    const call = {
      method: operation.method,
      path: operation.path,
      body: { ...body, max_results: size, ...place },
      place: `${index}-${page}`,
    };
    const answer = await calls.answer(call);
    if (answer.statusCode !== 200) return [...output, ...itemsOf(context, calls, answer, index)];
    output.push(...answer.body[rows].map((json) => ({ json, pairedItem: { item: index } })));
    cursor = answer.body.cursor ?? null;
    // A page beyond the last one would cost a credit.
    if (by === 'cursor' ? cursor === null : page >= answer.body.total_pages) break;
  }
  return output.slice(0, limit);
}
