// The definition of one route of the dashboard, and the building blocks of the tables.

import type { TObject, TSchema } from 'typebox';
import { LIMITS } from '../../contract/limits.ts';
import type { Role } from '../../contract/roles.ts';
import { closed } from '../../contract/schemas/schema.ts';
import { Type } from '../../contract/schemas/schema-types.ts';

/** The common prefix of all routes. */
export const CONSOLE_PREFIX = '/console/api';

/** Maximum length of a part of an upload. Parts of 1 MiB pass the default limits of common reverse proxies. */
export const PART_BYTES_MAX = 8 * 1024 * 1024;

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Full path; `:id` is a parameter. */
  readonly path: string;
  /**
   * The minimum role. public: every caller; signed-in: members of any role; otherwise this role and all roles with more
   * rights. All members except operators are confined to their own account.
   */
  readonly who: 'public' | 'signed-in' | Role;
  readonly summary: string;
  /** Null if there is none. All values of a query are strings. */
  readonly params: TObject | null;
  readonly query: TObject | null;
  /** JSON body; null if there is none. */
  readonly body: TObject | null;
  /** JSON answer of status 200; null if `media` defines another answer: `file` has the format of the uploaded file. */
  readonly answer: TSchema | null;
  readonly media?: 'text/csv' | 'file' | 'redirect';
  /** The body is bytes of a file, not JSON: at most PART_BYTES_MAX. */
  readonly takesFile?: true;
  /**
   * A second execution would create, grant or send something twice, or find nothing to remove. A repetition with the
   * same Idempotency-Key returns the first answer.
   */
  readonly once?: true;
  /** Name of the action in the audit log; null: the route changes nothing and is not logged. */
  readonly audit: string | null;
}

export const shortText = (description: string, min = 1) => Type.String({ minLength: min, maxLength: 200, description });
export const email = Type.String({ minLength: 3, maxLength: LIMITS.emailLengthMax, description: 'E-mail address' });
export const id = closed({ id: shortText('Identifier') });
export const timeText = (description: string) => Type.String({ minLength: 1, maxLength: 40, description });
export const done = closed({ done: Type.Literal(true) });
export const list = <Schema extends TSchema>(schema: Schema) => closed({ rows: Type.Array(schema) });

const NO_INPUT = { params: null, query: null, body: null } as const;

type Input = keyof typeof NO_INPUT;
/** A route as the tables write it: parameters, query and body that are left out are null. */
type Written<Given extends keyof Route> = Omit<Route, Given | Input> & Partial<Pick<Route, Input>>;
type WithInput<Shape> = Omit<typeof NO_INPUT, keyof Shape> & Shape;

function withInput<Shape extends object>(route: Shape): WithInput<Shape> {
  return { ...NO_INPUT, ...route };
}

/** A route that only reads. */
export function read<const Shape extends Written<'method' | 'audit'>>(route: Shape) {
  return { ...withInput(route), method: 'GET', audit: null } as const;
}

/** A route that changes something, and is recorded in the audit log. */
export function act<const Shape extends Written<'method'>>(route: Shape) {
  return { ...withInput(route), method: 'POST' } as const;
}
