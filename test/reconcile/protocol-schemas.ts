// The requirements of the Reconciliation Service API 0.2 on answers, as JSON Schema: required members and their types,
// with the restrictions of the schemas at https://reconciliation-api.github.io/specs/0.2/.
const text = { type: 'string' };
const named = { type: 'object', properties: { id: text, name: text }, required: ['id', 'name'] };
const typed = { oneOf: [{ type: 'object', properties: { id: text, name: text }, required: ['id'] }, text] };
const location = { type: 'object', properties: { service_url: text, service_path: text } };
const listOf = (items: object) => ({
  type: 'object',
  properties: { result: { type: 'array', items } },
  required: ['result'],
});
const only = (name: string, schema: object) => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
  additionalProperties: false,
});

export const MANIFEST = {
  type: 'object',
  properties: {
    versions: { type: 'array', items: text, contains: { const: '0.2' } },
    name: text,
    identifierSpace: text,
    schemaSpace: text,
    documentation: text,
    serviceVersion: text,
    defaultTypes: { type: 'array', items: named, uniqueItems: true },
    suggest: { type: 'object', properties: { entity: location, property: location, type: location } },
    view: {
      type: 'object',
      properties: { url: { type: 'string', pattern: '\\{\\{id\\}\\}' } },
      required: ['url'],
    },
    preview: {
      type: 'object',
      properties: {
        url: { type: 'string', pattern: '\\{\\{id\\}\\}' },
        width: { type: 'integer' },
        height: { type: 'integer' },
      },
      required: ['url', 'width', 'height'],
    },
    extend: { type: 'object', properties: { propose_properties: location, property_settings: { type: 'array' } } },
    batchSize: { type: 'integer' },
  },
  required: ['versions', 'name', 'identifierSpace', 'schemaSpace'],
};

const FEATURE = {
  type: 'object',
  properties: { id: text, value: { oneOf: [{ type: 'boolean' }, { type: 'number' }] } },
};
const CANDIDATE = {
  type: 'object',
  properties: {
    id: text,
    name: text,
    description: text,
    score: { type: 'number' },
    features: { type: 'array', items: FEATURE },
    match: { type: 'boolean' },
    type: { type: 'array', items: typed },
  },
  required: ['id', 'name', 'score'],
};
export const RESULTS = { type: 'object', additionalProperties: listOf(CANDIDATE) };

export const ENTITIES = listOf({
  ...named,
  properties: { ...named.properties, description: text, notable: { type: 'array', items: typed } },
});
export const PROPERTIES = listOf({ ...named, properties: { ...named.properties, description: text } });
export const TYPES = listOf(named);

export const PROPOSALS = {
  type: 'object',
  properties: { properties: { type: 'array', items: named }, type: text, limit: { type: 'number' } },
  required: ['properties'],
};

const VALUE = {
  oneOf: [
    { type: 'object', maxProperties: 0 },
    { ...named, additionalProperties: false },
    only('str', text),
    only('float', { type: 'number' }),
    only('int', { type: 'integer' }),
    only('date', text),
  ],
};
export const EXTENSION = {
  type: 'object',
  properties: {
    meta: { type: 'array', items: named },
    rows: {
      type: 'object',
      additionalProperties: { type: 'object', additionalProperties: { type: 'array', items: VALUE } },
    },
  },
  required: ['rows', 'meta'],
};
