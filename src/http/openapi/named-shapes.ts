// Names for the shapes of the OpenAPI document: bodies, answers, and objects and closed lists that occur in several
// places are components, so that client generators make one type of each, under its name.
import { isJsonObject } from '../../ops/json/json-object.ts';
import type { Json } from './schemas.ts';
import { reference } from './text-components.ts';

type Schemas = Readonly<Record<string, Json>>;

/** Names of bodies and answers that several operations share, by the name after the first of them. */
const SHARED: Readonly<Record<string, string>> = {
  NetworkToDomainBody: 'CompanyUrlBody',
  BulkEmailToPersonAnswer: 'BulkPersonAnswer',
  CreateBatchBody: 'BatchBody',
  IngestCompaniesAnswer: 'IngestAnswer',
};

/** Names of shapes inside components, by component and member. */
const INSIDE: Readonly<Record<string, string>> = {
  'PeopleSearchBody.facets': 'PeopleFacet',
  'CompanySearchBody.facets': 'CompanyFacet',
  'JobSearchBody.facets': 'JobFacet',
  'PeoplePage.facets': 'PeopleFacets',
  'CompaniesPage.facets': 'CompanyFacets',
  'JobSearchPage.facets': 'JobFacets',
  'PeopleCount.diagnosis': 'Diagnosis',
  'WaterfallBody.cascade': 'CascadeStep',
  'WaterfallAnswer.results': 'WaterfallRow',
  'EmailAnswer.status': 'EmailStatus',
  'EmailAnswer.all_emails': 'EmailOfPerson',
  'PhoneAnswer.kind': 'PhoneKind',
  'MatchedPersonAnswer.matched_on': 'PersonKey',
  'MatchedCompanyAnswer.matched_on': 'CompanyKey',
  'MatchedPersonAnswer.candidates': 'PersonCandidate',
  'MatchedCompanyAnswer.candidates': 'CompanyCandidate',
  'CallError.details': 'ErrorDetail',
  'BatchBody.operation': 'BatchOperation',
  'BatchAnswer.state': 'BatchState',
  'CreateWatchBody.search': 'WatchedSearch',
  'CreateWatchBody.fields': 'WatchedField',
  'WatchAnswer.kind': 'WatchKind',
  'WatchAnswer.state': 'WatchState',
  'WatchChanges.results': 'WatchChange',
  'CreateWebhookBody.event_types': 'EventType',
  'DeliveryAnswer.state': 'DeliveryState',
  'WatchedSearch.kind': 'SearchKind',
  'WatchChange.type': 'ChangeType',
  'WatchChange.record': 'ChangedRecord',
  'KeyInfoAnswer.active_plans': 'ActivePlan',
  'NetworkOfDomainAnswer.other': 'OtherCompany',
  'DepartmentsAnswer.distribution': 'DepartmentShare',
  'CountriesAnswer.distribution': 'CountryShare',
  'AutocompleteBody.field': 'SuggestedField',
  'JobRow.company': 'JobCompany',
  'JobRow.locations': 'JobPlace',
  'Experience.job_location': 'PositionPlace',
  'IngestAnswer.rejects': 'RejectedRow',
  'IngestAnswer.warnings': 'IngestWarning',
};

/** The document with a component for each of these shapes, and references in their places. */
export function withNamedShapes(document: Json): Json {
  const { schemas, ...others } = document['components'] as { readonly schemas: Schemas };
  const shapes = new Shapes(schemas);
  for (const [name, schema] of operationSchemas(document)) shapes.add(name, schema);
  for (const name of [...shapes.all.keys()]) if (name.startsWith('Bulk')) shapes.addItem(name);
  for (const [path, name] of Object.entries(INSIDE)) shapes.addMember(path, name);
  const sorted = [...shapes.all].sort(([a], [b]) => (a < b ? -1 : 1));
  const named = sorted.map(([name, schema]) => [name, shapes.inside(schema)]);
  const rest = shapes.inside({ ...document, components: others });
  return { ...rest, components: { ...(rest['components'] as Json), schemas: Object.fromEntries(named) } };
}

/**
 * The bodies and answers of the operations as JSON, each with the name after its operation. Those of webhooks are not
 * named: a generator may omit components to which only webhooks refer (oapi-codegen does, and keeps the references).
 */
