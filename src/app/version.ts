// The version of the package, as answers and documents name it.
import manifest from '../../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;
