// Run by npm after an installation: builds the dashboard and the documentation site where the tools for them are
// installed, and never fails an installation. Plain JavaScript, since without the development packages the Node that runs it may be an older one.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));

function say(text) {
  process.stderr.write(`cardfile: ${text}\n`);
}

if (process.env.npm_command === 'pack' || process.env.npm_command === 'publish') {
  say('the dashboard is as the script prepack has just built it.');
} else if (!existsSync(new URL('../node_modules/vite/package.json', import.meta.url))) {
  const isBuilt = existsSync(new URL('dist/index.html', import.meta.url));
  say(
    isBuilt
      ? 'the dashboard stays as it was built: its build tools are not installed.'
      : 'the dashboard is not built, since its build tools are not installed; the API works without it. For the dashboard: npm ci && npm run build.',
  );
} else {
  try {
    const { build } = await import('vite');
    await build({ root: folder, configFile: `${folder}vite.config.ts`, logLevel: 'warn' });
    say('the dashboard is built.');
    await import('../site/build.ts');
  } catch (error) {
    say(
      `the dashboard or the documentation site could not be built; the API works without them. npm run build shows why: ${error}`,
    );
  }
}
