// Running purchases. The same purchase, begun again on another screen before it is answered, shares the first answer:
// it is charged once.

const running = new Map<string, Promise<unknown>>();

/** The answer of `buy`, or of the running purchase of the same name. */
export function purchase<Answer>(name: string, buy: () => Promise<Answer>): Promise<Answer> {
  const known = running.get(name) as Promise<Answer> | undefined;
  if (known) return known;
  const begun = buy().finally(() => running.delete(name));
  running.set(name, begun);
  return begun;
}
