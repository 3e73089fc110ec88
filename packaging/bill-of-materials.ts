// The software bill of materials of a release in the CycloneDX 1.6 format. It depends on the lock file only, so the
// same commit gives the same bytes.
import { createHash } from 'node:crypto';
import type { ShippedPackage } from './shipped-packages.ts';

/** Package URL of an npm package. */
export const packageUrl = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

export interface ReleasedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly description: string;
}

export function billOfMaterials(released: ReleasedPackage, packages: readonly ShippedPackage[]) {
  const components = packages.map(({ name, version, license, sha512, isBuiltIn }) => ({
    type: 'library',
    'bom-ref': packageUrl(name, version),
    name,
    version,
    purl: packageUrl(name, version),
    scope: 'required',
    hashes: [{ alg: 'SHA-512', content: sha512 }],
    licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
    properties: [{ name: 'cardfile:use', value: isBuiltIn ? 'built in' : 'dependency' }],
  }));
  const { name, version, license, description } = released;
  const reference = packageUrl(name, version);
  const component = {
    ...{ type: 'application', 'bom-ref': reference, name, version, description, purl: reference },
    licenses: [{ license: { id: license } }],
  };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([reference, components]))}`,
    version: 1,
    metadata: { component },
    components,
    dependencies: [{ ref: reference, dependsOn: components.map((one) => one['bom-ref']) }],
  };
}

/** A UUID of version 8, derived from the content. */
function uuidOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
