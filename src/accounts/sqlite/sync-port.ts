// The type of a repository: a port of stored objects, executed synchronously on a connection.
import type { ChargeGroup } from './charge-group.ts';

/**
 * The methods of a port, which return their results instead of promises. Methods that write are called inside a
 * transaction, with its group of charges as the last argument: a step takes its credits there.
 */
export type SyncPort<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: [...Args, group: ChargeGroup]) => Result
    : never;
};
