// A port whose implementation is elsewhere, such as in another thread.

/** Each method of the port calls `call` with its name and its arguments, and returns the result. */
export function portOver<Port>(call: (method: string, args: readonly unknown[]) => Promise<unknown>): Port {
  // A promise may resolve with it: it has no method `then`.
  const get = (_: object, method: string | symbol) =>
    method === 'then' ? undefined : (...args: readonly unknown[]) => call(String(method), args);
  return new Proxy({}, { get }) as Port;
}
