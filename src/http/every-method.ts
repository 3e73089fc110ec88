// Routes that answer every method themselves, most of them with 405. The framework keeps a tree of paths for each of
// the 35 methods that Node reads: a route is registered for the methods it takes, and a request with any other one
// finds it here.
import type { FastifyInstance, HTTPMethods, RouteHandlerMethod } from 'fastify';

interface EveryMethodRoute {
  readonly path: string;
  /** Those that it takes. */
  readonly methods: readonly string[];
  /** Called for every method; parameters of the path are set only for those that it takes. */
  readonly handler: RouteHandlerMethod;
}

interface KnownPath {
  readonly pattern: RegExp;
  readonly handler: RouteHandlerMethod;
}

const KNOWN = Symbol('paths of the routes that answer every method');
type Routed = FastifyInstance & { readonly [KNOWN]: KnownPath[] };

/** To be called on the server before its routes are registered. */
export function allowEveryMethod(app: FastifyInstance): void {
  app.decorate(KNOWN, []);
}

export function routeEveryMethod(app: FastifyInstance, { path, methods, handler }: EveryMethodRoute): void {
  app.route({ url: path, method: methods as HTTPMethods[], handler });
  (app as Routed)[KNOWN].push({ pattern: patternOf(path), handler });
}

/** The handler of a path that has a route, for a request whose method the route does not take; null for other paths. */
export function handlerOfPath(app: FastifyInstance, url: string): RouteHandlerMethod | null {
  const path = decoded(url.split('?', 1)[0] ?? '');
  return (app as Routed)[KNOWN].find(({ pattern }) => pattern.test(path))?.handler ?? null;
}

/** Of `/v2/batches/:id`: a parameter matches one part of a path. */
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