function* operationSchemas({ paths }: Json): Generator<readonly [name: string, schema: Json]> {
  for (const methods of Object.values(paths as Readonly<Record<string, Schemas>>))
    for (const operation of Object.values(methods)) {
      const id = String(operation['operationId']);
      const name = id.charAt(0).toUpperCase() + id.slice(1);
      const body = schemaOf(operation['requestBody']);
      if (body !== null) yield [`${name}Body`, body];
      for (const answer of Object.values(operation['responses'] as Json).map(schemaOf))
        if (answer !== null) yield [`${name}Answer`, answer];
    }
}

/** The schema of an inline object in JSON; null for any other content. */
function schemaOf(message: unknown): Json | null {
  const content = (message as { readonly content?: Readonly<Record<string, { schema: Json }>> } | undefined)?.content;
  const schema = content?.['application/json']?.schema;
  return schema !== undefined && 'properties' in schema ? schema : null;
}

class Shapes {
  /** The components by name. */
  readonly all: Map<string, Json>;
  readonly #names: Map<string, string>;

  constructor(schemas: Schemas) {
    this.all = new Map(Object.entries(schemas));
    this.#names = new Map();
    for (const [name, schema] of this.all) {
      const identity = identityOf(schema);
      if (identity !== null && !this.#names.has(identity)) this.#names.set(identity, name);
    }
  }

  add(name: string, schema: Json): void {
    const identity = identityOf(schema);
    if (identity === null || this.#names.has(identity)) return;
    const chosen = SHARED[name] ?? name;
    if (this.all.has(chosen)) throw new Error(`two schemas would have the name ${chosen}`);
    this.#names.set(identity, chosen);
    this.all.set(chosen, definitionOf(schema));
  }

  /** Adds the entry of a list of a bulk call: `BulkEmailBody` has `BulkEmailItem`, its answer `BulkEmailResult`. */
  addItem(name: string): void {
    const isBody = name.endsWith('Body');
    const entry = entryOf(this.all.get(name) as Json, isBody ? 'items' : 'results');
    this.add(name.replace(/(Body|Answer)$/, isBody ? 'Item' : 'Result'), entry);
  }

  addMember(path: string, name: string): void {
    const [component, member] = path.split('.') as [string, string];
    this.add(name, entryOf(this.all.get(component) as Json, member));
  }

  /** The value with references in place of the named shapes inside it. */
  inside(value: Json): Json {
    const refer = (inner: unknown): unknown => {
      if (Array.isArray(inner)) return inner.map(refer);
      return isJsonObject(inner) ? this.#referred(inner) : inner;
    };
    return Object.fromEntries(
      // Examples and conditions have no types.
      Object.entries(value).map(([key, inner]) => [key, key === 'example' || key === 'then' ? inner : refer(inner)]),
    );
  }

  #referred(schema: Json): Json {
    const identity = identityOf(schema);
    const name = identity === null ? undefined : this.#names.get(identity);
    if (name === undefined) return this.inside(schema);
    const { description } = schema;
    return {
      ...(isNullable(schema) ? { anyOf: [reference(name), { type: 'null' }] } : reference(name)),
      ...(description === undefined ? {} : { description }),
    };
  }
}

/** The schema of a member, or of its entries if it is a list. */
function entryOf(schema: Json, member: string): Json {
  const found = (schema['properties'] as Schemas)[member] as Json;
  return (found['items'] as Json | undefined) ?? found;
}

const notNull = (values: unknown) => (values as readonly unknown[]).filter((value) => value !== null);
const notNullType = ({ type }: Json): unknown => [type].flat().find((one) => one !== 'null');
const isNullable = ({ type }: Json): boolean => Array.isArray(type) && type.includes('null');

/** The schema without its description and without null. */
function definitionOf({ description: _, ...schema }: Json): Json {
  const values = schema['enum'] === undefined ? {} : { enum: notNull(schema['enum']) };
  return { ...schema, type: notNullType(schema), ...values };
}

/** The text that is equal for schemas with the same name; null if the schema is no object and no list of values. */
function identityOf(schema: Json): string | null {
  const values = schema['enum'];
  if (Array.isArray(values)) return values.length < 2 ? null : JSON.stringify(notNull(values));
  if (notNullType(schema) !== 'object' || !isJsonObject(schema['properties'])) return null;
  return JSON.stringify(definitionOf(schema));
}
