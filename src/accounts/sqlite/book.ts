// The shape of a book: a port of stored objects, executed at once on a connection.
import type { ChargeGroup } from './charge-group.ts';

/**
 * The methods of a port, each with its result in place of a promise. Those that write are called inside a transaction,
 * with its group of charges behind their arguments: a step takes its credits there.
 */
export type Book<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: [...Args, group: ChargeGroup]) => Result
    : never;
};
