// The table of the dashboard's routes: method, path, role, input and answer. Types, validation, authorization and
// the security tests are derived from it. Shapes of answers are in shapes.ts.
import type { Static, TSchema } from 'typebox';
import { ENRICHMENT_ROUTES } from './enrichment-routes.ts';
import { LIST_ROUTES } from './list-routes.ts';
import { OPERATOR_ROUTES } from './operator-routes.ts';
import { OWN_ROUTES } from './own-routes.ts';
import { RECORD_ROUTES } from './record-routes.ts';
import { SEARCH_ROUTES } from './search-routes.ts';
import { WEBHOOK_ROUTES } from './webhook-routes.ts';

/** By name. */
export const ROUTES = {
  ...OWN_ROUTES,
  ...OPERATOR_ROUTES,
  ...RECORD_ROUTES,
  ...ENRICHMENT_ROUTES,
  ...SEARCH_ROUTES,
  ...LIST_ROUTES,
  ...WEBHOOK_ROUTES,
} as const;

export type RouteName = keyof typeof ROUTES;
export const ROUTE_NAMES = Object.keys(ROUTES) as RouteName[];

type Schemas<Name extends RouteName> = (typeof ROUTES)[Name];
type Of<Schema> = Schema extends TSchema ? Static<Schema> : null;

export type ParamsOf<Name extends RouteName> = Of<Schemas<Name>['params']>;
export type QueryOf<Name extends RouteName> = Of<Schemas<Name>['query']>;
export type BodyOf<Name extends RouteName> = Of<Schemas<Name>['body']>;
export type AnswerOf<Name extends RouteName> = Of<Schemas<Name>['answer']>;
