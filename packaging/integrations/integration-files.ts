// The generated files of integrations/: path in the repository -> text.
import { providerManifest } from './provider-manifest.ts';

export function integrationFiles(): ReadonlyMap<string, string> {
  const manifest = `${JSON.stringify(providerManifest(), null, 2)}\n`;
  return new Map([
    ['integrations/provider/cardfile.json', manifest],
    // An npm package contains only files of its folder.
    ['integrations/n8n/nodes/Cardfile/manifest.json', manifest],
  ]);
}
