// The parts of n8n that its node uses: a filled-in form of the node, the credential, and HTTP. The library of n8n is
// not installed: a stand-in has the two error classes that the node throws.
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';

const NODE = join(import.meta.dirname, '../../integrations/n8n');

const STAND_IN = 'file:///n8n-workflow.cjs';
const STAND_IN_SOURCE = `
  class NodeError extends Error {
    constructor(node, error, options = {}) {
      super(options.message ?? error.message ?? error);
      Object.assign(this, options);
    }
  }
  exports.NodeApiError = class extends NodeError {};
  exports.NodeOperationError = class extends NodeError {};
`;

interface Item {
  readonly json: Readonly<Record<string, unknown>>;
  readonly pairedItem?: { readonly item: number };
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly default?: unknown;
  readonly displayOptions?: { readonly show: Readonly<Record<string, readonly unknown[]>> };
  readonly options?: readonly { readonly name: string; readonly value?: string }[];
}

interface N8nNode {
  readonly description: { readonly properties: readonly Field[] };
  execute(): Promise<Item[][]>;
}

interface Credential {
  readonly authenticate: { readonly properties: { readonly headers: Readonly<Record<string, string>> } };
  readonly test: { readonly request: { readonly url: string; readonly method: string } };
}

const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'n8n-workflow' ? { url: STAND_IN, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === STAND_IN ? { format: 'commonjs', source: STAND_IN_SOURCE, shortCircuit: true } : next(url, context),
});
const load = createRequire(join(NODE, 'package.json'));
const { Cardfile } = load('./nodes/Cardfile/Cardfile.node.js') as { readonly Cardfile: new () => N8nNode };
const { CardfileApi } = load('./credentials/CardfileApi.credentials.js') as {
  readonly CardfileApi: new () => Credential;
};
hooks.deregister();

export const node = new Cardfile();
export const credential = new CardfileApi();

export interface Execution {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The form; the same for all items, or one for each. */
  readonly parameters: Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];
  /** Number of input items. */
  readonly items?: number;
  readonly executionId?: string;
  readonly instanceId?: string;
  readonly continueOnFail?: boolean;
}

/** Executes the node and returns its output items. */
export async function execute(execution: Execution): Promise<Item[]> {
  const { baseUrl, apiKey, parameters, items = 1, continueOnFail = false } = execution;
  const { executionId = '7', instanceId = 'instance-1' } = execution;
  const context = {
    getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
    getNodeParameter: (name: string, index: number, preset?: unknown) => {
      const filled = Array.isArray(parameters) ? parameters[index] : parameters;
      return filled[name] ?? presetOf(name, filled) ?? preset;
    },
    getCredentials: async () => ({ baseUrl, apiKey }),
    getExecutionId: () => executionId,
    getInstanceId: () => instanceId,
    getNode: () => ({ id: 'node-1', name: 'Cardfile' }),
    getWorkflowDataProxy: () => ({ $runIndex: 0 }),
    continueOnFail: () => continueOnFail,
    helpers: { httpRequestWithAuthentication: (_: string, request: Request) => send(request, apiKey) },
  };
  const [output = []] = await node.execute.call(context as unknown as N8nNode);
  return output;
}

/** The default of a field that is shown for the operation. */
function presetOf(name: string, filled: Readonly<Record<string, unknown>>): unknown {
  const isShown = ({ displayOptions }: Field) =>
    Object.entries(displayOptions?.show ?? {}).every(([other, values]) => values.includes(filled[other] ?? false));
  return node.description.properties.find((field) => field.name === name && isShown(field))?.default;
}

interface Request {
  readonly method: string;
  readonly baseURL: string;
  readonly url: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send({ method, baseURL, url, body, headers = {} }: Request, apiKey: string) {
  const given = Object.entries(credential.authenticate.properties.headers).map(
    ([name, value]) => [name, value.replace('={{$credentials.apiKey}}', apiKey)] as const,
  );
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(`${baseURL}${url}`, {
    method,
    headers: { ...type, ...headers, ...Object.fromEntries(given) },
    ...sent,
  });
  return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: jsonOf(await answer.text()) };
}

/** Like n8n: returns a text that is not JSON unchanged. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
