// Finds environment variables that look like settings but are none: they would be ignored without a message.
import { SETTING_NAMES, SETTINGS } from '../app/config.ts';
import { nearest } from '../words/nearest.ts';

const PREFIX = 'CARDFILE_';
const VARIABLES: readonly string[] = SETTING_NAMES.map((name) => SETTINGS[name].environment);
/** Without the prefix, which all have: it would make each similar to each. */
const ENDINGS: readonly string[] = VARIABLES.map((name) => name.slice(PREFIX.length));
/** Variables of `cardfile mcp`. */
const OTHERS: readonly string[] = ['CARDFILE_KEY', 'CARDFILE_URL'];
/** Kubernetes sets such variables in each pod for a Service whose name begins with `cardfile`. */
const SERVICE_LINK = /_SERVICE_(?:HOST|PORT(?:_.*)?)$|_PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?$/;

export interface UnknownVariable {
  readonly name: string;
  /** The setting that is most likely meant; null if none is similar. */
  readonly near: string | null;
}

/** The variables of an environment that begin with `CARDFILE_` and are not read. */
export function unknownVariables(environment: NodeJS.ProcessEnv): UnknownVariable[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !VARIABLES.includes(name) && !OTHERS.includes(name))
    .filter((name) => !SERVICE_LINK.test(name))
    .map((name) => {
      const near = nearest(name.slice(PREFIX.length), ENDINGS);
      return { name, near: near === null ? null : `${PREFIX}${near}` };
    });
}
