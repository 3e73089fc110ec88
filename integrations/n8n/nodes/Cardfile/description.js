// The form of the node, derived from the provider manifest: an operation for each call, a field for each input.

const manifest = require('./manifest.json');

/** Objects that have their own field; other optional inputs are under "Additional Fields". */
const FILTERS = new Set(['company', 'people', 'job', 'person']);
/** Inputs of paged calls that the node sets automatically, or that rows do not contain. */
const OF_PAGES = new Set(['cursor', 'page', 'max_results', 'include_total', 'facets']);

const operations = new Map(manifest.operations.map((operation) => [operation.id, operation]));

/** The inputs that a user of the node fills in. */
const inputsOf = ({ inputs, paging }) => inputs.filter(({ name }) => paging === null || !OF_PAGES.has(name));

const isOwnField = ({ name, type, required }) => required || FILTERS.has(name) || type === 'string';

const EMPTY = { string: '', json: '{}', number: 0, boolean: false, options: '' };

function fieldOf({ name, title, type, description, values, default: preset }) {
  const kinds = { object: 'json', array: 'json', integer: 'number', number: 'number', boolean: 'boolean' };
  const kind = values === undefined ? (kinds[type] ?? 'string') : 'options';
  const empty = type === 'array' ? '[]' : EMPTY[kind];
  const options = values === undefined ? {} : { options: values.map((value) => ({ name: value, value })) };
  return { displayName: title, name, type: kind, default: preset ?? empty, description, ...options };
}

function fieldsOf(operation) {
  const show = { operation: [operation.id] };
  const inputs = inputsOf(operation);
  const own = inputs.filter(isOwnField).map((input) => ({
    ...fieldOf(input),
    required: input.required,
    displayOptions: { show },
  }));
  const more = inputs.filter((input) => !isOwnField(input)).map(fieldOf);
  if (more.length === 0) return own;
  const collection = {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    displayOptions: { show },
    options: more,
  };
  return [...own, collection];
}

const idsWhere = (test) => manifest.operations.filter(test).map(({ id }) => id);
const paged = idsWhere(({ paging }) => paging !== null);
const missing = idsWhere(({ miss_status }) => miss_status !== null);

const groups = [...new Set(manifest.operations.map(({ group }) => group))];

const properties = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    default: 'Enrichment',
    options: groups.map((group) => ({ name: group, value: group })),
  },
  ...groups.map((group) => {
    const own = manifest.operations.filter((operation) => operation.group === group);
    return {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: own[0].id,
      displayOptions: { show: { resource: [group] } },
      options: own.map(({ id, title, description }) => ({ name: title, value: id, action: title, description })),
    };
  }),
  ...manifest.operations.flatMap(fieldsOf),
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit; each page costs the price of a call',
    displayOptions: { show: { operation: paged } },
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: { show: { operation: paged, returnAll: [false] } },
  },
  {
    displayName: 'When Nothing Is Found',
    name: 'onMissing',
    type: 'options',
    default: 'mark',
    description: 'A look-up that finds nothing is free',
    displayOptions: { show: { operation: missing } },
    options: [
      { name: 'Output an Item With "found": False', value: 'mark' },
      { name: 'Output Nothing for the Item', value: 'omit' },
      { name: 'Fail', value: 'fail' },
    ],
  },
];

const description = {
  displayName: manifest.provider.name,
  name: 'cardfile',
  icon: 'file:cardfile.svg',
  group: ['transform'],
  version: 1,
  subtitle: '={{$parameter["operation"]}}',
  description: manifest.provider.description,
  defaults: { name: manifest.provider.name },
  inputs: ['main'],
  outputs: ['main'],
  usableAsTool: true,
  credentials: [{ name: 'cardfileApi', required: true }],
  properties,
};

module.exports = { description, operations, inputsOf, isOwnField };
