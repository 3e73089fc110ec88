// Packages of bench/package.json, which are not there unless `npm --prefix bench install` was run.

/** The package; rejects where it is not installed. */
export async function optionalPackage<T>(name: string): Promise<T> {
  return (await import(name)) as T;
}
