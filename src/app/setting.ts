// One setting: the source of its value, its form and its descriptions.

export interface Setting<Value> {
  readonly environment: string;
  readonly fallback: Value;
  readonly description: string;
  readonly secret?: boolean;
  /** The value of a text, or undefined where it does not fit `form`. */
  readonly read: (text: string) => Value | undefined;
  /** The value as text; by default that of JavaScript. */
  readonly shown?: (value: Value) => string;
  readonly form: string;
}
