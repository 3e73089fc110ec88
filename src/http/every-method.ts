// Routes that handle every method, most of them with a 405. The framework keeps a tree of paths for each of the 35
// methods that Node parses. So a route is registered only for the methods it accepts, and a request with another method
// finds its handler here.
import type { FastifyInstance, HTTPMethods, RouteHandlerMethod } from 'fastify';

interface EveryMethodRoute {
  readonly path: string;
  /** The methods that the path accepts. */
  readonly methods: readonly string[];
  /** Called for every method. Path parameters are set only for accepted methods. */
  readonly handler: RouteHandlerMethod;
}

interface KnownPath {
  readonly pattern: RegExp;
  readonly handler: RouteHandlerMethod;
}

const KNOWN = Symbol('paths of the routes that answer every method');
type Routed = FastifyInstance & { readonly [KNOWN]: KnownPath[] };

/** Prepares the server; call it before its routes are registered. */
export function allowEveryMethod(app: FastifyInstance): void {
  app.decorate(KNOWN, []);
}

export function routeEveryMethod(app: FastifyInstance, { path, methods, handler }: EveryMethodRoute): void {
  app.route({ url: path, method: methods as HTTPMethods[], exposeHeadRoute: false, handler });
  (app as Routed)[KNOWN].push({ pattern: patternOf(path), handler });
}

/** The handler of a known path, for a request whose method the route does not accept; null for other paths. */
export function handlerOfPath(app: FastifyInstance, url: string): RouteHandlerMethod | null {
  const path = decoded(url.split('?', 1)[0] ?? '');
  return (app as Routed)[KNOWN].find(({ pattern }) => pattern.test(path))?.handler ?? null;
}

/** A regular expression for a path such as `/v2/batches/:id`; a parameter matches one segment. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)));
  return new RegExp(`^${parts.join('/')}$`);
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
