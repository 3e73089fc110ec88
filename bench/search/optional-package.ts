// Packages of bench/package.json, which `npm --prefix bench install` installs.

/** The package; rejects if it is not installed. */
export async function optionalPackage<T>(name: string): Promise<T> {
  return (await import(name)) as T;
}
